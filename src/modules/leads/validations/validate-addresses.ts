import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { leadReplied } from "#modules/leads/hooks.ts";
import { shortResult } from "#modules/leads/rules/validation/reasons.ts";
import { type RunEnd, validateInOrder } from "#modules/leads/validation/in-order.ts";
import { type AddressInLine, judge, withAvatars } from "#modules/leads/validation/judge.ts";
import type { Found } from "#modules/leads/validation/look-ahead.ts";
import { keepRoutes } from "#modules/leads/validation/route-store.ts";
import { advanceJob, type LeasedJob } from "#modules/leads/validation-jobs/job-store.ts";
import { whyNone } from "./present.ts";
import { type AddressesResult, noteReasons } from "./validations-store.ts";
import {
  insertResults,
  type KeptResult,
  type KeptRow,
  selectHistory,
  selectKeptRows,
} from "./rows-store.ts";

/** A row of the validation: ids are the numbers of the rows, from 1. */
type Row = AddressInLine & {
  /** Why it has no address; null: it has one. */
  readonly none: ReturnType<typeof whyNone> | null;
};

/**
 * Validates the addresses of a job one after the other, from where it stands. Each result is kept as
 * soon as all before it are, so that a turn that was killed is taken up behind them.
 */
export async function validateAddresses(
  ctx: WorkspaceCtx,
  start: LeasedJob,
  { sliceMs, reasons }: { sliceMs: number; reasons: AddressesResult["reasons"] },
): Promise<RunEnd> {
  const { db, install, workspaceId } = ctx;
  let leased = start;
  const counted: Record<string, number> = { ...reasons };
  return validateInOrder<Row>(ctx, {
    after: leased.cursor,
    withAvatars: await withAvatars(ctx),
    sliceMs,
    read: (after, limit) => readRows(ctx, leased, after, limit),
    async write(found, routes) {
      const results = found.map((one) => resultOf(ctx, one));
      const upTo = leased.cursor + found.length;
      const now = ctx.now();
      const counts = { valid: 0, risky: 0, invalid: 0 };
      for (const [i, result] of results.entries()) {
        if (result !== null) counts[result[0]]++;
        const codes = result === null ? [found[i]?.lead.none ?? "no_address"] : result[2];
        for (const code of codes) counted[code] = (counted[code] ?? 0) + 1;
      }
      const written = { upTo, done: found.length, counts };
      const [settled] = await Promise.all([
        runBatch(db, [
          insertResults(db, workspaceId, leased, results),
          noteReasons(db, workspaceId, leased, counted),
          advanceJob(db, workspaceId, leased, written, now),
        ]),
        runBatch(install, keepRoutes(install, routes, now)),
      ]);
      leased = { ...leased, cursor: upTo };
      // The last statement returns the job's row where it was still ours.
      return (settled.at(-1) as unknown[]).length > 0;
    },
    async keep(routes) {
      await runBatch(install, keepRoutes(install, routes, ctx.now()));
    },
  });
}

async function readRows(
  ctx: WorkspaceCtx,
  { id }: LeasedJob,
  after: number,
  limit: number,
): Promise<Row[]> {
  const { db, workspaceId } = ctx;
  const rows: KeptRow[] = [];
  while (rows.length < limit) {
    const more = await selectKeptRows(db, workspaceId, id, after + rows.length);
    if (more.length === 0) break;
    rows.push(...more.slice(0, limit - rows.length));
  }
  const stored = rows.map(([, , address, own]) => own ?? address ?? "");
  const known = [...new Set(stored)];
  const history = await selectHistory(db, workspaceId, ctx.hooks.one(leadReplied), known);
  return rows.map(([, , address], i) => {
    const seen = history.get(stored[i] ?? "");
    return {
      id: after + i + 1,
      email: address ?? "",
      none: address === null || address === "" ? whyNone(address) : null,
      bouncedAt: seen?.bouncedAt ?? null,
      repliedAt: seen?.repliedAt ?? null,
      retries: 0,
    };
  });
}

function resultOf(ctx: WorkspaceCtx, { lead, findings }: Found<Row>): KeptResult {
  if (lead.none !== null) return null;
  const { breakdown } = judge(ctx, lead, findings);
  const { verdict, score, reasons, suggestion } = shortResult(breakdown);
  return [verdict, score, reasons, suggestion];
}
