import type { SQL } from "drizzle-orm";
import type { MemberCtx, WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { hook } from "#platform/ctx/hooks.ts";
import type { Statement } from "#platform/db/db.ts";
import type { GrantId, MailboxId } from "#platform/rules/ids.ts";
import type { Provider, Road } from "./rules/kinds.ts";
import type { MailServer } from "./rules/providers.ts";

/** What a consent opened: the account, its servers, and the statement that keeps its tokens. */
export type NewGrant = {
  readonly provider: Provider;
  /** Lower case. */
  readonly email: string;
  readonly smtp: MailServer;
  /** Null: it only sends. */
  readonly imap: MailServer | null;
  /** It sends by this from now on; absent: by what it did. */
  readonly road?: Road;
};

/** Which mailbox a grant is for: an address of the workspace, or one that it does not have yet. */
export type GrantedMailbox = {
  readonly id: MailboxId | null;
  readonly email: string;
  readonly grantId: GrantId | null;
};

/** The mailbox of an id, or of an address where there is no id; null: there is none. */
export const grantedMailbox =
  hook<
    (
      ctx: WorkspaceCtx,
      by: { readonly id: MailboxId } | { readonly email: string },
    ) => Promise<GrantedMailbox | null>
  >("connections.mailbox");

/** Makes the mailbox of a grant, or connects it to the grant, and tests it in the background. */
export const mailboxGranted =
  hook<
    (
      ctx: MemberCtx,
      grantId: GrantId,
      grant: NewGrant,
      existing: MailboxId | null,
    ) => Promise<MailboxId>
  >("connections.granted");

/**
 * Statements for the batch that ends a grant: its mailbox waits to be connected again. `guard` holds
 * while the grant is as it was read.
 */
export const grantLost =
  hook<
    (
      ctx: WorkspaceCtx,
      lost: { readonly grantId: GrantId; readonly guard: SQL; readonly reason: string },
    ) => Promise<readonly Statement[]>
  >("connections.lost");
