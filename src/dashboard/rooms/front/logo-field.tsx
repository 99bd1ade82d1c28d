import { useState } from "react";
import { Button } from "#dashboard/parts/button.tsx";
import { Field } from "#dashboard/parts/field.tsx";
import { t } from "#dashboard/words/words.ts";
import { dataUrlOf, shrunk } from "./picture-url.ts";

const MAX_BYTES = 256 * 1024;
const TYPES = ["image/png", "image/jpeg", "image/webp"];

/** A picture of at most 256 KB, as a data URL. With `small`, of any size, made as small as it is drawn. */
export function LogoField({
  logo,
  onChange,
  hint = t("Optional. PNG, JPEG or WebP, preferably square."),
  error: refused = null,
  disabled = false,
  small = false,
}: {
  logo: string | null;
  hint?: string;
  error?: string | null;
  disabled?: boolean;
  small?: boolean;
  onChange: (logo: string | null) => void;
}) {
  const [error, setError] = useState<string | null>(null);
  const take = async (file: File): Promise<void> => {
    if (!TYPES.includes(file.type)) return setError(t("Choose a PNG, JPEG or WebP image."));
    if (!small && file.size > MAX_BYTES) return setError(t("The file is larger than 256 KB."));
    try {
      const url = await (small ? shrunk(file) : dataUrlOf(file));
      setError(null);
      onChange(url);
    } catch {
      setError(t("The file cannot be read as an image."));
    }
  };
  return (
    <Field label={t("Logo")} hint={hint} error={error ?? refused}>
      {(ties) => (
        <div className="flex items-center gap-3">
          {logo && !logo.startsWith("https:") && (
            <img src={logo} alt={t("Your logo")} className="size-8 rounded-2 object-contain" />
          )}
          <input
            {...ties}
            type="file"
            accept={TYPES.join(",")}
            disabled={disabled}
            className="w-full min-w-0 text-13 file:mr-3 file:min-h-(--ctl) file:rounded-2 file:border file:border-solid file:border-line-strong file:bg-surface file:px-3 file:font-medium"
            onChange={(event) => {
              const file = event.target.files?.[0];
              if (file) void take(file);
            }}
          />
          {logo && !disabled && (
            <Button look="ghost" onClick={() => onChange(null)}>
              {t("Remove")}
            </Button>
          )}
        </div>
      )}
    </Field>
  );
}
