import type { NoticeProvider } from "./notices.ts";
/** What webhooks and services can be sent. */
export const EVENT_TYPES = [
  "lead.replied",
  "lead.bounced",
  "lead.opened",
  "lead.clicked",
  "lead.unsubscribed",
  "campaign.started",
  "campaign.paused",
  "campaign.completed",
  "meeting.booked",
  "reply.positive",
  "rule.matched",
  "task.due",
  "receipts.head",
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** How an attempt to report one to a webhook ended: with 2xx, without, or not yet. */
export const ATTEMPT_OUTCOMES = ["delivered", "failed", "in_progress"] as const;
export type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number];

/** What every lead event carries. Unknown strings are "", never null. */
export type LeadEventBase = {
  readonly lead_id: number;
  readonly lead_email: string;
  readonly lead_name: string;
  readonly company: string;
  readonly campaign_id: number;
  readonly campaign_name: string;
  readonly step: number;
  readonly variant: string;
  readonly mailbox: string;
  readonly message_id: string;
};

/** What an event says of a lead where no mail is what it is about. Unknown strings are "", an unknown campaign is 0. */
export type LeadNews = {
  readonly lead_id: number;
  readonly lead_email: string;
  readonly lead_name: string;
  readonly company: string;
  readonly campaign_id: number;
  readonly campaign_name: string;
};

type CampaignEventData = {
  readonly campaign_id: number;
  readonly campaign_name: string;
  readonly status: string;
  readonly previous_status: string;
  readonly reason: string;
  readonly bounce_rate: number;
  readonly sample: number;
  /** `user:<id>`, `key:<id>`, `install_key:<id>`, or `system`. */
  readonly triggered_by: string;
};

/** `data` of each event. */
export type EventData = {
  "lead.replied": LeadEventBase & {
    readonly snippet: string;
    readonly subject: string;
    readonly thread_id: number;
    readonly reply_message_id: string;
    readonly replied_at: string;
    readonly is_first: boolean;
    /** What the reply says by the rules, when the event happened. */
    readonly category: string;
  };
  "lead.bounced": LeadEventBase & {
    readonly bounce_type: "hard" | "soft";
    readonly block: boolean;
    readonly code: string;
    readonly reason: string;
    readonly source: string;
  };
  "lead.opened": LeadEventBase & {
    readonly opened_at: string;
    readonly user_agent_family: string;
    readonly is_first: true;
  };
  "lead.clicked": LeadEventBase & { readonly url: string; readonly clicked_at: string };
  "lead.unsubscribed": LeadEventBase & {
    /** A provider's name: they left its list. `reply`: they asked for it. */
    readonly source: "link" | "one_click" | "mailto" | "reply" | NoticeProvider;
    readonly unsubscribed_at: string;
  };
  "campaign.started": CampaignEventData;
  "campaign.paused": CampaignEventData;
  "campaign.completed": CampaignEventData & {
    readonly totals: {
      readonly leads: number;
      readonly sent: number;
      readonly replied: number;
      readonly positive_replies: number;
      readonly bounced: number;
      readonly unsubscribed: number;
    };
  };
  "meeting.booked": LeadEventBase & {
    readonly thread_id: number;
    readonly previous_status: string;
    readonly marked_by: string;
  };
  "reply.positive": LeadNews & {
    readonly thread_id: number;
    readonly category: string;
    /** The AI or a person: what the rules read stands in `lead.replied`. */
    readonly category_source: "ai" | "person";
    readonly set_at: string;
  };
  "rule.matched": LeadNews & {
    readonly rule_id: number;
    /** What it waited for: `reply`, `clicked`, `opened`, `no_reply`, `field`. */
    readonly when: string;
    readonly matched_at: string;
  };
  "task.due": LeadNews & {
    /** Names the task: `key` in its answer. */
    readonly task_key: string;
    readonly kind: string;
    readonly text: string;
    readonly due_at: string;
    /** Null: nobody in particular. */
    readonly assigned_to: number | null;
  };
  "receipts.head": {
    readonly day: string;
    readonly count: number;
    readonly last: string;
    readonly previous: string;
    readonly at: string;
    readonly key: string;
    readonly signature: string;
  };
};

/** The body of a delivery: exactly these four fields, in this order: receivers check a signature over its bytes. */
export function eventBody<T extends EventType>(
  type: T,
  workspaceId: number,
  timestamp: string,
  data: EventData[T],
): string {
  return JSON.stringify({ event: type, workspace_id: String(workspaceId), timestamp, data });
}
