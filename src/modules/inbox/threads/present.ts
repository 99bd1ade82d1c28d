import type { Message, Thread, ThreadMatch } from "#modules/inbox/contract/threads.ts";
import { forColleagues, withoutTracking } from "#modules/inbox/rules/own-copy.ts";
import { ownIdIn } from "#modules/delivery/rules/server-message-id.ts";
import { iso, isoOrNull } from "#platform/rules/time.ts";
import type { MessageRow, ThreadRow } from "./store.ts";

export const presentThread = (
  { thread, ...names }: ThreadRow,
  match: ThreadMatch | null = null,
): Thread => ({
  id: thread.id,
  workspace_id: thread.workspaceId,
  lead_id: thread.leadId,
  lead: {
    email: names.email ?? "",
    name: [names.firstName, names.lastName].filter(Boolean).join(" "),
    company: names.company ?? "",
  },
  campaign_id: thread.campaignId,
  campaign_name: names.campaign ?? "",
  mailbox_id: thread.mailboxId,
  mailbox: names.mailbox ?? "",
  subject: thread.subject,
  status: thread.status,
  is_unread: thread.isUnread,
  message_count: thread.messageCount,
  last_message_at: iso(thread.lastMessageAt),
  last_direction: thread.lastDirection,
  snippet: thread.snippet,
  assigned_to: thread.assignedTo,
  snoozed_until: isoOrNull(thread.snoozedUntil),
  tags: thread.tags,
  ...presentCategory(thread),
  successor:
    thread.successorEmail === null
      ? null
      : { email: thread.successorEmail, name: thread.successorName ?? "" },
  match,
  created_at: iso(thread.createdAt),
  updated_at: iso(thread.updatedAt),
});

const presentCategory = (
  row: Pick<
    ThreadRow["thread"],
    "category" | "categorySource" | "categoryWords" | "categoryConfidence"
  >,
) => ({
  category: row.category,
  category_source: row.categorySource,
  category_words: row.categoryWords,
  category_confidence: row.categoryConfidence,
});

export const presentMessage = (
  { message, step, sendState, mail }: MessageRow,
  secrets: readonly string[],
): Message => ({
  id: message.id,
  direction: message.direction,
  type: message.type,
  step: message.type === "campaign" ? step : null,
  from: { email: message.fromEmail, name: message.fromName },
  to: message.toEmails,
  cc: message.ccEmails,
  bcc: mail?.bcc ?? [],
  subject: message.subject,
  text: message.text,
  html: forColleagues(
    message.direction === "outbound" ? withoutTracking(message.html, secrets) : message.html,
    secrets,
  ),
  message_id: message.messageId,
  in_reply_to: message.inReplyTo === null ? null : ownIdIn(message.inReplyTo),
  matched_by: message.matchedBy,
  is_unreadable: message.isUnreadable,
  attachments: message.attachments.map(({ name, type, size, inline }, index) => ({
    number: index + 1,
    name,
    type,
    size,
    inline,
  })),
  ...presentCategory(message),
  state: message.direction === "inbound" ? null : stateOf(mail, sendState),
  send_at: isoOrNull(mail?.sendAt ?? null),
  error: mail?.state === "failed" || mail?.state === "queued" ? mail.smtpResponse : null,
  sent_at: iso(mail?.state === "queued" ? mail.dueAt : message.sentAt),
});

/** A claim that has not reached a server is still in the queue to anybody who looks. */
function stateOf(
  mail: MessageRow["mail"],
  sendState: MessageRow["sendState"],
): NonNullable<Message["state"]> {
  const state = mail?.state ?? sendState ?? "sent";
  if (state === "queued" && mail?.sendAt != null && mail.attempts === 0) return "scheduled";
  if (state === "leased") return "queued";
  return state === "skipped" ? "cancelled" : state;
}
