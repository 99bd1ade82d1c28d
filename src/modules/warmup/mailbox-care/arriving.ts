import type { InboundMail } from "#platform/wire/mail-reading.ts";
import type { Statement } from "#platform/db/db.ts";
import type { MailboxId, WorkspaceId } from "#platform/rules/ids.ts";

/** A mail on its way in, and the cursor move that ends its batch. */
export type ArrivingMail = {
  readonly mailbox: { readonly id: MailboxId; readonly email: string };
  readonly folder: string;
  readonly mail: InboundMail;
  readonly cursor: Statement;
};

/** What the arrival of a warmup mail asks of the caller. */
export type TakenWarmup = {
  /** The mailbox that wrote it, where it arrived as spam: its health is to be judged, in its workspace. */
  readonly spamFrom: { readonly workspaceId: WorkspaceId; readonly mailboxId: MailboxId } | null;
};
