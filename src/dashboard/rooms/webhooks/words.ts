import { WEBHOOK_RECOVERY } from "#modules/events/rules/retry.ts";
import type { AttemptError, Webhook } from "#modules/events/contract/webhooks.ts";
import {
  ATTEMPT_OUTCOMES,
  type AttemptOutcome,
  EVENT_TYPES,
  type EventType,
} from "#modules/events/rules/event.ts";
import type { LogsSearch } from "./search.ts";

export const EVENT_WORDS: Readonly<Record<EventType, string>> = {
  "lead.replied": "A lead replied",
  "lead.bounced": "An email bounced",
  "lead.opened": "A lead opened an email for the first time",
  "lead.clicked": "A lead clicked a link for the first time",
  "lead.unsubscribed": "A lead unsubscribed",
  "campaign.started": "A campaign started",
  "campaign.paused": "A campaign was paused, manually or automatically",
  "campaign.completed": "All leads of a campaign are finished",
  "meeting.booked": "A meeting was booked",
  "rule.matched": "A follow-up rule sent a webhook",
  "task.due": "A sequence waits for a task",
  "receipts.head": "The receipts of a day are final",
};

/** How deliveries that ended so are called. */
export const OUTCOME_WORDS: Readonly<Record<AttemptOutcome, string>> = {
  delivered: "Delivered",
  failed: "Failed",
  in_progress: "In progress",
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
  timeout: "No response within 10 seconds",
  refused: "The server refused the connection",
  dns: "The host name was not found",
  tls: "The TLS certificate is not valid",
  blocked: "The address is blocked by the network rules of this server",
  reset: "The connection was closed",
  interrupted: "Interrupted by a restart; it will be retried",
  status: "The response status is not 2xx",
};

/** The same in a table's cell. */
export const ATTEMPT_TERMS: Readonly<Record<AttemptError, string>> = {
  timeout: "No response",
  refused: "Refused",
  dns: "Host not found",
  tls: "Invalid certificate",
  blocked: "Blocked",
  reset: "Connection closed",
  interrupted: "Interrupted",
  status: "Not 2xx",
};

/** Why a webhook is off; null while it is on. */
export function whyOff({ is_active, disabled_reason }: Webhook): string | null {
  if (is_active) return null;
  switch (disabled_reason) {
    case "consecutive_failures":
      return `10 attempts in a row failed. ${WEBHOOK_RECOVERY}`;
    case "secret_unreadable":
      return "Its secret can no longer be read. Enter it again and turn the webhook on.";
    case "manual":
    case null:
      return `Turned off manually. ${WEBHOOK_RECOVERY}`;
  }
}
