import { Search } from "lucide-react";
import { type ComponentProps, useEffect, useRef, useState } from "react";
import { singleKeys } from "#dashboard/lib/use-keys.ts";

/** A search field that reports its text after 250 ms without typing; "/" focuses it. */
export function Find({
  label,
  value,
  onFind,
  ...rest
}: Omit<ComponentProps<"input">, "value" | "onChange"> & {
  label: string;
  value: string;
  onFind: (text: string) => void;
}) {
  const [text, setText] = useState(value);
  const sent = useRef(value);
  const field = useRef<HTMLInputElement>(null);
  const tell = useRef(onFind);
  tell.current = onFind;
  useEffect(() => {
    if (value !== sent.current) {
      sent.current = value;
      setText(value);
    }
  }, [value]);
  useEffect(() => {
    if (text === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = text;
      tell.current(text);
    }, 250);
    return () => clearTimeout(timer);
  }, [text]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const at = event.target instanceof Element ? event.target : null;
      if (event.key !== "/" || !singleKeys.get()) return;
      if (at?.closest("input, textarea, select, [role=dialog]")) return;
      event.preventDefault();
      field.current?.focus();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  return (
    <label className="find">
      <Search size={16} aria-hidden="true" />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        {...rest}
        ref={field}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <kbd className="max-wide:hidden">/</kbd>
    </label>
  );
}
