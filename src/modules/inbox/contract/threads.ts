import { z } from "zod";
import { LISTS_TOO_DEEP, listTooDeep } from "#modules/campaigns/rules/template/list-depth.ts";
import type { CampaignId, MailboxId, UserId, WorkspaceId } from "#platform/rules/ids.ts";
import { MESSAGE_STATES, normaliseThreadStatus } from "#modules/inbox/rules/thread.ts";
import { MESSAGE_TYPES } from "#modules/delivery/rules/message-types.ts";
import { THREAD_STATUSES } from "#modules/campaigns/rules/thread-status.ts";
import {
  bodyId,
  EmailAddress,
  NullableTime,
  PageQuery,
  pathId,
  Time,
} from "#platform/contract/common.ts";

/** "Meeting Booked", MEETING_BOOKED and meeting-booked are one status. */
const StatusInput = z
  .string()
  .max(60)
  .transform((text, issues) => {
    const status = normaliseThreadStatus(text);
    if (status) return status;
    issues.addIssue({
      code: "custom",
      message: `Use one of ${THREAD_STATUSES.join(", ")}.`,
      params: { code: "unknown_status" },
    });
    return z.NEVER;
  });

const Flag = z.enum(["true", "false"]).transform((text) => text === "true");

export const ThreadsQuery = PageQuery.extend({
  status: StatusInput.optional(),
  mailbox_id: pathId<MailboxId>().optional(),
  campaign_id: pathId<CampaignId>().optional(),
  unread: Flag.optional(),
  /** `true`: the lead wrote last, and nobody has sorted the thread so that it asks for no answer. */
  awaiting_reply: Flag.optional(),
  /** `true`: snoozed; `false`: not snoozed. */
  snoozed: Flag.optional(),
  /** Whose it is, by the person's id; `none`: nobody's. */
  assigned_to: z.union([z.literal("none"), pathId<UserId>()]).optional(),
});
export type ThreadsQuery = z.output<typeof ThreadsQuery>;

/** Of the list over all workspaces. */
export const AllThreadsQuery = ThreadsQuery.omit({ page: true }).extend({
  workspace_id: pathId<WorkspaceId>()
    .optional()
    .describe("Of this workspace alone; campaign_id and mailbox_id are meant together with it."),
});
export type AllThreadsQuery = z.output<typeof AllThreadsQuery>;

export const ThreadStatusBody = z.strictObject({ status: StatusInput });
export type ThreadStatusBody = z.output<typeof ThreadStatusBody>;

/** What GET shows and this route does not change. */
const shown = z.unknown().optional();

/**
 * Fields left out keep their value; what GET shows may be put back as it is. Who reads on the
 * screen says so: reading by GET changes nothing.
 */
export const ThreadPatch = z.strictObject({
  is_unread: z.boolean().optional(),
  /** A person who may enter the workspace; null is nobody. */
  assigned_to: bodyId<UserId>().nullable().optional(),
  snoozed_until: z.iso.datetime({ offset: true }).nullable().optional(),
  tags: z.array(z.string().trim().min(1).max(60)).max(50).optional(),
  id: shown,
  workspace_id: shown,
  status: shown,
  lead_id: shown,
  lead: shown,
  campaign_id: shown,
  campaign_name: shown,
  mailbox_id: shown,
  mailbox: shown,
  subject: shown,
  message_count: shown,
  last_message_at: shown,
  last_direction: shown,
  snippet: shown,
  messages: shown,
  created_at: shown,
  updated_at: shown,
});
export type ThreadPatch = z.output<typeof ThreadPatch>;

/** Longer than any answer; well below a request's 256 KB. */
const MAX_BODY = 100_000;

/** One body suffices: the text is made from the HTML, and a text alone is sent as plain text. */
export const ReplyBody = z
  .strictObject({
    body_html: z
      .string()
      .max(MAX_BODY)
      .refine((html) => listTooDeep(html) < 0, LISTS_TOO_DEEP)
      .optional(),
    body_text: z.string().max(MAX_BODY).optional(),
    cc: z.array(EmailAddress).max(20).optional(),
    bcc: z.array(EmailAddress).max(20).optional(),
    /** Kept until then; a time that has passed is now. */
    send_at: z.iso.datetime({ offset: true }).optional(),
    /** Another mailbox than the thread's. */
    mailbox_id: bodyId<MailboxId>().optional(),
    /** Writes to suppressed recipients as well. */
    force: z.boolean().optional(),
  })
  .refine((body) => `${body.body_html ?? ""}${body.body_text ?? ""}`.trim() !== "", {
    path: ["body_text"],
    message: "Send body_html or body_text.",
    params: { code: "required" },
  });
export type ReplyBody = z.output<typeof ReplyBody>;

/** Seconds to wait for the outcome: people watch. 0 answers as soon as the mail is stored. */
export const ReplyQuery = z.object({ wait: z.coerce.number().int().min(0).max(20).default(15) });

/** A conversation with one lead about one campaign. */
export const Thread = z.object({
  id: z.int(),
  workspace_id: z.int(),
  lead_id: z.int().nullable(),
  /** Empty strings for a lead that was deleted. */
  lead: z.object({ email: z.string(), name: z.string(), company: z.string() }),
  campaign_id: z.int().nullable(),
  campaign_name: z.string(),
  mailbox_id: z.int(),
  mailbox: z.string(),
  subject: z.string(),
  status: z.enum(THREAD_STATUSES),
  is_unread: z.boolean(),
  message_count: z.int(),
  last_message_at: Time,
  last_direction: z.enum(["inbound", "outbound"]),
  /** What the last message says, without its quotation, at most 200 characters. */
  snippet: z.string(),
  assigned_to: z.int().nullable(),
  snoozed_until: NullableTime,
  tags: z.array(z.string()),
  created_at: Time,
  updated_at: Time,
});
export type Thread = z.output<typeof Thread>;

/** A thread with the workspace that it belongs to. */
export const ThreadOfWorkspace = Thread.extend({
  workspace: z
    .object({
      id: z
        .int()
        .describe("Id of the workspace, below whose path the thread is read and answered."),
      name: z.string().describe("Its name."),
    })
    .describe("The workspace that the thread belongs to."),
});
export type ThreadOfWorkspace = z.output<typeof ThreadOfWorkspace>;

export const Message = z.object({
  id: z.int(),
  direction: z.enum(["inbound", "outbound"]),
  type: z.enum(MESSAGE_TYPES),
  /** Position of the campaign's step; null for what is none. */
  step: z.int().nullable(),
  from: z.object({ email: z.string(), name: z.string() }),
  to: z.array(z.string()),
  cc: z.array(z.string()),
  /** Of what a person wrote here; nobody else sees them. */
  bcc: z.array(z.string()),
  subject: z.string(),
  text: z.string(),
  /** Received HTML is sanitised; it still belongs into a sandboxed frame. */
  html: z.string(),
  message_id: z.string(),
  in_reply_to: z.string().nullable(),
  /**
   * How a received mail found its conversation: header, report, subject, address, or domain, where
   * somebody else of the lead's company answers with our subject.
   */
  matched_by: z.string().nullable(),
  /** It could not be parsed: only its envelope is shown. The whole mail lies in the mailbox. */
  is_unreadable: z.boolean(),
  /** How far an outbound mail is; null for an inbound one. */
  state: z.enum(MESSAGE_STATES).nullable(),
  /** When a person wants it sent. */
  send_at: NullableTime,
  /** Why it failed, or what put its last try off: the server's words. */
  error: z.string().nullable(),
  /** When it left or came; for what has not left, when it is due. */
  sent_at: Time,
});
export type Message = z.output<typeof Message>;

export const ThreadWithMessages = Thread.extend({ messages: z.array(Message) });
export type ThreadWithMessages = z.output<typeof ThreadWithMessages>;
