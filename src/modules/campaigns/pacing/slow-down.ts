import { readSettings } from "#modules/accounts/settings/read-settings.ts";
import { slowedBy } from "#modules/campaigns/rules/pacing/pace.ts";
import type { SendResult } from "#platform/wire/transmission.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import type { UnixMs } from "#platform/rules/ids.ts";
import { plainLine } from "#platform/rules/mail/plain-line.ts";
import { DAY_MS, later, utcDay } from "#platform/rules/time.ts";
import {
  type PaceRow,
  selectHeldSends,
  selectPaces,
  selectPacesOfSends,
  selectMostOfDay,
  writeSlowed,
} from "./pacing-store.ts";

/** Of these mails, those whose provider asked to slow down, or gets nothing: the gate asks before each of them. */
export async function heldByPace(
  { db, workspaceId, now }: Pick<WorkspaceCtx, "db" | "workspaceId" | "now">,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const held = await selectHeldSends(db, workspaceId, ids, now());
  return new Set(held.map(({ id }) => id));
}

/**
 * Servers refused these mails for now, for rate or reputation: their sending domain gets half of its
 * day with that provider for 24 hours, and nothing until the time that is answered for each. That is
 * no try of the mail. Mails that nothing paces are not among the answers.
 */
export async function slowDown(
  ctx: WorkspaceCtx,
  refused: readonly { readonly id: number; readonly result: SendResult }[],
): Promise<ReadonlyMap<number, UnixMs>> {
  const { db, workspaceId } = ctx;
  const { pacing } = await readSettings(ctx);
  if (!pacing.enabled) return new Map();
  const now = ctx.now();
  const [keys, rows] = await Promise.all([
    selectPacesOfSends(
      db,
      workspaceId,
      refused.map(({ id }) => id),
    ),
    selectPaces(db, workspaceId, utcDay(now)),
  ]);
  const saidOf = new Map(refused.map(({ id, result }) => [id, result.response ?? ""]));
  const until = new Map<number, UnixMs>();
  for (const [key, mails] of Map.groupBy(keys, (one) => one.key)) {
    const row = rows.find((one) => keyOf(one) === key);
    if (!row) continue;
    const usual = await selectMostOfDay(db, workspaceId, key, utcDay(later(now, -7 * DAY_MS)));
    const to = slowedBy(row, pacing.growth_pct, usual, pacing.start_per_day, now);
    const refusal = plainLine(saidOf.get(mails[0]?.id ?? 0) ?? "", 300);
    await runBatch(db, [writeSlowed(db, workspaceId, row, { ...to, refusal }, now)]);
    ctx.log("pacing.slowed", { recipients: row.recipients, refusals: to.refusals }, "warn");
    for (const { id } of mails) until.set(id, to.heldUntil);
  }
  return until;
}

const keyOf = ({ domain, recipients }: PaceRow): string => `${domain}/${recipients}`;
