import { TextField } from "#dashboard/parts/field.tsx";
import { t } from "#dashboard/words/words.ts";

/** Who gets a copy, as it is typed. */
export type Copies = { readonly cc: string; readonly bcc: string };
export const NO_COPIES: Copies = { cc: "", bcc: "" };

/** The addresses of a field. */
export const typedAddresses = (text: string): string[] =>
  text
    .split(/[\s,;]+/)
    .map((address) => address.trim())
    .filter((address) => address !== "");

/** Fields for copies; `errors` by field. */
export function CopyFields({
  copies,
  onChange,
  errors,
}: {
  copies: Copies;
  onChange: (copies: Copies) => void;
  errors: Readonly<Record<string, string>>;
}) {
  return (
    <div className="grid gap-2">
      {(["cc", "bcc"] as const).map((name) => (
        <TextField
          key={name}
          label={name === "cc" ? t("Cc") : t("Bcc")}
          inputMode="email"
          autoComplete="off"
          placeholder={t("Addresses, divided by commas")}
          value={copies[name]}
          error={errors[name] ?? null}
          onChange={(event) => onChange({ ...copies, [name]: event.target.value })}
        />
      ))}
    </div>
  );
}
