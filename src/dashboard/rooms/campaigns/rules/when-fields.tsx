import type { Step } from "#modules/campaigns/contract/steps.ts";
import { REPLY_CATEGORIES, type ReplyCategory } from "#modules/delivery/rules/reply-categories.ts";
import { words } from "#dashboard/lib/format.ts";
import { Check, SelectField, TextField } from "#dashboard/parts/field.tsx";
import { t } from "#dashboard/words/words.ts";
import type { When } from "./rule-draft.ts";

/** The rest of "When ...". */
export function WhenFields({
  when,
  steps,
  onChange,
}: {
  when: When;
  steps: readonly Step[];
  onChange: (when: When) => void;
}) {
  switch (when.type) {
    case "reply":
      return (
        <fieldset className="flex flex-wrap gap-x-4 gap-y-1">
          <legend className="sr-only">{t("Categories")}</legend>
          {REPLY_CATEGORIES.map((category) => (
            <Check
              key={category}
              label={words(category)}
              checked={when.categories.includes(category)}
              onChange={(event) =>
                onChange({
                  ...when,
                  categories: chosen(when.categories, category, event.target.checked),
                })
              }
            />
          ))}
        </fieldset>
      );
    case "clicked":
      return (
        <TextField
          label={t("Link")}
          value={when.url ?? ""}
          placeholder={t("Any link, default")}
          hint={t("The address as the email has it.")}
          onChange={(event) => onChange({ ...when, url: event.target.value || null })}
        />
      );
    case "opened":
      return (
        <TextField
          label={t("Times")}
          type="number"
          min={1}
          value={when.times}
          hint={t("Opens by people, of all emails of the campaign. Many mail programs hide them.")}
          onChange={(event) => onChange({ ...when, times: Number(event.target.value) || 1 })}
        />
      );
    case "no_reply":
      return (
        <div className="flex flex-wrap gap-2">
          <div className="w-24">
            <TextField
              label={t("Days")}
              type="number"
              min={1}
              value={when.days}
              onChange={(event) => onChange({ ...when, days: Number(event.target.value) || 1 })}
            />
          </div>
          <div className="min-w-40 flex-1">
            <SelectField
              label={t("After")}
              value={when.step_id}
              onChange={(event) => onChange({ ...when, step_id: Number(event.target.value) })}
            >
              {steps
                .filter(({ type }) => type === "email")
                .map(({ id, position, subject }) => (
                  <option key={id} value={id}>
                    {t("Step {position}", { position })}
                    {subject && `: ${subject}`}
                  </option>
                ))}
            </SelectField>
          </div>
        </div>
      );
    case "field":
      return (
        <div className="flex flex-wrap gap-2">
          <div className="min-w-40 flex-1">
            <TextField
              label={t("Custom field")}
              value={when.field}
              onChange={(event) => onChange({ ...when, field: event.target.value })}
            />
          </div>
          <div className="min-w-40 flex-1">
            <TextField
              label={t("Value")}
              value={when.equals}
              onChange={(event) => onChange({ ...when, equals: event.target.value })}
            />
          </div>
        </div>
      );
  }
}

const chosen = (
  all: readonly ReplyCategory[],
  one: ReplyCategory,
  isChosen: boolean,
): ReplyCategory[] => (isChosen ? [...all, one] : all.filter((category) => category !== one));
