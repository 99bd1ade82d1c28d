import type { Deps, WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { hook } from "#platform/ctx/hooks.ts";
import type { MailboxId, UnixMs } from "#platform/rules/ids.ts";
import type { OutgoingMail } from "#platform/wire/transmission.ts";
import type { Kind } from "./engine/kind.ts";

/** The kinds of mail that a module sends, in the order in which a restart looks at them. */
export const deliveryKinds = hook<() => readonly Kind[]>("delivery.kinds");

/** The mail service remembers mail until then that the database never let go: it was put back to an earlier state. */
export const databaseSetBack = hook<(deps: Deps, sentAt: UnixMs) => Promise<void>>(
  "delivery.database_set_back",
);

/** A server refused a mailbox as a sender. */
export const mailboxRefused = hook<(ctx: WorkspaceCtx, id: MailboxId) => Promise<void>>(
  "delivery.mailbox_refused",
);

/** Takes the mails of sandbox mailboxes, which reach no server, and settles them. */
export const sandboxTakes =
  hook<(ctx: WorkspaceCtx, mails: readonly OutgoingMail[]) => Promise<void>>("delivery.sandbox");
