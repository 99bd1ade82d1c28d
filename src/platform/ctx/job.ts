import { z } from "zod";
import type {
  DeliveryId,
  EmailChangeId,
  ImportLinkId,
  InvitationId,
  JobId,
  MailboxId,
  MailboxImportId,
  MessageId,
  MoveId,
  PlacementMailId,
  PushMessageId,
  SendId,
  UserId,
  WarmupMailId,
  WorkspaceId,
} from "#platform/rules/ids.ts";
import { TICKET_KINDS } from "#platform/rules/mail/ticket.ts";
import { NETWORKS } from "#platform/rules/network.ts";
import { unreachable } from "#platform/rules/errors.ts";

const id = <T extends number>() =>
  z
    .int()
    .positive()
    .transform((n) => n as T);

/** A recorded hit on its way to its row. */
export const QueuedHit = z.object({
  workspaceId: id<WorkspaceId>(),
  sendId: id<SendId>(),
  kind: z.enum(["open", "click"]),
  url: z.string().nullable(),
  at: z.number(),
  signals: z.object({
    source: z.string(),
    agent: z.string(),
    prefetch: z.boolean(),
    /** Set where it was asked for by HEAD. */
    head: z.boolean().optional(),
    private: z.boolean(),
    /** Kept only where the workspace asks for it (`tracking.keep_ip`). */
    address: z.string().max(64).optional(),
    network: z.enum(NETWORKS).optional(),
  }),
});
export type QueuedHit = z.output<typeof QueuedHit>;

/**
 * Wake-ups. Ids, not data (hits excepted: their message is their first home when hosted); every
 * verb behind a job is idempotent, and the tick finds the work again when a message is lost.
 * A changed shape gets the next `.vN`; the consumer takes N and N-1.
 */
/** What is mailed to a person about the ways into their account. */
export const ACCOUNT_NOTICES = [
  "factor_added",
  "factor_removed",
  "factors_reset",
  "recovery_codes_made",
  "recovery_code_used",
  "passkey_refused",
  "codes_guessed",
  "sso_linked",
  "sso_took_over",
  "sso_unlinked",
  "emergency_sign_in",
  "email_change_asked",
  "email_kept",
] as const;
export type AccountNotice = (typeof ACCOUNT_NOTICES)[number];

export const Job = z.discriminatedUnion("type", [
  /** A lease's mails of one ledger are to leave. */
  z.object({
    type: z.literal("delivery.transmit.v1"),
    kind: z.enum(TICKET_KINDS),
    workspaceId: id<WorkspaceId>(),
    lease: z.string(),
    ids: z.array(z.int().positive()),
  }),
  // The same from 0.1.0 to 0.9.0, one for each ledger: read, no longer sent.
  z.object({
    type: z.literal("sends.transmit.v1"),
    workspaceId: id<WorkspaceId>(),
    lease: z.string(),
    sendIds: z.array(id<SendId>()),
  }),
  z.object({
    type: z.literal("sends.again.v1"),
    workspaceId: id<WorkspaceId>(),
    lease: z.string(),
    sendIds: z.array(id<SendId>()),
  }),
  z.object({
    type: z.literal("outbox.transmit.v1"),
    workspaceId: id<WorkspaceId>(),
    lease: z.string(),
    messageIds: z.array(id<MessageId>()),
  }),
  z.object({
    type: z.literal("warmup.transmit.v1"),
    workspaceId: id<WorkspaceId>(),
    lease: z.string(),
    mailIds: z.array(id<WarmupMailId>()),
  }),
  z.object({
    type: z.literal("placement.transmit.v1"),
    workspaceId: id<WorkspaceId>(),
    lease: z.string(),
    mailIds: z.array(id<PlacementMailId>()),
  }),
  /** What people wrote and planned for about now. */
  z.object({ type: z.literal("outbox.due.v1"), workspaceId: id<WorkspaceId>() }),
  z.object({
    type: z.literal("warmup.tend.v1"),
    workspaceId: id<WorkspaceId>(),
    mailboxId: id<MailboxId>(),
    mailIds: z.array(id<WarmupMailId>()),
  }),
  z.object({
    type: z.literal("placement.look.v1"),
    workspaceId: id<WorkspaceId>(),
    mailIds: z.array(id<PlacementMailId>()),
  }),
  z.object({
    type: z.literal("webhook.deliver.v1"),
    workspaceId: id<WorkspaceId>(),
    deliveryId: id<DeliveryId>(),
  }),
  z.object({ type: z.literal("provider.call.v1"), callId: z.int().positive() }),
  z.object({ type: z.literal("hits.record.v1"), batchId: z.string(), hits: z.array(QueuedHit) }),
  z.object({
    type: z.literal("hits.judge.v1"),
    workspaceId: id<WorkspaceId>(),
  }),
  z.object({
    type: z.literal("reply.read.v1"),
    workspaceId: id<WorkspaceId>(),
    messageId: id<MessageId>(),
  }),
  z.object({
    type: z.literal("mailbox.sync.v1"),
    workspaceId: id<WorkspaceId>(),
    mailboxId: id<MailboxId>(),
  }),
  z.object({
    type: z.literal("mailbox.check.v1"),
    workspaceId: id<WorkspaceId>(),
    mailboxId: id<MailboxId>(),
  }),
  z.object({
    type: z.literal("mailboxes.import.v1"),
    workspaceId: id<WorkspaceId>(),
    importId: id<MailboxImportId>(),
  }),
  z.object({
    type: z.literal("validation.slice.v1"),
    workspaceId: id<WorkspaceId>(),
    jobId: id<JobId>(),
  }),
  z.object({
    type: z.literal("import_link.run.v1"),
    workspaceId: id<WorkspaceId>(),
    linkId: id<ImportLinkId>(),
  }),
  z.object({
    type: z.literal("leads.bulk.v1"),
    workspaceId: id<WorkspaceId>(),
    jobId: id<JobId>(),
  }),
  z.object({ type: z.literal("tracking_host.check.v1"), workspaceId: id<WorkspaceId>() }),
  z.object({ type: z.literal("own_host.check.v1"), workspaceId: id<WorkspaceId>() }),
  z.object({ type: z.literal("domain.check.v1"), domain: z.string() }),
  z.object({ type: z.literal("blocklists.check.v1"), workspaceId: id<WorkspaceId>() }),
  z.object({ type: z.literal("reports.look.v1"), workspaceId: id<WorkspaceId>() }),
  z.object({ type: z.literal("notices.deliver.v1"), workspaceId: id<WorkspaceId>() }),
  z.object({ type: z.literal("push.spread.v1"), workspaceId: id<WorkspaceId>() }),
  z.object({ type: z.literal("push.deliver.v1"), messageId: id<PushMessageId>() }),
  z.object({ type: z.literal("validation.retry.v1"), workspaceId: id<WorkspaceId>() }),
  // Null: nobody has the address that was typed, and that takes as long.
  z.object({
    type: z.literal("account.notice.v1"),
    userId: id<UserId>(),
    kind: z.enum(ACCOUNT_NOTICES),
    at: z.number(),
  }),
  z.object({
    type: z.literal("password_reset.mail.v1"),
    userId: id<UserId>().nullable(),
    /** The workspace at whose own host it was asked for. */
    at: id<WorkspaceId>().optional(),
  }),
  z.object({ type: z.literal("invitation.mail.v1"), invitationId: id<InvitationId>() }),
  z.object({ type: z.literal("email_change.mail.v1"), changeId: id<EmailChangeId>() }),
  z.object({ type: z.literal("moves.work.v1"), moveId: id<MoveId>() }),
]);
export type Job = z.output<typeof Job>;

/** What became of a message: gone, again later, or given up with a reason. */
export type Outcome =
  | { readonly kind: "done" }
  | { readonly kind: "retry"; readonly afterSeconds: number }
  | { readonly kind: "drop"; readonly reason: string };
export const done: Outcome = { kind: "done" };

/** Served in this order on both hosts. */
export const PRIORITIES = ["critical", "default", "low"] as const;
export type Priority = (typeof PRIORITIES)[number];

/** A new kind of job has to choose. */
export function priorityOf(job: Job): Priority {
  switch (job.type) {
    case "delivery.transmit.v1":
      return job.kind === "warmup" || job.kind === "placement" ? "low" : "critical";
    case "sends.transmit.v1":
    case "sends.again.v1":
    case "outbox.transmit.v1":
    case "outbox.due.v1":
    case "webhook.deliver.v1":
    case "hits.record.v1":
      return "critical";
    case "hits.judge.v1":
    case "provider.call.v1":
    case "mailbox.sync.v1":
    case "notices.deliver.v1":
    case "push.spread.v1":
    case "push.deliver.v1":
    case "password_reset.mail.v1":
    case "invitation.mail.v1":
    case "email_change.mail.v1":
    case "account.notice.v1":
    case "validation.slice.v1":
    case "leads.bulk.v1":
    case "mailboxes.import.v1":
      return "default";
    case "import_link.run.v1":
    case "tracking_host.check.v1":
    case "own_host.check.v1":
    case "domain.check.v1":
    case "blocklists.check.v1":
    case "reports.look.v1":
    case "mailbox.check.v1":
    case "reply.read.v1":
    case "validation.retry.v1":
    case "moves.work.v1":
    case "warmup.tend.v1":
    case "warmup.transmit.v1":
    case "placement.transmit.v1":
    case "placement.look.v1":
      return "low";
    default:
      return unreachable(job);
  }
}
