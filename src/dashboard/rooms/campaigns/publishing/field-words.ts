import type { Step } from "#modules/campaigns/contract/steps.ts";
import type { SettingField, StepField } from "#modules/campaigns/rules/publishing/content.ts";
import { typedTextOf } from "#dashboard/rooms/campaigns/steps/mail-text.ts";
import { SHORT_DAYS } from "#dashboard/rooms/campaigns/schedule/week.ts";
import { t } from "#dashboard/words/words.ts";

/** What people call the fields that a draft changes. */
export const DRAFT_FIELD_NAMES: Readonly<Record<StepField | SettingField, string>> = {
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

export const UNIT_NAMES: Readonly<Record<Step["delay_unit"], string>> = {
  minutes: t("minutes"),
  hours: t("hours"),
  days: t("days"),
};

/** A wait as text: "3 days". */
export function waitWords(n: number, unit: Step["delay_unit"]): string {
  switch (unit) {
    case "minutes":
      return t("{n, plural, one {# minute} other {# minutes}}", { n });
    case "hours":
      return t("{n, plural, one {# hour} other {# hours}}", { n });
    case "days":
      return t("{n, plural, one {# day} other {# days}}", { n });
  }
}

/** A value of a field as text; variants have their HTML under the name of their columns. */
export function valueWords(field: StepField | SettingField, value: unknown): string {
  if (value === null || value === undefined) return field === "daily_limit" ? t("No limit") : "";
  if (field === "delay_unit") return UNIT_NAMES[value as Step["delay_unit"]];
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
    `${label}, ${isActive ? `${weight}%` : t("off")}${subject ? `: ${subject}` : ""}`,
    typedTextOf(arm.body_html) ?? arm.body_html,
  ].join("\n");

const scheduleWords = ({ timezone, windows }: Schedule): string =>
  [
    ...windows.map(({ days, start, end }) =>
      t("{days} {start} to {end}", {
        days: days.map((one) => SHORT_DAYS[one - 1]).join(", "),
        start,
        end,
      }),
    ),
    timezone,
  ].join("\n");
