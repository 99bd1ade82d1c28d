import { type ComponentProps, useState } from "react";
import { TextField } from "./field.tsx";

/** What a field of numbers has: a number, what an empty field means, or text that is no number yet. */
type Value = number | string | boolean | null;

/** A number. An empty field means `empty`, which its placeholder explains ("No limit"). */
export function NumberField({
  value,
  empty,
  onNumber,
  ...rest
}: Omit<ComponentProps<typeof TextField>, "value" | "onChange"> & {
  value: Value;
  empty: number | string | null;
  onNumber: (value: number | string | null) => void;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  const read = (text: string): number | string | null => {
    if (text.trim() === "") return empty;
    const number = Number(text);
    return Number.isFinite(number) ? number : text;
  };
  // What was typed stays ("0.", "0") as long as it means the value; else the value is shown.
  const shown = typed !== null && read(typed) === value ? typed : value === empty ? "" : value;
  return (
    <TextField
      inputMode="decimal"
      {...rest}
      value={String(shown ?? "")}
      onChange={({ target }) => {
        setTyped(target.value);
        onNumber(read(target.value));
      }}
    />
  );
}
