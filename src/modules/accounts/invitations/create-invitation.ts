import type {
  CreateInvitationBody,
  SentInvitation,
} from "#modules/accounts/contract/invitations.ts";
import type { CallerCtx, Deps } from "#platform/ctx/ctx.ts";
import { isUniqueViolation, runBatch } from "#platform/db/db.ts";
import { AppError } from "#platform/rules/errors.ts";
import type { UserId } from "#platform/rules/ids.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { type InvitedRole, mayInvite } from "#modules/accounts/rules/administer.ts";
import { assertOpenable } from "./assert-openable.ts";
import { brandOfInvitation, linkOf, newLink } from "./invitation-link.ts";
import { presentInvitation } from "./present.ts";
import {
  idOfHash,
  insertInvitation,
  type InvitationRow,
  invitationOfHash,
  type NewInvitation,
  type Opened,
  ifInvited,
} from "./store.ts";

/** An invitation, and its link where the install can't mail it. */
export type Sent = { readonly row: InvitationRow; readonly link: string | null };

/**
 * Offers an account to an address, by mail. Throws `forbidden` for a role that the caller may not
 * give, `validation_failed` for workspaces that are not there, `conflict` where the address has an
 * account or an open invitation.
 */
export async function createInvitation(ctx: CallerCtx, body: CreateInvitationBody): Promise<Sent> {
  const { install } = ctx;
  assertMayInvite(ctx, body.role);
  const { email, role, workspaces, language = null } = body;
  await assertOpenable(ctx, [{ path: "workspaces", role, workspaces }]);
  const { statements, read } = invitationStatements(ctx, { email, role, language }, workspaces);
  const results = await runBatch(install, [...statements, read]).catch((cause: unknown) => {
    throw isUniqueViolation(cause) ? conflict(INVITED, cause) : cause;
  });
  const [row] = results.at(-1) as InvitationRow[];
  if (!row) throw conflict("This email is already in use.");
  return sent(ctx, row);
}

const INVITED = "This address has an open invitation. Send it again, or withdraw it first.";

const conflict = (detail: string, cause?: unknown): AppError =>
  new AppError("conflict", detail, {
    cause,
    errors: [{ path: "email", code: "taken", message: detail }],
  });

/** The statements that make an invitation with its audit line, for a batch; nothing where the address is taken. */
export function invitationStatements(
  ctx: CallerCtx,
  to: Pick<NewInvitation, "email" | "role" | "language">,
  opened: Opened,
) {
  const link: NewInvitation = { ...to, ...inviterOf(ctx), ...newLink(ctx) };
  const statements = [
    ...insertInvitation(ctx.install, link, opened),
    auditStatement(
      ctx,
      {
        action: "invitation.created",
        target: { type: "invitation", id: idOfHash(link.hash) },
        details: { email: to.email, role: to.role },
      },
      ifInvited(link.hash),
    ),
  ];
  return {
    statements,
    /** The condition of what goes with it. */
    ifInvited: ifInvited(link.hash),
    /** For the end of the batch: what `sentInvitation` takes. */
    read: invitationOfHash(ctx.install, link.hash),
  };
}

/** What came of `invitationStatements`, sent and as the API shows it; null where none was made. */
export async function sentInvitation(
  ctx: CallerCtx,
  result: unknown,
): Promise<SentInvitation | null> {
  const [row] = result as InvitationRow[];
  if (!row) return null;
  const { link } = await sent(ctx, row);
  return { ...presentInvitation(row, ctx.now()), link };
}

/** Wakes the mail up, or answers the link where there is none. */
export async function sent(
  ctx: Pick<Deps, "queue" | "settings" | "now" | "install">,
  row: InvitationRow,
): Promise<Sent> {
  if (ctx.settings.SYSTEM_MAIL_URL === undefined) {
    const { origin } = await brandOfInvitation(ctx, row);
    return { row, link: linkOf(ctx, origin, row.seed) };
  }
  await ctx.queue.send({ type: "invitation.mail.v1", invitationId: row.id });
  return { row, link: null };
}

/** Who answers for what this caller sends. */
export const inviterOf = ({
  caller,
}: CallerCtx): { invitedBy: UserId | null; installKeyId: number | null } =>
  caller.byKey
    ? { invitedBy: null, installKeyId: caller.keyId }
    : { invitedBy: caller.userId, installKeyId: null };

export function assertMayInvite({ caller }: CallerCtx, role: InvitedRole): void {
  if (mayInvite(caller.role, role)) return;
  throw new AppError("forbidden", "Only a super_admin can invite an admin.");
}
