import { z } from "zod";
import { CONNECTION_KINDS, ORGANISATION_PROVIDERS } from "#modules/connections/rules/kinds.ts";
import type { MailboxId } from "#platform/rules/ids.ts";
import { MOST_MAILBOXES } from "#platform/rules/mail/mailbox.ts";
import { bodyId, EmailAddress } from "#platform/contract/common.ts";
import { CreateMailboxBody, Group, MailboxFilter, PresetServer, Tags } from "./mailboxes.ts";

export const DiscoverBody = z
  .strictObject({ email: EmailAddress.describe("Address of the mailbox to be connected.") })
  .meta({ examples: [{ email: "ann@example.com" }] });

/** What an address needs to be connected. */
export const DiscoverAnswer = z
  .object({
    email: z.string().describe("The address, in lower case."),
    provider: z
      .object({
        id: z.string().describe("Id of the provider, as in `GET .../mailboxes/presets`."),
        name: z.string().describe("Its name for people."),
      })
      .nullable()
      .describe("The large provider whose mailbox it is; null for any other."),
    by: z
      .enum(["address", "mx", "srv"])
      .nullable()
      .describe(
        "Where it was found: the address's domain, its MX or its SRV records; null: nothing was found.",
      ),
    smtp: PresetServer.nullable().describe("Server to send by; null where none is known."),
    imap: PresetServer.nullable().describe("Server to read from; null where none is known."),
    connections: z
      .array(
        z.object({
          kind: z.enum(CONNECTION_KINDS).describe("How the mailbox would sign in."),
          provider: z
            .enum(ORGANISATION_PROVIDERS)
            .nullable()
            .describe("Whose consent that takes; null where none does."),
        }),
      )
      .describe("The ways to sign in that the provider has, the best one first."),
    help: z.string().nullable().describe("What to give as password, and what to switch on first."),
    help_url: z.string().nullable().describe("Where the provider explains it."),
  })
  .meta({
    examples: [
      {
        email: "ann@example.com",
        provider: null,
        by: "srv",
        smtp: { host: "mail.example.com", port: 465, security: "tls" },
        imap: { host: "mail.example.com", port: 993, security: "tls" },
        connections: [{ kind: "password", provider: null }],
        help: null,
        help_url: null,
      },
    ],
  });
export type DiscoverAnswer = z.output<typeof DiscoverAnswer>;

const { shape } = CreateMailboxBody;
/** What a bulk change sets; what is left out stays. */
export const BulkSet = z.strictObject({
  daily_limit: shape.daily_limit.describe("Campaign mails a day at most."),
  min_gap_seconds: shape.min_gap_seconds.describe("Seconds between two mails at least."),
  gap_jitter_seconds: shape.gap_jitter_seconds.describe(
    "Seconds that a gap may be longer by chance.",
  ),
  ramp_enabled: shape.ramp_enabled.describe("Whether a new mailbox sends less in its first days."),
  ramp_increment: shape.ramp_increment.describe("By how many mails a day it grows then."),
  signature_html: shape.signature_html.describe("Signature as HTML."),
  signature_text: shape.signature_text.describe("Signature as plain text."),
  reply_to: shape.reply_to.describe("Where answers go; null: to the mailbox itself."),
  tags: shape.tags.describe("Tags that replace those that are there."),
  add_tags: Tags.optional().describe("Tags to add."),
  remove_tags: Tags.optional().describe("Tags to take away."),
  group: Group.optional().describe("Group to put them in; null: none."),
  warmup: z
    .enum(["start", "pause"])
    .optional()
    .describe("Starts the warmup or goes on with it, or pauses it."),
  status: z.enum(["active", "paused"]).optional().describe("Resumes mailboxes, or pauses them."),
  test: z
    .literal(true)
    .optional()
    .describe("Tests up to 200 mailboxes in the background; goes with nothing else."),
  delete: z
    .literal(true)
    .optional()
    .describe("Deletes up to 200 mailboxes; goes with nothing else."),
});
export type BulkSet = z.output<typeof BulkSet>;

export const BulkMailboxesBody = z
  .strictObject({
    ids: z
      .array(bodyId<MailboxId>())
      .min(1)
      .max(MOST_MAILBOXES)
      .optional()
      .describe("Ids of the mailboxes, or else send a filter."),
    filter: MailboxFilter.optional().describe(
      "Which mailboxes; an empty filter means all of them.",
    ),
    set: BulkSet.describe("What to change; what is left out stays."),
  })
  .refine(({ ids, filter }) => (ids === undefined) !== (filter === undefined), {
    message: "Send either ids or filter; an empty filter means all mailboxes.",
    path: ["ids"],
    params: { code: "one_of" },
  })
  .refine(({ set }) => Object.keys(set).length > 0, {
    message: "Send what to change.",
    path: ["set"],
    params: { code: "required" },
  })
  .refine(({ set }) => set.delete === undefined || Object.keys(set).length === 1, {
    message: "A deletion goes with no other change.",
    path: ["set", "delete"],
    params: { code: "one_of" },
  })
  .refine(({ set }) => set.test === undefined || Object.keys(set).length === 1, {
    message: "A test goes with no other change.",
    path: ["set", "test"],
    params: { code: "one_of" },
  })
  .refine(({ set }) => set.tags === undefined || !(set.add_tags ?? set.remove_tags), {
    message: "Send tags, which replaces them, or add_tags and remove_tags.",
    path: ["set", "tags"],
    params: { code: "one_of" },
  });
export type BulkMailboxesBody = z.output<typeof BulkMailboxesBody>;

export const BulkMailboxesAnswer = z
  .object({
    matched: z.int().describe("Mailboxes that were named and exist, or that the filter found."),
    changed: z.int().describe("Mailboxes that were changed, or whose test was asked for."),
    failed: z
      .array(
        z.object({
          id: z.int().describe("Id of the mailbox."),
          code: z.string().describe("Why it was not changed, for programs."),
          message: z.string().describe("The same as a sentence, with what to do."),
        }),
      )
      .describe("Those that were not, and why."),
  })
  .meta({
    examples: [
      {
        matched: 2,
        changed: 1,
        failed: [{ id: 9, code: "not_found", message: "Mailbox not found." }],
      },
    ],
  });
export type BulkMailboxesAnswer = z.output<typeof BulkMailboxesAnswer>;
