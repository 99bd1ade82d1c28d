import { z } from "zod";
import { LISTS_TOO_DEEP, listTooDeep } from "#modules/campaigns/rules/template/list-depth.ts";
import type {
  CampaignId,
  MailboxId,
  MessageId,
  ThreadId,
  UserId,
  WorkspaceId,
} from "#platform/rules/ids.ts";
import { CATEGORY_SOURCES } from "#modules/inbox/rules/categories.ts";
import { MESSAGE_STATES, MOST_TAGS, namedAmong } from "#modules/inbox/rules/thread.ts";
import { REPLY_CATEGORIES } from "#modules/delivery/rules/reply-categories.ts";
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

/** "Meeting Booked", MEETING_BOOKED and meeting-booked are one name. */
const nameOf = <T extends string>(names: readonly T[], code: string) =>
  z
    .string()
    .max(60)
    .transform((text, issues) => {
      const name = namedAmong(names, text);
      if (name !== null) return name;
      issues.addIssue({
        code: "custom",
        message: `Use one of ${names.join(", ")}.`,
        params: { code },
      });
      return z.NEVER;
    });
const StatusInput = nameOf(THREAD_STATUSES, "unknown_status");
const CategoryInput = nameOf(REPLY_CATEGORIES, "unknown_category");

const Flag = z.enum(["true", "false"]).transform((text) => text === "true");

const Tag = z.string().trim().min(1).max(60);

export const ThreadsQuery = PageQuery.extend({
  q: z
    .string()
    .max(200)
    .optional()
    .describe(
      "Words to look for in messages, subjects, and names, addresses and companies of leads; all have to be there, whatever the case and the accents. Words in quotes stand in a row; the last word may go on.",
    ),
  status: StatusInput.optional().describe("Threads with this status alone."),
  category: CategoryInput.optional().describe("Threads whose lead wants this alone."),
  mailbox_id: pathId<MailboxId>().optional().describe("Threads of this mailbox alone."),
  campaign_id: pathId<CampaignId>().optional().describe("Threads of this campaign alone."),
  unread: Flag.optional().describe("true: unread threads; false: those that were read."),
  awaiting_reply: Flag.optional().describe(
    "true: the lead wrote last, and the thread has no status that needs no answer; false: we wrote last.",
  ),
  snoozed: Flag.optional().describe("true: snoozed; false: not snoozed."),
  assigned_to: z
    .union([z.literal("none"), pathId<UserId>()])
    .optional()
    .describe("Whose it is, by the person's id; none: nobody's."),
  tag: Tag.optional().describe("Threads with this tag alone."),
  sort: z
    .enum(["last_message_at"])
    .optional()
    .describe("What they are sorted by: their last message."),
  order: z
    .enum(["asc", "desc"])
    .optional()
    .describe("asc: who waits longest comes first; desc, the latest, when left out."),
});
export type ThreadsQuery = z.output<typeof ThreadsQuery>;

/** Of the list over all workspaces. */
export const AllThreadsQuery = ThreadsQuery.omit({ page: true, sort: true, order: true }).extend({
  workspace_id: pathId<WorkspaceId>()
    .optional()
    .describe("Of this workspace alone; campaign_id and mailbox_id are meant together with it."),
});
export type AllThreadsQuery = z.output<typeof AllThreadsQuery>;

export const ThreadStatusBody = z.strictObject({
  status: StatusInput.describe(
    "The new status, in any case and with spaces, hyphens or underscores.",
  ),
});
export type ThreadStatusBody = z.output<typeof ThreadStatusBody>;

export const ThreadCategoryBody = z.strictObject({
  category: CategoryInput.nullable().describe(
    "What the lead wants, in the caller's words; null takes an earlier word back, and what was read in the messages shows again.",
  ),
});
export type ThreadCategoryBody = z.output<typeof ThreadCategoryBody>;

const shown = z
  .unknown()
  .optional()
  .describe("As GET shows it; taken so that a thread can be sent back, and changed by nothing.");

/**
 * Fields left out keep their value; what GET shows may be put back as it is. Who reads on the
 * screen says so: reading by GET changes nothing.
 */
export const ThreadPatch = z.strictObject({
  is_unread: z.boolean().optional().describe("true marks it unread, false read."),
  assigned_to: bodyId<UserId>()
    .nullable()
    .optional()
    .describe("A person who may enter the workspace, by id; null: nobody."),
  snoozed_until: z.iso
    .datetime({ offset: true })
    .nullable()
    .optional()
    .describe("When it comes back, unread; null: at once."),
  tags: z.array(Tag).max(MOST_TAGS).optional().describe("The whole set of its tags."),
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
  category: shown,
  category_source: shown,
  category_words: shown,
  category_confidence: shown,
  successor: shown,
  match: shown,
  messages: shown,
  created_at: shown,
  updated_at: shown,
});
export type ThreadPatch = z.output<typeof ThreadPatch>;

/** What many threads are changed by. */
export const ThreadsChange = z
  .strictObject({
    ids: z.array(bodyId<ThreadId>()).min(1).max(100).describe("The threads; 1 to 100."),
    is_unread: z.boolean().optional().describe("true marks them unread, false read."),
    assigned_to: bodyId<UserId>()
      .nullable()
      .optional()
      .describe(
        "Whose they are from now on: a person who may enter the workspace; null: nobody's.",
      ),
    snoozed_until: z.iso
      .datetime({ offset: true })
      .nullable()
      .optional()
      .describe("When they come back, unread; null: at once."),
    status: StatusInput.optional().describe(
      "Their status, with all that it does: some end the sequence, do_not_contact suppresses.",
    ),
    add_tags: z.array(Tag).max(20).optional().describe("Tags that all of them get."),
    remove_tags: z.array(Tag).max(20).optional().describe("Tags that none of them keeps."),
  })
  .refine((body) => Object.keys(body).some((field) => field !== "ids"), {
    message: "Say what to change besides ids.",
    params: { code: "required" },
  });
export type ThreadsChange = z.output<typeof ThreadsChange>;
export const ThreadsChanged = z.object({
  changed: z.array(z.int()).describe("Ids of the threads that were changed."),
  failed: z
    .array(
      z.object({
        id: z.int().describe("Id of the thread."),
        code: z.string().describe("Why, as a code: `not_found` or `conflict`."),
        detail: z.string().describe("Why, in words."),
      }),
    )
    .describe("Those that could not be changed; the others were."),
});
export type ThreadsChanged = z.output<typeof ThreadsChanged>;

export const ThreadTags = z.object({
  data: z.array(z.string()).describe("Tags that threads have, at most 200, in order."),
});

/** Longer than any answer; well below a request's 256 KB. */
const MAX_BODY = 100_000;

/** One body suffices: the text is made from the HTML, and a text alone is sent as plain text. */
export const ReplyBody = z
  .strictObject({
    body_html: z
      .string()
      .max(MAX_BODY)
      .refine((html) => listTooDeep(html) < 0, LISTS_TOO_DEEP)
      .optional()
      .describe(
        "The reply as HTML; scripts, forms and frames are removed, and the text is made from it.",
      ),
    body_text: z
      .string()
      .max(MAX_BODY)
      .optional()
      .describe("The reply as plain text; beside HTML, what programs without HTML show."),
    cc: z.array(EmailAddress).max(20).optional().describe("Who gets a copy; at most 20."),
    bcc: z
      .array(EmailAddress)
      .max(20)
      .optional()
      .describe("Who gets a copy that the others do not see; at most 20."),
    send_at: z.iso
      .datetime({ offset: true })
      .optional()
      .describe("Kept until then; a time that has passed is now."),
    delay_seconds: z
      .int()
      .min(0)
      .max(3_600)
      .optional()
      .describe("Kept for so many seconds, to be taken back; instead of send_at."),
    mailbox_id: bodyId<MailboxId>()
      .optional()
      .describe("Sent from this mailbox instead of the thread's."),
    force: z.boolean().optional().describe("Writes to suppressed recipients as well; staff only."),
    last_message_id: bodyId<MessageId>()
      .optional()
      .describe(
        "The highest id among the messages that the writer has seen: a reply below something newer is refused with 409 newer_message. Left out, it is sent whatever came meanwhile.",
      ),
  })
  .refine((body) => `${body.body_html ?? ""}${body.body_text ?? ""}`.trim() !== "", {
    path: ["body_text"],
    message: "Send body_html or body_text.",
    params: { code: "required" },
  })
  .refine((body) => body.send_at === undefined || body.delay_seconds === undefined, {
    path: ["delay_seconds"],
    message: "Send send_at or delay_seconds.",
    params: { code: "exclusive" },
  });
export type ReplyBody = z.output<typeof ReplyBody>;

/** Whom a message is passed on to, and with which words. */
export const ForwardBody = z
  .strictObject({
    to: z.array(EmailAddress).min(1).max(20).describe("Who gets it; 1 to 20 addresses."),
    cc: z.array(EmailAddress).max(20).optional().describe("Who gets a copy; at most 20."),
    bcc: z
      .array(EmailAddress)
      .max(20)
      .optional()
      .describe("Who gets a copy that the others do not see; at most 20."),
    text: z.string().max(MAX_BODY).optional().describe("Words above the message."),
    attachments: z
      .array(z.int().min(1).max(40))
      .max(20)
      .optional()
      .describe(
        "Numbers of the files that go along, at most 10 MB together; left out: all of them.",
      ),
    delay_seconds: z
      .int()
      .min(0)
      .max(3_600)
      .optional()
      .describe("Kept for so many seconds, to be taken back."),
    mailbox_id: bodyId<MailboxId>()
      .optional()
      .describe("Sent from this mailbox instead of the thread's."),
    force: z.boolean().optional().describe("Writes to suppressed recipients as well; staff only."),
  })
  .meta({ examples: [{ to: ["sam@acme.example"], text: "Can you answer this?" }] });
export type ForwardBody = z.output<typeof ForwardBody>;

export const ReplyQuery = z.object({
  wait: z.coerce
    .number()
    .int()
    .min(0)
    .max(20)
    .default(15)
    .describe("Seconds to wait for the outcome; 0 answers as soon as the email is stored."),
});

/** What a mail or a lead wants, and who says so. */
const CATEGORY = {
  category: z
    .enum(REPLY_CATEGORIES)
    .nullable()
    .describe("What the lead wants; null where nothing was read, as in messages from before."),
  category_source: z
    .enum(CATEGORY_SOURCES)
    .nullable()
    .describe("Who decided: a rule, the AI where no rule fits, or a person, whose word wins."),
  category_words: z
    .array(z.string())
    .describe("The phrases that decided, as they were written; at most 5."),
  category_confidence: z
    .number()
    .nullable()
    .describe("How sure that is, from 0 to 1; null for a person's word."),
};

const THREAD = {
  id: 12,
  workspace_id: 7,
  lead_id: 345,
  lead: { email: "joe@contoso.com", name: "Joe Doe", company: "Contoso" },
  campaign_id: 3,
  campaign_name: "Spring",
  mailbox_id: 5,
  mailbox: "ann@acme.example",
  subject: "Re: A question",
  status: "interested",
  is_unread: true,
  message_count: 2,
  last_message_at: "2026-11-24T08:12:00.000Z",
  last_direction: "inbound",
  snippet: "Thursday at ten works for me.",
  assigned_to: null,
  snoozed_until: null,
  tags: [],
  category: "meeting_request",
  category_source: "rule",
  category_words: ["Thursday at ten works for me"],
  category_confidence: 0.95,
  successor: null,
  match: null,
  created_at: "2026-11-23T15:00:00.000Z",
  updated_at: "2026-11-24T08:12:00.000Z",
} as const;

/** Where a search found its words. */
export const ThreadMatch = z.object({
  message_id: z.int().describe("The newest message that has them."),
  segments: z
    .array(
      z.object({
        text: z.string().describe("Plain text."),
        is_match: z.boolean().describe("Whether it was looked for."),
      }),
    )
    .describe("What stands around them, in parts that follow each other."),
});
export type ThreadMatch = z.output<typeof ThreadMatch>;

/** A conversation with one lead about one campaign. */
export const Thread = z
  .object({
    id: z.int().describe("Id of the thread."),
    workspace_id: z.int().describe("Workspace that it belongs to."),
    lead_id: z.int().nullable().describe("The lead; null for one that was deleted."),
    lead: z
      .object({
        email: z.string().describe("Its address."),
        name: z.string().describe("Its first and last name."),
        company: z.string().describe("Its company."),
      })
      .describe("Who writes; empty strings for a lead that was deleted."),
    campaign_id: z.int().nullable().describe("The campaign that it is about; null without one."),
    campaign_name: z.string().describe("Name of the campaign; empty without one."),
    mailbox_id: z.int().describe("Mailbox that it goes through."),
    mailbox: z.string().describe("Address of the mailbox."),
    subject: z.string().describe("Subject of the conversation."),
    status: z.enum(THREAD_STATUSES).describe("How it was sorted."),
    is_unread: z.boolean().describe("Whether nobody has read the last message yet."),
    message_count: z.int().describe("Messages of the thread."),
    last_message_at: Time.describe("When the last message left or came."),
    last_direction: z.enum(["inbound", "outbound"]).describe("Who wrote last: the lead, or we."),
    snippet: z
      .string()
      .describe("What the last message says, without its quotation, at most 200 characters."),
    assigned_to: z.int().nullable().describe("Whose it is, by the person's id; null: nobody's."),
    snoozed_until: NullableTime.describe("When it comes back; null: it is not snoozed."),
    tags: z.array(z.string()).describe("Its tags."),
    ...CATEGORY,
    successor: z
      .object({
        email: z.string().describe("The address."),
        name: z.string().describe("The name; empty where the message has none."),
      })
      .nullable()
      .describe("Whom to write to instead, as the lead names them; null where nobody is named."),
    match: ThreadMatch.nullable().describe(
      "What a search with q found in its messages; null without one, and where only the subject or the lead has the words.",
    ),
    created_at: Time.describe("When it was opened."),
    updated_at: Time.describe("When it was changed last."),
  })
  .meta({ examples: [THREAD] });
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
}).meta({
  examples: [{ ...THREAD, workspace: { id: 7, name: "Acme" } }],
});
export type ThreadOfWorkspace = z.output<typeof ThreadOfWorkspace>;

/** A file of a message, without its bytes. */
export const MessageAttachment = z.object({
  number: z.int().describe("Its number in the message, from 1: the last part of its address."),
  name: z
    .string()
    .describe("Its name, without a path, control characters and signs that file systems reserve."),
  type: z.string().describe("Its media type by its bytes, whatever the email claims."),
  size: z.int().describe("Its bytes, as far as the mailbox tells them before it is opened."),
  inline: z.boolean().describe("Whether it stands inside the text, as a picture does."),
});

export const Message = z.object({
  id: z.int().describe("Id of the message."),
  direction: z
    .enum(["inbound", "outbound"])
    .describe("Whether it came from outside or left from here."),
  type: z
    .enum(MESSAGE_TYPES)
    .describe(
      "What it is: an email of a campaign, a reply, what a person wrote or forwarded here, an automatic reply, or a bounce.",
    ),
  step: z
    .int()
    .nullable()
    .describe("Position of the step of the campaign; null for anything else."),
  from: z
    .object({
      email: z.string().describe("Address of the sender."),
      name: z.string().describe("Name of the sender; may be empty."),
    })
    .describe("Who sent it."),
  to: z.array(z.string()).describe("Addresses that it went to."),
  cc: z.array(z.string()).describe("Addresses that got a copy."),
  bcc: z
    .array(z.string())
    .describe(
      "Addresses that got a copy that the others do not see; only of what was written here.",
    ),
  subject: z.string().describe("Its subject."),
  text: z.string().describe("Its text as plain text."),
  html: z
    .string()
    .describe(
      "Its text as HTML; what was received is cleaned, and still belongs into a sandboxed frame.",
    ),
  message_id: z.string().describe("Its Message-ID."),
  in_reply_to: z
    .string()
    .nullable()
    .describe("Message-ID of what it answers; null: nothing is named."),
  matched_by: z
    .string()
    .nullable()
    .describe(
      "How a received message found its thread: `header`, `report`, `subject`, `address`, or `domain` where a colleague of the lead answered. Null for one that was sent.",
    ),
  is_unreadable: z
    .boolean()
    .describe(
      "Whether it could not be parsed: only sender and recipients are shown, the whole email is in the mailbox.",
    ),
  attachments: z
    .array(MessageAttachment)
    .describe("What is attached, at most 40 files; their bytes stay in the mailbox."),
  ...CATEGORY,
  state: z
    .enum(MESSAGE_STATES)
    .nullable()
    .describe("How far an outbound message is; null for an inbound one."),
  send_at: NullableTime.describe("When a person wants it sent; null: at once."),
  error: z
    .string()
    .nullable()
    .describe(
      "Why it failed, or why its last try was deferred, in the words of the server; null: neither.",
    ),
  sent_at: Time.describe("When it left or came; while it has not left, when it is due."),
});
export type Message = z.output<typeof Message>;

export const ThreadWithMessages = Thread.extend({
  messages: z.array(Message).describe("Its messages, the oldest first."),
}).meta({
  examples: [
    {
      ...THREAD,
      messages: [
        {
          id: 86,
          direction: "inbound",
          type: "reply",
          step: null,
          from: { email: "joe@contoso.com", name: "Joe Doe" },
          to: ["ann@acme.example"],
          cc: [],
          bcc: [],
          subject: "Re: A question",
          text: "Thursday at ten works for me.",
          html: "",
          message_id: "joe-1@contoso.com",
          in_reply_to: "m.4e1b@acme.example",
          matched_by: "header",
          is_unreadable: false,
          attachments: [],
          category: "meeting_request",
          category_source: "rule",
          category_words: ["Thursday at ten works for me"],
          category_confidence: 0.95,
          state: null,
          send_at: null,
          error: null,
          sent_at: "2026-11-24T08:12:00.000Z",
        },
      ],
    },
  ],
});
export type ThreadWithMessages = z.output<typeof ThreadWithMessages>;
