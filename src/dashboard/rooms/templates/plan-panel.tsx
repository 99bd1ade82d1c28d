import { Panel } from "#dashboard/parts/panel.tsx";
import { FLAGS, NUMBERS } from "#dashboard/rooms/campaigns/settings-fields.ts";
import { t } from "#dashboard/words/words.ts";

type Window = { readonly days: readonly number[]; readonly start: string; readonly end: string };

/** The settings that campaigns made of the template get. */
export function PlanPanel({ settings }: { settings: Readonly<Record<string, unknown>> }) {
  const facts = factsOf(settings);
  return (
    <Panel title={t("Settings")}>
      {facts.length === 0 ? (
        <p className="text-text-2">
          {t("Campaigns made of it get the defaults of their workspace.")}
        </p>
      ) : (
        <dl className="grid gap-1 text-13">
          {facts.map(([name, value]) => (
            <div key={name} className="flex items-baseline justify-between gap-4">
              <dt className="text-text-3">{name}</dt>
              <dd className="text-right">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <p className="mt-3 text-12 text-text-3">
        {t(
          "To change settings, use the template, change the campaign, and save it as this template.",
        )}
      </p>
    </Panel>
  );
}

const DAYS = [t("Mon"), t("Tue"), t("Wed"), t("Thu"), t("Fri"), t("Sat"), t("Sun")] as const;

function factsOf(settings: Readonly<Record<string, unknown>>): (readonly [string, string])[] {
  const { schedule, daily_limit: limit, tags, mailbox_tags: mailboxTags } = settings;
  // Checked when they were stored.
  const windows = (schedule as { windows?: readonly Window[] } | undefined)?.windows ?? [];
  const list = (value: unknown): string =>
    Array.isArray(value) && value.length > 0 ? value.join(", ") : "";
  return [
    ...windows.map(
      ({ days, start, end }) => [daysOf(days), t("{start} to {end}", { start, end })] as const,
    ),
    ...FLAGS.flatMap(([, flags]) => flags).flatMap(([name, label]) =>
      typeof settings[name] === "boolean"
        ? [[label, settings[name] ? t("On") : t("Off")] as const]
        : [],
    ),
    ...NUMBERS.flatMap(([name, label, none]) =>
      typeof settings[name] === "number"
        ? [[label, settings[name] === 0 ? none : String(settings[name])] as const]
        : [],
    ),
    ...(typeof limit === "number" ? [[t("Emails per day"), String(limit)] as const] : []),
    ...(list(tags) ? [[t("Tags"), list(tags)] as const] : []),
    ...(list(mailboxTags) ? [[t("Mailboxes tagged"), list(mailboxTags)] as const] : []),
  ];
}

/** "Mon to Fri", "Mon, Wed". */
function daysOf(days: readonly number[]): string {
  const names = days.map((day) => DAYS[day - 1] ?? "");
  const isRun = days.length > 2 && days.every((day, i) => day === (days[0] ?? 0) + i);
  return isRun ? t("{first} to {last}", { first: names[0], last: names.at(-1) }) : names.join(", ");
}
