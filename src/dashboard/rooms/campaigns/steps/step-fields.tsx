import { Trash2 } from "lucide-react";
import type { Step } from "#modules/campaigns/contract/steps.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { SelectField, TextField } from "#dashboard/parts/field.tsx";
import { t } from "#dashboard/words/words.ts";

type Variant = Step["variants"][number];

/** How often a variant is sent, and whether. */
export function VariantFields({
  variant,
  disabled,
  onChange,
  onRemove,
}: {
  variant: Variant;
  disabled: boolean;
  onChange: (part: Partial<Variant>) => void;
  onRemove: () => void;
}) {
  return (
    <div className="flex flex-wrap items-end gap-4">
      <div className="w-32">
        <TextField
          label={t("Share (%)")}
          type="number"
          min={1}
          max={100}
          value={variant.weight}
          disabled={disabled}
          onChange={(event) => {
            const weight = Math.max(1, Math.min(100, Number(event.target.value) || 1));
            onChange({ weight });
          }}
        />
      </div>
      <label className="check min-h-8 items-center!">
        <input
          type="checkbox"
          className="mt-0!"
          checked={variant.is_active}
          disabled={disabled}
          onChange={(event) => onChange({ is_active: event.target.checked })}
        />
        {t("Active")}
      </label>
      {!disabled && (
        <Button look="ghost" className="ml-auto" onClick={onRemove}>
          <Trash2 size={16} aria-hidden="true" />
          {t("Delete variant")}
        </Button>
      )}
    </div>
  );
}

type Wait = Pick<Step, "delay" | "delay_unit">;

/** How long after the step before it a mail is due. */
export function WaitFields({
  wait,
  disabled,
  error,
  onChange,
}: {
  wait: Wait;
  disabled: boolean;
  error: string | null;
  onChange: (part: Partial<Wait>) => void;
}) {
  return (
    <div className="flex flex-wrap items-end gap-2">
      <div className="w-24">
        <TextField
          label={t("Wait")}
          type="number"
          min={0}
          value={wait.delay}
          disabled={disabled}
          error={error}
          onChange={(event) =>
            onChange({ delay: Math.max(0, Math.round(Number(event.target.value) || 0)) })
          }
        />
      </div>
      <div className="w-28">
        <SelectField
          label={t("Unit of time")}
          hideLabel
          value={wait.delay_unit}
          disabled={disabled}
          onChange={(event) => {
            const unit = (["minutes", "hours", "days"] as const).find(
              (known) => known === event.target.value,
            );
            if (unit) onChange({ delay_unit: unit });
          }}
        >
          <option value="minutes">{t("minutes")}</option>
          <option value="hours">{t("hours")}</option>
          <option value="days">{t("days")}</option>
        </SelectField>
      </div>
      <span className="pb-1.5 text-12 text-text-3">{t("after the previous step")}</span>
    </div>
  );
}
