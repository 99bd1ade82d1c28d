import {
  ENCODINGS,
  type Encoding,
  type FoundEncoding,
} from "#modules/leads/rules/files/encoding.ts";
import { SelectField } from "#dashboard/parts/field.tsx";
import { t } from "#dashboard/words/words.ts";

/** Shown where the encoding had to be guessed or was chosen: a wrong guess garbles names. */
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
      label={t("Text encoding")}
      hint={
        found.guessed
          ? t("Detected: {encoding}. Choose another if names look wrong.", {
              encoding: found.encoding,
            })
          : t("Used for the preview above.")
      }
      value={chosen ?? ""}
      onChange={(event) => onChange(ENCODINGS.find((known) => known === event.target.value))}
    >
      <option value="">{t("Detect automatically")}</option>
      {ENCODINGS.map((encoding) => (
        <option key={encoding} value={encoding}>
          {encoding}
        </option>
      ))}
    </SelectField>
  );
}
