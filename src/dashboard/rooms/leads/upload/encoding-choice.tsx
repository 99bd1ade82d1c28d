import {
  ENCODINGS,
  type Encoding,
  type FoundEncoding,
} from "#modules/leads/rules/files/encoding.ts";
import { SelectField } from "#dashboard/parts/field.tsx";

/** Shown where what a file is written in had to be guessed, or was chosen: a wrong guess garbles names. */
export function EncodingChoice({
  found,
  chosen,
  onChange,
}: {
  found: FoundEncoding;
  chosen: Encoding | undefined;
  onChange: (next: Encoding | undefined) => void;
}) {
  if (!found.guessed && chosen === undefined) return null;
  return (
    <SelectField
      label="Text encoding"
      hint={
        found.guessed
          ? `Guessed: ${found.encoding}. If names above look wrong, choose another.`
          : "Names above are shown in this encoding."
      }
      value={chosen ?? ""}
      onChange={(event) => onChange(ENCODINGS.find((known) => known === event.target.value))}
    >
      <option value="">Guess it</option>
      {ENCODINGS.map((encoding) => (
        <option key={encoding} value={encoding}>
          {encoding}
        </option>
      ))}
    </SelectField>
  );
}
