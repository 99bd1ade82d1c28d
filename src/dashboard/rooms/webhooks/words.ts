import type { AttemptError, Webhook } from "#modules/events/contract/webhooks.ts";
import {
  ATTEMPT_OUTCOMES,
  type AttemptOutcome,
  EVENT_TYPES,
  type EventType,
} from "#modules/events/rules/event.ts";
import type { LogsSearch } from "./search.ts";
import { t } from "#dashboard/words/words.ts";

export const EVENT_WORDS: Readonly<Record<EventType, string>> = {
  "lead.replied": t("A lead replied"),
  "lead.bounced": t("An email bounced"),
  "lead.opened": t("A lead opened an email for the first time"),
  "lead.clicked": t("A lead clicked a link for the first time"),
  "lead.unsubscribed": t("A lead unsubscribed"),
  "campaign.started": t("A campaign started"),
  "campaign.paused": t("A campaign was paused, manually or automatically"),
  "campaign.completed": t("All leads of a campaign are finished"),
  "meeting.booked": t("A meeting was booked"),
  "reply.positive": t("A reply was sorted as positive later"),
  "rule.matched": t("A follow-up rule sent a webhook"),
  "task.due": t("A sequence waits for a task"),
  "receipts.head": t("The receipts of a day are final"),
};

/** How deliveries that ended so are called. */
export const OUTCOME_WORDS: Readonly<Record<AttemptOutcome, string>> = {
  delivered: t("Delivered"),
  failed: t("Failed"),
  in_progress: t("In progress"),
};

/** What is shown of deliveries: those of a known event and result. */
export type LogsChoice = { readonly event?: EventType; readonly outcome?: AttemptOutcome };

export function chosenOf(search: LogsSearch): LogsChoice {
  const event = EVENT_TYPES.find((known) => known === search.event);
  const outcome = ATTEMPT_OUTCOMES.find((known) => known === search.outcome);
  return { ...(event && { event }), ...(outcome && { outcome }) };
}

/** Why an attempt failed, and what to look at. */
export const ATTEMPT_WORDS: Readonly<Record<AttemptError, string>> = {
  timeout: t("No response within 10 seconds"),
  refused: t("The server refused the connection"),
  dns: t("The host name was not found"),
  tls: t("The TLS certificate is not valid"),
  blocked: t("The address is blocked by the network rules of this server"),
  reset: t("The connection was closed"),
  interrupted: t("Interrupted by a restart; it will be retried"),
  status: t("The response status is not 2xx"),
};

/** The same in a table's cell. */
export const ATTEMPT_TERMS: Readonly<Record<AttemptError, string>> = {
  timeout: t("No response"),
  refused: t("Refused"),
  dns: t("Host not found"),
  tls: t("Invalid certificate"),
  blocked: t("Blocked"),
  reset: t("Connection closed"),
  interrupted: t("Interrupted"),
  status: t("Not 2xx"),
};

/** How a webhook that is off comes back. */
export const RECOVERY = t(
  "Fix your endpoint, send a test, then turn the webhook on. It then receives the events of the last three days.",
);

/** Why a webhook is off; null while it is on. */
export function whyOff({ is_active, disabled_reason }: Webhook): string | null {
  if (is_active) return null;
  switch (disabled_reason) {
    case "consecutive_failures":
      return `${t("10 attempts in a row failed.")} ${RECOVERY}`;
    case "secret_unreadable":
      return t("Its secret can no longer be read. Enter it again and turn the webhook on.");
    case "manual":
    case null:
      return `${t("Turned off manually.")} ${RECOVERY}`;
  }
}
