import { formFieldsOf } from "#dashboard/parts/field.tsx";
import { type FormEvent, useEffect, useRef, useState } from "react";

/** A form that is sent once at a time: its fields by name, whether it is under way, what failed. */
export function useForm(send: (fields: Record<string, string>) => Promise<unknown>): {
  busy: boolean;
  error: unknown;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
} {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const sent = useRef<HTMLFormElement>(null);
  // The first field that was refused may be off the screen: typing goes on there.
  useEffect(() => {
    if (error) sent.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [error]);
  const submit = async (form: HTMLFormElement): Promise<void> => {
    const fields = formFieldsOf(form);
    sent.current = form;
    setBusy(true);
    setError(null);
    try {
      await send(fields);
    } catch (cause) {
      setError(cause);
    } finally {
      setBusy(false);
    }
  };
  return {
    busy,
    error,
    onSubmit: (event) => {
      event.preventDefault();
      if (!busy) void submit(event.currentTarget);
    },
  };
}

/** What stands after the "#" of an address under a name, so that no server logs it. */
export const useHashValue = (name: string): string =>
  useState(() => new URLSearchParams(location.hash.slice(1)).get(name) ?? "")[0];

/** The token of a mailed link. */
export const useHashToken = (): string => useHashValue("token");
