import { useQuery } from "@tanstack/react-query";
import { QUOTAS, type QuotaName, quotaState } from "#modules/accounts/rules/quota.ts";
import { quotaQuery } from "#dashboard/api/workspace.ts";
import { count } from "#dashboard/lib/format.ts";
import { day } from "#dashboard/lib/time.ts";
import { Meter } from "#dashboard/parts/meter.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";

const NAMES: Readonly<Record<QuotaName, string>> = {
  leads: t("Leads"),
  mailboxes: t("Mailboxes"),
  mails_month: t("Emails this month (UTC)"),
};
const TONES = { free: "ok", near: "warn", reached: "bad" } as const;

/** What admins allow the workspace, and what is used of it; nothing where nothing is limited. */
export function QuotaPanel() {
  const { wid } = useWorkspace();
  const { data } = useQuery(quotaQuery(wid));
  const limited = data ? QUOTAS.filter((name) => data[name].limit !== null) : [];
  if (!data || limited.length === 0) return null;
  return (
    <Panel title={t("Quota")}>
      <dl className="grid gap-4">
        {limited.map((name) => {
          const { limit, used } = data[name];
          const said = t("{used} of {limit}", { used: count(used), limit: count(limit ?? 0) });
          const share = limit ? Math.min(100, (used / limit) * 100) : 100;
          return (
            <div key={name} className="grid gap-1">
              <dt className="text-text-2">{NAMES[name]}</dt>
              <dd className="flex items-center gap-3">
                <span className="min-w-0 flex-1">
                  <Meter
                    label={`${NAMES[name]}: ${said}`}
                    parts={[{ value: share, tone: TONES[quotaState(limit, used)] }]}
                  />
                </span>
                <span className="flex-none">{said}</span>
              </dd>
            </div>
          );
        })}
      </dl>
      <p className="mt-4 text-12 text-text-3">
        {t("An admin sets these. Emails count from zero on {date}.", {
          date: day(data.resets_at),
        })}
      </p>
    </Panel>
  );
}
