import { useQuery } from "@tanstack/react-query";
import { QUOTAS, quotaState } from "#modules/accounts/rules/quota.ts";
import { quotaQuery } from "#dashboard/api/workspace.ts";
import { count } from "#dashboard/lib/format.ts";
import { day } from "#dashboard/lib/time.ts";
import { Note } from "#dashboard/parts/states.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";

type Parts = { readonly used: string; readonly limit: string };

const SAID: Readonly<Record<(typeof QUOTAS)[number], (parts: Parts) => string>> = {
  leads: (parts) => t("{used} of {limit} leads", parts),
  mailboxes: (parts) => t("{used} of {limit} mailboxes", parts),
  mails_month: (parts) => t("{used} of {limit} emails of this month", parts),
};

/** Quotas of the workspace that are used up, or soon will be. */
export function QuotaNote() {
  const { wid } = useWorkspace();
  const { data } = useQuery(quotaQuery(wid));
  const close = data
    ? QUOTAS.flatMap((name) => {
        const { limit, used } = data[name];
        const state = quotaState(limit, used);
        return limit === null || state === "free" ? [] : [{ name, limit, used, state }];
      })
    : [];
  if (!data || close.length === 0) return null;
  const isReached = close.some(({ state }) => state === "reached");
  const waits = close.some(({ name, state }) => name === "mails_month" && state === "reached");
  return (
    <Note
      tone={isReached ? "bad" : "warn"}
      title={isReached ? t("A quota of this workspace is used up") : t("A quota is nearly used up")}
    >
      {close
        .map(({ name, limit, used }) => SAID[name]({ used: count(used), limit: count(limit) }))
        .join(", ")}
      . {waits && t("Sending continues on {date}.", { date: day(data.resets_at) }) + " "}
      {t("An admin can raise it.")}
    </Note>
  );
}
