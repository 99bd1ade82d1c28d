import { readSettings } from "#modules/accounts/settings/read-settings.ts";
import { grown, junkStateOf } from "#modules/campaigns/rules/pacing/pace.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { DAY_MS, later, utcDay } from "#platform/rules/time.ts";
import { selectPaces, selectMostOfDay, writeJunk } from "./pacing-store.ts";

/**
 * Placement found so many of so many mails of a sending domain in junk at a provider: from 20 % on it
 * gets half, from 40 % on none (settings), others go on. Fewer mails than the sample change nothing.
 * Safe to repeat; a better result lifts it again.
 */
export async function judgeJunk(
  ctx: WorkspaceCtx,
  found: {
    readonly domain: string;
    readonly recipients: string;
    readonly junk: number;
    readonly of: number;
  },
): Promise<void> {
  const { pacing } = await readSettings(ctx);
  const { domain, recipients, junk, of } = found;
  if (!pacing.enabled || of < pacing.min_junk_sample) return;
  const { db, workspaceId } = ctx;
  const now = ctx.now();
  const rows = await selectPaces(db, workspaceId, utcDay(now));
  const row = rows.find((one) => one.domain === domain && one.recipients === recipients);
  if (!row) return;
  const usual = await selectMostOfDay(
    db,
    workspaceId,
    `${domain}/${recipients}`,
    utcDay(later(now, -7 * DAY_MS)),
  );
  const halvedFrom = grown(row, pacing.growth_pct) ?? Math.max(pacing.start_per_day, usual);
  const state = junkStateOf(junk, of, pacing);
  const note = `${junk} of ${of} emails were in junk.`;
  await runBatch(db, [writeJunk(db, workspaceId, row, { state, note, halvedFrom })]);
}
