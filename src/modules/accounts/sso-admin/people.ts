import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import type { SsoPeopleQuery, SsoPerson } from "#modules/accounts/contract/sso.ts";
import { tellPerson } from "#modules/accounts/factors/notices.ts";
import { paginationOf } from "#platform/contract/common.ts";
import type { CallerCtx } from "#platform/ctx/ctx.ts";
import { pageAfter } from "#platform/ctx/page-after.ts";
import { runBatch } from "#platform/db/db.ts";
import { AppError } from "#platform/rules/errors.ts";
import type { UserId } from "#platform/rules/ids.ts";
import { iso, isoOrNull } from "#platform/rules/time.ts";
import {
  countLinked,
  deleteIdentity,
  type LinkedPersonRow,
  selectLinked,
  whileLinked,
} from "#modules/accounts/sso/store.ts";

/** Linked people, newest account first; q looks in names and emails. */
export async function listLinked(ctx: CallerCtx, query: SsoPeopleQuery) {
  const { before, page, nextCursor } = pageAfter(query);
  const ended = query.ended === undefined ? null : query.ended === "true";
  const filter = { q: query.q?.trim() ?? "", ended };
  const [rows, total] = await Promise.all([
    selectLinked(ctx.install, filter, before, page),
    countLinked(ctx.install, filter),
  ]);
  return {
    data: rows.slice(0, query.limit).map(present),
    pagination: paginationOf(query, total, nextCursor(rows)),
  };
}

const present = (row: LinkedPersonRow): SsoPerson => ({
  id: row.id,
  name: row.name,
  email: row.email,
  role: row.role,
  issuer: row.issuer,
  linked_at: iso(row.linkedAt),
  last_sign_in_at: iso(row.lastSignInAt),
  ended_at: isoOrNull(row.endedAt),
});

/** Unlinks a person, who may then sign in another way, or be linked again. Throws `not_found`. */
export async function unlinkPerson(ctx: CallerCtx, id: UserId): Promise<void> {
  const results = await runBatch(ctx.install, [
    auditStatement(ctx, { action: "sso.unlinked", target: { type: "user", id } }, whileLinked(id)),
    deleteIdentity(ctx.install, id),
  ]);
  if ((results.at(-1) as unknown[]).length === 0) {
    throw new AppError("not_found", "This person is not linked.");
  }
  await tellPerson(ctx, id, "sso_unlinked");
}
