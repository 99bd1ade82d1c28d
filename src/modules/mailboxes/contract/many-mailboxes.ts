import { z } from "zod";
import { CONNECTION_KINDS, ORGANISATION_PROVIDERS } from "#modules/connections/rules/kinds.ts";
import type { MailboxId } from "#platform/rules/ids.ts";
import { MOST_MAILBOXES } from "#platform/rules/mail/mailbox.ts";
import { bodyId, EmailAddress } from "#platform/contract/common.ts";
import { CreateMailboxBody, Group, MailboxFilter, MailboxPreset, Tags } from "./mailboxes.ts";

export const DiscoverBody = z.strictObject({ email: EmailAddress });

const { smtp, imap, help, help_url } = MailboxPreset.shape;
export const DiscoverAnswer = z.object({
  email: z.string(),
  /** One of `GET .../mailboxes/presets`; null for any other. */
  provider: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** Where it was found: the address's domain, its MX or its SRV records. Null: nothing was found. */
  by: z.enum(["address", "mx", "srv"]).nullable(),
  smtp: smtp.nullable(),
  imap,
  /** How it may sign in, the best way first. */
  connections: z.array(
    z.object({
      kind: z.enum(CONNECTION_KINDS),
      provider: z.enum(ORGANISATION_PROVIDERS).nullable(),
    }),
  ),
  help: help.nullable(),
  help_url,
});
export type DiscoverAnswer = z.output<typeof DiscoverAnswer>;

const { shape } = CreateMailboxBody;
/** What a bulk change sets; what is left out stays. */
const BulkSet = z.strictObject({
  daily_limit: shape.daily_limit,
  min_gap_seconds: shape.min_gap_seconds,
  gap_jitter_seconds: shape.gap_jitter_seconds,
  ramp_enabled: shape.ramp_enabled,
  ramp_increment: shape.ramp_increment,
  signature_html: shape.signature_html,
  signature_text: shape.signature_text,
  reply_to: shape.reply_to,
  tags: shape.tags,
  add_tags: Tags.optional(),
  remove_tags: Tags.optional(),
  group: Group.optional(),
  warmup: z.enum(["start", "pause"]).optional(),
  status: z.enum(["active", "paused"]).optional(),
  delete: z.literal(true).optional(),
});

export const BulkMailboxesBody = z
  .strictObject({
    ids: z.array(bodyId<MailboxId>()).min(1).max(MOST_MAILBOXES).optional(),
    filter: MailboxFilter.optional(),
    set: BulkSet,
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
  .refine(({ set }) => set.tags === undefined || !(set.add_tags ?? set.remove_tags), {
    message: "Send tags, which replaces them, or add_tags and remove_tags.",
    path: ["set", "tags"],
    params: { code: "one_of" },
  });
export type BulkMailboxesBody = z.output<typeof BulkMailboxesBody>;
export type BulkSet = BulkMailboxesBody["set"];

export const BulkMailboxesAnswer = z.object({
  /** Mailboxes that were named, or that the filter found. */
  matched: z.int(),
  changed: z.int(),
  failed: z.array(z.object({ id: z.int(), code: z.string(), message: z.string() })),
});
export type BulkMailboxesAnswer = z.output<typeof BulkMailboxesAnswer>;
