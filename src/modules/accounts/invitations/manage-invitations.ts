import { type PageQuery, paginationOf } from "#platform/contract/common.ts";
import type { CallerCtx } from "#platform/ctx/ctx.ts";
import { pageAfter } from "#platform/ctx/page-after.ts";
import { runBatch } from "#platform/db/db.ts";
import { AppError } from "#platform/rules/errors.ts";
import type { InvitationId } from "#platform/rules/ids.ts";
import { MINUTE_MS, SECOND_MS } from "#platform/rules/time.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { assertMayInvite, inviterOf, type Sent, sent } from "./create-invitation.ts";
import { newLink } from "./invitation-link.ts";
import { presentInvitation } from "./present.ts";
import {
  countInvitations,
  deleteInvitation,
  findInvitation,
  type InvitationRow,
  renewInvitation,
  selectInvitations,
  whileSame,
} from "./store.ts";

/** Between two mails to the same address. */
const PAUSE_MS = MINUTE_MS;

/** Those that nobody accepted or withdrew, newest first; q looks in addresses. */
export async function listInvitations(ctx: CallerCtx, query: PageQuery) {
  const { before, page, nextCursor } = pageAfter(query);
  const q = query.q?.trim() ?? "";
  const [rows, total] = await Promise.all([
    selectInvitations(ctx.install, { q, before, ...page }),
    countInvitations(ctx.install, q),
  ]);
  return {
    data: rows.slice(0, query.limit).map((row) => presentInvitation(row, ctx.now())),
    pagination: paginationOf(query, total, nextCursor(rows)),
  };
}

async function manageable(ctx: CallerCtx, id: InvitationId): Promise<InvitationRow> {
  const row = await findInvitation(ctx.install, id);
  if (!row) throw new AppError("not_found", "There is no such invitation.");
  assertMayInvite(ctx, row.role);
  return row;
}

const changed = (): AppError =>
  new AppError("conflict", "This invitation was just changed or accepted. Reload the list.");

/**
 * Sends another link for 7 days; the one before does not work any more. Throws `not_found`,
 * `forbidden`, `rate_limited` within a minute, `conflict` where it was changed meanwhile.
 */
export async function resendInvitation(ctx: CallerCtx, id: InvitationId): Promise<Sent> {
  const { install } = ctx;
  const seen = await manageable(ctx, id);
  const waitMs = seen.sentAt + PAUSE_MS - ctx.now();
  if (waitMs > 0) {
    const seconds = Math.ceil(waitMs / SECOND_MS);
    throw new AppError("rate_limited", `It was just sent. Try again in ${seconds} s.`, {
      headers: { "Retry-After": String(seconds) },
    });
  }
  const results = await runBatch(install, [
    auditStatement(
      ctx,
      {
        action: "invitation.sent_again",
        target: { type: "invitation", id },
        details: { email: seen.email, role: seen.role },
      },
      whileSame(seen),
    ),
    renewInvitation(install, seen, { ...inviterOf(ctx), ...newLink(ctx) }),
  ]);
  const row = (results.at(-1) as unknown[]).length > 0 ? await findInvitation(install, id) : null;
  if (!row) throw changed();
  return sent(ctx, row);
}

/** Takes it back: its link does not work any more. Throws `not_found`, `forbidden`, `conflict`. */
export async function withdrawInvitation(ctx: CallerCtx, id: InvitationId): Promise<void> {
  const seen = await manageable(ctx, id);
  const results = await runBatch(ctx.install, [
    auditStatement(
      ctx,
      {
        action: "invitation.withdrawn",
        target: { type: "invitation", id },
        details: { email: seen.email, role: seen.role },
      },
      whileSame(seen),
    ),
    ...deleteInvitation(ctx.install, seen),
  ]);
  if ((results.at(-1) as unknown[]).length === 0) throw changed();
}
