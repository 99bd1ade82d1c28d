import type { Message, Thread } from "#contract/threads.ts";
import { withoutTracking } from "#domain/mail/own-copy.ts";
import { iso, isoOrNull } from "#domain/time.ts";
import type { MessageRow, ThreadRow } from "./store.ts";

export const presentThread = ({ thread, ...names }: ThreadRow): Thread => ({
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
  created_at: iso(thread.createdAt),
  updated_at: iso(thread.updatedAt),
});

export const presentMessage = ({ message, step }: MessageRow, trackingSecret: string): Message => ({
  id: message.id,
  direction: message.direction,
  type: message.type,
  step: message.type === "campaign" ? step : null,
  from: { email: message.fromEmail, name: message.fromName },
  to: message.toEmails,
  cc: message.ccEmails,
  subject: message.subject,
  text: message.text,
  html:
    message.direction === "outbound" ? withoutTracking(message.html, trackingSecret) : message.html,
  message_id: message.messageId,
  in_reply_to: message.inReplyTo,
  matched_by: message.matchedBy,
  sent_at: iso(message.sentAt),
});
