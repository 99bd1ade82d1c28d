import { TextField } from "#dashboard/parts/field.tsx";
import { t } from "#dashboard/words/words.ts";

/** A colour by its hex value, or picked. Empty is ours. */
export function AccentField({
  accent,
  error,
  onChange,
}: {
  accent: string;
  error: string | null;
  onChange: (accent: string) => void;
}) {
  const isColour = /^#[0-9a-f]{6}$/i.test(accent);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-3">
      <TextField
        label={t("Accent colour")}
        placeholder={t("#00697a, default")}
        spellCheck={false}
        autoComplete="off"
        hint={t("The text colour adapts to stay readable.")}
        value={accent}
        error={error}
        onChange={(event) => onChange(event.target.value.trim())}
      />
      <input
        type="color"
        className="swatch"
        aria-label={t("Choose a colour")}
        value={isColour ? accent.toLowerCase() : "#00697a"}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
