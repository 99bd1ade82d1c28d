import { WEBHOOK_RECOVERY } from "#modules/events/rules/retry.ts";
import type { AttemptError, Webhook } from "#modules/events/contract/webhooks.ts";
import type { EventType } from "#modules/events/rules/event.ts";

export const EVENT_WORDS: Readonly<Record<EventType, string>> = {
  "lead.replied": "A person answered",
  "lead.bounced": "A mail came back",
  "lead.opened": "A person opened a mail for the first time",
  "lead.clicked": "A person followed a link for the first time",
  "lead.unsubscribed": "A person left",
  "campaign.started": "A campaign started",
  "campaign.paused": "A campaign paused, by hand or by itself",
  "campaign.completed": "Every lead of a campaign is done",
  "meeting.booked": "A thread was marked as booked",
};

/** Why an attempt failed, and what to look at. */
export const ATTEMPT_WORDS: Readonly<Record<AttemptError, string>> = {
  timeout: "No answer within 10 seconds",
  refused: "The receiver's server refused the connection",
  dns: "The receiver's name was not found",
  tls: "The receiver's certificate was not accepted",
  blocked: "The address is not allowed by the operator's network rules",
  reset: "The connection broke off",
  interrupted: "The attempt was interrupted by a restart and is made again",
  status: "The receiver answered, but not with 2xx",
};

/** The same in a table's cell. */
export const ATTEMPT_TERMS: Readonly<Record<AttemptError, string>> = {
  timeout: "No answer",
  refused: "Refused",
  dns: "Name not found",
  tls: "Bad certificate",
  blocked: "Not allowed",
  reset: "Broke off",
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
      return "Its secret can no longer be read. Give it again and switch it on.";
    case "manual":
    case null:
      return `It was switched off by hand. ${WEBHOOK_RECOVERY}`;
  }
}
