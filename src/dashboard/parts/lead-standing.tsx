import type { LastEvent } from "#modules/leads/contract/leads.ts";
import type { CampaignStatus } from "#platform/rules/choices.ts";
import { lower, words } from "#dashboard/lib/format.ts";
import { Say } from "#dashboard/words/say.tsx";
import { t } from "#dashboard/words/words.ts";
import { LocalTime } from "./time.tsx";

/** What a list says of a lead's place in a campaign. */
type Place = {
  /** Of the lead in the campaign. */
  readonly status: string;
  readonly skipReason: string | null;
  readonly nextSendAt: string | null;
  readonly heldUntil?: string | null;
  readonly decidedBy: string | null;
  readonly campaignStatus: CampaignStatus;
  /** The lead's status stands beside it and is not repeated. */
  readonly hasStatus?: boolean;
};

const CAMPAIGN: Readonly<Record<CampaignStatus, string>> = {
  draft: t("Campaign not started"),
  paused: t("Campaign paused"),
  completed: t("Campaign completed"),
  active: t("Waits for the campaign"),
};
const REASONS: Readonly<Record<string, string>> = {
  task: t("Waits for a task"),
  unsubscribed: t("Unsubscribed"),
  bounced: t("Bounced"),
  suppressed: t("Suppressed"),
  invalid: t("Invalid address"),
  risky: t("Risky address"),
  in_flight: t("Being sent"),
  paused: t("Paused"),
  held: t("Deferred"),
};

/** Why a lead gets no email; null where the next one is only to come. */
export function keptBackWords(place: Place): string | null {
  const { decidedBy: rule, status, skipReason } = place;
  if (rule === null) return null;
  if (rule === "finished" && place.hasStatus) return skipReason && words(skipReason);
  if (rule === "finished") {
    return skipReason ? `${words(status)}: ${lower(words(skipReason))}` : words(status);
  }
  return rule === "campaign" ? CAMPAIGN[place.campaignStatus] : (REASONS[rule] ?? words(rule));
}

/** When the next email is due, or why there is none. */
export function NextMail({ place, zone }: { place: Place; zone?: string }) {
  const why = keptBackWords(place);
  const until = place.heldUntil ?? null;
  if (why !== null) {
    return (
      <span className="block truncate text-text-2" title={why}>
        {until && (place.decidedBy === "held" || place.decidedBy === "paused") ? (
          <Say
            id="{why} until <0/>"
            values={{ why }}
            parts={{ 0: <LocalTime at={until} {...(zone && { zone })} /> }}
          />
        ) : (
          why
        )}
      </span>
    );
  }
  if (place.nextSendAt === null || place.decidedBy !== null)
    return <span className="text-text-3">{t("none")}</span>;
  return Date.parse(place.nextSendAt) <= Date.now() ? (
    <span title={t("It leaves as soon as hours, limits and mailboxes allow it.")}>{t("Due")}</span>
  ) : (
    <LocalTime at={place.nextSendAt} {...(zone && { zone })} />
  );
}

/** What happened last, and when. */
export function EventCell({ event, zone }: { event: LastEvent | null; zone?: string }) {
  if (event === null) return <span className="text-text-3">{t("none")}</span>;
  return (
    <span className="block truncate">
      {words(event.type)}{" "}
      <span className="text-text-3">
        <LocalTime at={event.at} {...(zone && { zone })} />
      </span>
    </span>
  );
}
