import type { Step } from "#modules/campaigns/contract/steps.ts";
import type { SettingField, StepField } from "#modules/campaigns/rules/publishing/content.ts";
import { typedTextOf } from "#dashboard/rooms/campaigns/steps/mail-text.ts";
import { t } from "#dashboard/words/words.ts";

/** What people call the fields that a draft changes. */
export const FIELD_NAMES: Readonly<Record<StepField | SettingField, string>> = {
  delay: t("Wait"),
  delay_unit: t("Unit of the wait"),
  subject: t("Subject"),
  body_html: t("Message"),
  body_text: t("Plain text"),
  variants: t("Variants"),
  task: t("Task"),
  schedule: t("Schedule"),
  daily_limit: t("Emails a day"),
  max_new_leads_per_day: t("New leads a day"),
};

/** A value of a field as text; variants have their HTML under the name of their columns. */
export function valueWords(field: StepField | SettingField, value: unknown): string {
  if (value === null || value === undefined) return field === "daily_limit" ? t("No limit") : "";
  if (field === "body_html") return typedTextOf(plain(value)) ?? plain(value);
  if (field === "variants") return (value as Arm[]).map(armWords).join("\n\n");
  if (field === "task") return (value as NonNullable<Step["task"]>).text;
  if (field === "schedule") return scheduleWords(value as Schedule);
  return plain(value);
}

/** A field that is a text or a number. */
const plain = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";

type Arm = Step["variants"][number] & { readonly body_html: string };
type Schedule = {
  readonly timezone: string;
  readonly windows: readonly { readonly days: readonly number[]; start: string; end: string }[];
};

const armWords = ({ label, subject, weight, is_active: isActive, ...arm }: Arm): string =>
  [
    `${label}, ${isActive ? `${weight}%` : "off"}${subject ? `: ${subject}` : ""}`,
    typedTextOf(arm.body_html) ?? arm.body_html,
  ].join("\n");

const DAYS = [t("Mon"), t("Tue"), t("Wed"), t("Thu"), t("Fri"), t("Sat"), t("Sun")] as const;

const scheduleWords = ({ timezone, windows }: Schedule): string =>
  [
    ...windows.map(({ days, start, end }) =>
      t("{value} {start} to {end}", {
        value: days.map((one) => DAYS[one - 1]).join(", "),
        start,
        end,
      }),
    ),
    timezone,
  ].join("\n");
