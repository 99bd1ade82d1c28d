import { t } from "#dashboard/words/words.ts";
/** Two days (YYYY-MM-DD), of which each may be left open. */
export function DateRange({
  from,
  to,
  min,
  max,
  onChange,
}: {
  from: string | undefined;
  to: string | undefined;
  min: string | undefined;
  max: string | undefined;
  onChange: (change: { from?: string | undefined; to?: string | undefined }) => void;
}) {
  const ends = [
    ["from", t("From"), from],
    ["to", t("To"), to],
  ] as const;
  return ends.map(([end, label, value]) => (
    <label key={end} className="flex items-center gap-1 text-12 text-text-2">
      {label}
      <input
        className="in w-auto"
        type="date"
        min={min}
        max={max}
        value={value ?? ""}
        onChange={(event) => onChange({ [end]: event.target.value || undefined })}
      />
    </label>
  ));
}
