import { runBatch } from "#platform/db/db.ts";
import { type Deps, inWorkspace, type WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { type UnixMs, unixMs } from "#platform/rules/ids.ts";
import { DAY_MS, later, utcDay } from "#platform/rules/time.ts";
import { effectiveDailyLimit } from "#modules/mailboxes/rules/limits.ts";
import { minuteOf } from "#modules/campaigns/forecast/foresee.ts";
import { loadWorld, sharing } from "#modules/campaigns/forecast/load-world.ts";
import { forecast } from "#modules/campaigns/rules/forecast/forecast.ts";
import type { PlannedMail } from "#modules/campaigns/rules/forecast/world.ts";
import { FORESEEN_DAYS } from "#modules/campaigns/rules/forecast/hindsight.ts";
import {
  deleteForecasts,
  insertEmptyForecasts,
  insertForecasts,
  selectSentOfDay,
  selectUnforeseen,
} from "./forecasts-store.ts";

/** Workspaces in one tick; the others have their turn in the next ones. */
const WORKSPACES_PER_TICK = 3;
/** Emails that are foreseen of a workspace at most: a fraction of a second. */
const MAILS = 6_000;
/** Leads that are looked at beyond what can be served: some of them are delayed. */
const SPARE = 500;
const KEPT_DAYS = 120;
const FORGOTTEN_PER_TICK = 1_000;

/**
 * Sweep: keeps once a day what is foreseen of each active campaign, so that it can be held against what
 * happens. A campaign that starts in the middle of a day is foreseen with the next tick.
 */
export async function keepForecasts(deps: Deps): Promise<void> {
  const now = deps.now();
  const today = utcDay(now);
  for (const id of await selectUnforeseen(deps.db, today, WORKSPACES_PER_TICK)) {
    await keep(inWorkspace(deps, id), today);
    await deps.wait(0);
  }
  await deleteForecasts(deps.db, utcDay(later(now, -KEPT_DAYS * DAY_MS)), FORGOTTEN_PER_TICK);
}

async function keep(ctx: WorkspaceCtx, today: string): Promise<void> {
  const { db, workspaceId } = ctx;
  const now = ctx.now();
  const midnight = unixMs(now - (now % DAY_MS));
  const { ids, mails } = await foreseeDays(ctx, later(midnight, FORESEEN_DAYS * DAY_MS));
  const sent = await selectSentOfDay(db, workspaceId, ids, today);
  const dayOf = ({ at }: PlannedMail): number => Math.floor((at - midnight) / DAY_MS);
  // Where it broke off, that day and those behind it are not known.
  const last = mails.length < MAILS ? undefined : mails.at(-1);
  const known = last ? dayOf(last) : FORESEEN_DAYS;
  const ofCampaign = Map.groupBy(mails, ({ campaignId }) => campaignId);
  const expected = ids.map((id) => {
    const days = Array.from({ length: known }, () => 0);
    for (const mail of ofCampaign.get(id) ?? []) {
      const day = dayOf(mail);
      if (day < known) days[day] = (days[day] ?? 0) + 1;
    }
    return { id, days: days.map((n, day) => (day === 0 ? n + (sent.get(id) ?? 0) : n)) };
  });
  const made = { on: today, at: now };
  await runBatch(db, [
    insertForecasts(db, workspaceId, made, expected),
    insertEmptyForecasts(db, workspaceId, made, known),
  ]);
}

/** Plays every active campaign of the workspace forward together, as far as the bounds let it. */
async function foreseeDays(ctx: WorkspaceCtx, until: UnixMs) {
  const now = ctx.now();
  const from = minuteOf(now);
  const all = await sharing(ctx, "all");
  const ids = all.campaigns.map(({ id }) => id);
  const limit = all.boxes.reduce((sum, box) => sum + effectiveDailyLimit(box, now), 0);
  const most = Math.min(MAILS, limit * FORESEEN_DAYS + SPARE);
  const world = await loadWorld(ctx, all, { from, most, ofEach: { ids, most: 1 }, watched: null });
  const mails: PlannedMail[] = [];
  forecast(world, { from, until }, { atMost: MAILS }, (mail) => void mails.push(mail));
  return { ids, mails };
}
