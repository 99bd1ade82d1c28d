import type { Lead } from "#modules/leads/contract/leads.ts";
import { Status } from "#dashboard/parts/status.tsx";
import { t } from "#dashboard/words/words.ts";

/** First and last name of a lead; empty where neither is known. */
export const leadNameOf = (lead: Pick<Lead, "first_name" | "last_name">): string =>
  `${lead.first_name} ${lead.last_name}`.trim();

/** The tags of a lead as far as there is room; the rest is in the title. */
export function TagChips({ names }: { names: readonly string[] }) {
  return (
    <span className="flex gap-1 overflow-hidden" title={names.join(", ")}>
      {names.map((name) => (
        <span key={name} className="tag min-w-0 shrink-0 last:shrink">
          <span className="truncate">{name}</span>
        </span>
      ))}
    </span>
  );
}

type Standing = Pick<Lead, "bounced_at" | "unsubscribed_at" | "is_suppressed">;
/** Whether nothing is sent to a lead. */
export const isUnwritten = (lead: Standing): boolean =>
  lead.bounced_at !== null || lead.unsubscribed_at !== null || lead.is_suppressed;

/** Why nothing is sent to a lead; empty where it may be written to. */
export function Stands({ lead }: { lead: Standing }) {
  if (lead.bounced_at)
    return (
      <Status tone="bad" shape="octagon">
        {t("Bounced")}
      </Status>
    );
  if (lead.unsubscribed_at)
    return (
      <Status tone="plain" shape="pause">
        {t("Unsubscribed")}
      </Status>
    );
  if (lead.is_suppressed)
    return (
      <Status tone="bad" shape="octagon">
        {t("Suppressed")}
      </Status>
    );
  return null;
}
