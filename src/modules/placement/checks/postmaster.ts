import type { PostmasterBody, PostmasterFigure } from "#modules/placement/contract/checks.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { SPAM_BANDS } from "#modules/placement/rules/provider-rules.ts";
import { callerName, type MemberCtx, type WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { invalidField } from "#platform/rules/errors.ts";
import { iso, utcDay } from "#platform/rules/time.ts";
import { type FigureRow, putFigure, selectAllFigures } from "./check-store.ts";

const MAX_FIGURES = 500;

/** Spam rates that people entered, newest days first. */
export async function listFigures(ctx: WorkspaceCtx): Promise<{ data: PostmasterFigure[] }> {
  const rows = await selectAllFigures(ctx.db, ctx.workspaceId, MAX_FIGURES);
  return { data: rows.map(present) };
}

/** Enters the spam rate of a domain's day, or corrects it. Throws `validation_failed` for a day to come. */
export async function enterFigure(ctx: MemberCtx, body: PostmasterBody): Promise<PostmasterFigure> {
  const { db, workspaceId } = ctx;
  const now = ctx.now();
  if (body.day > utcDay(now)) throw invalidField("day", "in_future", "This day is still to come.");
  const row: FigureRow = {
    workspaceId,
    domain: body.domain,
    day: body.day,
    spamRate: body.spam_rate,
    enteredBy: callerName(ctx.caller),
    createdAt: now,
  };
  await runBatch(db, [
    auditStatement(ctx, {
      action: "postmaster.entered",
      workspaceId,
      details: { domain: body.domain, day: body.day },
    }),
    putFigure(db, row),
  ]);
  return present(row);
}

const present = (row: FigureRow): PostmasterFigure => ({
  domain: row.domain,
  day: row.day,
  spam_rate: row.spamRate,
  band: bandOf(row.spamRate),
  entered_by: row.enteredBy,
  created_at: iso(row.createdAt),
});

function bandOf(rate: number): PostmasterFigure["band"] {
  if (rate < SPAM_BANDS.well) return "well";
  if (rate < SPAM_BANDS.aim) return "fine";
  return rate < SPAM_BANDS.limit ? "high" : "over";
}
