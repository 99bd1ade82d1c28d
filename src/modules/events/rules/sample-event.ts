import { type UnixMs } from "#platform/rules/ids.ts";
import { iso } from "#platform/rules/time.ts";
import { eventBody, type EventData, type EventType } from "./event.ts";

/**
 * The body of a test request: a made-up event of that type with `"test": true` in its data, so that
 * a receiver can distinguish it from a real one.
 */
export function sampleBody(type: EventType, workspaceId: number, at: UnixMs): string {
  const data = { ...sampleData(iso(at))[type], test: true };
  return eventBody(type, workspaceId, iso(at), data as never);
}

const LEAD = {
  lead_id: 0,
  lead_email: "jane.doe@example.com",
  lead_name: "Jane Doe",
  company: "Example Ltd",
  campaign_id: 0,
  campaign_name: "Test campaign",
  step: 1,
  variant: "control",
  mailbox: "sender@example.com",
  message_id: "test@example.com",
};

const CAMPAIGN = {
  campaign_id: 0,
  campaign_name: "Test campaign",
  reason: "manual",
  bounce_rate: 0,
  sample: 0,
  triggered_by: "system",
};

const NEWS = {
  lead_id: 0,
  lead_email: "jane.doe@example.com",
  lead_name: "Jane Doe",
  company: "Example Ltd",
  campaign_id: 0,
  campaign_name: "Test campaign",
};

const sampleData = (now: string): EventData => ({
  "lead.replied": {
    ...LEAD,
    snippet: "Thanks, let us talk on Thursday.",
    subject: "Re: Hello",
    thread_id: 0,
    reply_message_id: "test-reply@example.com",
    replied_at: now,
    is_first: true,
    category: "meeting_request",
  },
  "lead.bounced": {
    ...LEAD,
    bounce_type: "hard",
    block: false,
    code: "5.1.1",
    reason: "No such user",
    source: "smtp",
  },
  "lead.opened": { ...LEAD, opened_at: now, user_agent_family: "browser", is_first: true },
  "lead.clicked": { ...LEAD, url: "https://example.com/", clicked_at: now },
  "lead.unsubscribed": { ...LEAD, source: "link", unsubscribed_at: now },
  "campaign.started": { ...CAMPAIGN, status: "active", previous_status: "draft" },
  "campaign.paused": { ...CAMPAIGN, status: "paused", previous_status: "active" },
  "campaign.completed": {
    ...CAMPAIGN,
    status: "completed",
    previous_status: "active",
    totals: { leads: 0, sent: 0, replied: 0, positive_replies: 0, bounced: 0, unsubscribed: 0 },
  },
  "meeting.booked": { ...LEAD, thread_id: 0, previous_status: "interested", marked_by: "system" },
  "reply.positive": {
    ...NEWS,
    thread_id: 0,
    category: "interested",
    category_source: "person",
    set_at: now,
  },
  "rule.matched": { ...NEWS, rule_id: 0, when: "reply", matched_at: now },
  "task.due": {
    ...NEWS,
    task_key: "test",
    kind: "call",
    text: "Call Jane Doe",
    due_at: now,
    assigned_to: null,
  },
  "receipts.head": {
    day: now.slice(0, 10),
    count: 1,
    last: "0".repeat(64),
    previous: "",
    at: now,
    key: "",
    signature: "",
  },
});
