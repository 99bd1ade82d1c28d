import { useState } from "react";
import { Button } from "#dashboard/parts/button.tsx";
import { Field } from "#dashboard/parts/field.tsx";

const MAX_BYTES = 256 * 1024;
const TYPES = ["image/png", "image/jpeg", "image/webp"];

/** A picture of at most 256 KB, as a data URL. */
export function LogoField({
  logo,
  onChange,
}: {
  logo: string | null;
  onChange: (logo: string | null) => void;
}) {
  const [error, setError] = useState<string | null>(null);
  const take = (file: File | undefined): void => {
    if (!file) return;
    if (!TYPES.includes(file.type)) return setError("Choose a PNG, JPEG or WebP image.");
    if (file.size > MAX_BYTES) return setError("The file is larger than 256 KB.");
    const reader = new FileReader();
    reader.onload = () => {
      if (typeof reader.result !== "string") return;
      setError(null);
      onChange(reader.result);
    };
    reader.readAsDataURL(file);
  };
  return (
    <Field label="Logo" hint="Optional. PNG, JPEG or WebP, preferably square." error={error}>
      {(ties) => (
        <div className="flex items-center gap-3">
          {logo && <img src={logo} alt="Your logo" className="size-8 rounded-2 object-contain" />}
          <input
            {...ties}
            type="file"
            accept={TYPES.join(",")}
            className="w-full min-w-0 text-13 file:mr-3 file:min-h-(--ctl) file:rounded-2 file:border file:border-solid file:border-line-strong file:bg-surface file:px-3 file:font-medium"
            onChange={(event) => take(event.target.files?.[0])}
          />
          {logo && (
            <Button look="ghost" onClick={() => onChange(null)}>
              Remove
            </Button>
          )}
        </div>
      )}
    </Field>
  );
}
