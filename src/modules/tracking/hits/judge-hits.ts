import { inWorkspace, type Deps, type WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { describe } from "#platform/ctx/log.ts";
import { changes, runBatch } from "#platform/db/db.ts";
import { type HitId, type SendId, unixMs, type WorkspaceId } from "#platform/rules/ids.ts";
import { iso, later } from "#platform/rules/time.ts";
import { SPREAD_MS, type SpreadClick, spreadsOf } from "#modules/tracking/rules/spread.ts";
import { EVIDENCE_MS, HIT_HOLD_MS } from "#modules/tracking/rules/verdict.ts";
import type { NewEvent } from "#modules/events/events/event-statements.ts";
import { leadEventBase } from "#modules/campaigns/lead-events/lead-event-base.ts";
import { manyEventStatements } from "#modules/events/events/many-event-statements.ts";
import { wakeDeliveries } from "#modules/events/events/wake-deliveries.ts";
import { readSettings } from "#modules/accounts/settings/read-settings.ts";
import { confirmSent } from "#modules/campaigns/sends/confirm-sent.ts";
import { causesOfHits } from "#modules/campaigns/follow-ups/note-causes.ts";
import { statStatement } from "#modules/campaigns/stats/stat-statement.ts";
import {
  deleteMark,
  insertMark,
  marked,
  type Ruling,
  selectClicksOf,
  selectHits,
  selectSends,
  type StoredHit,
  updateHits,
  updateSends,
} from "./judge-store.ts";
import { type News, ruleOnHits } from "./rule.ts";
import { type DueHit, selectUnjudged } from "./store.ts";

/** Hits looked for at once, and hits judged in one batch. */
const ROUND = 1_000;
const SET = 50;
const FOREVER = unixMs(Number.MAX_SAFE_INTEGER);
/**
 * Rounds of one call; what is left waits for the next. A wake-up comes each second while hits do,
 * and must not take the time of recording them in a flood; the sweep takes up the rest.
 */
const ROUNDS_OF_WAKE = 2;
const ROUNDS_OF_SWEEP = 10;
/** No round begins later than this after the first: other sweeps wait for this one. */
const MAX_MS = 2_000;

/**
 * Judges what is due: hits that are old enough for a burst to have shown itself. Each set
 * is one batch of verdicts, counters, events and the messages' first open and click, so a kill or
 * a second judge at the same time changes nothing twice. `workspaceId` null is the sweep.
 */
export async function judgeHits(deps: Deps, workspaceId: WorkspaceId | null = null): Promise<void> {
  const rounds = workspaceId === null ? ROUNDS_OF_SWEEP : ROUNDS_OF_WAKE;
  const last = later(deps.now(), MAX_MS);
  for (let round = 0; round < rounds && deps.now() <= last; round++) {
    const due = await dueHits(deps, workspaceId);
    let judged = 0;
    for (const [id, own] of Map.groupBy(due, (hit) => hit.workspaceId)) {
      const ctx = inWorkspace(deps, id);
      const { tracking } = await readSettings(ctx);
      for (let i = 0; i < own.length; i += SET) {
        judged += await tryToJudge(ctx, own.slice(i, i + SET), tracking.filter_bots);
        await deps.hits.leaveRoom();
      }
    }
    // Nothing moved: another judge is at the same hits.
    if (judged === 0 || due.length < ROUND) return;
  }
}

async function dueHits(deps: Deps, workspaceId: WorkspaceId | null): Promise<DueHit[]> {
  const until = later(deps.now(), -HIT_HOLD_MS);
  const { db } = workspaceId === null ? deps : inWorkspace(deps, workspaceId);
  const [opens, clicks] = await Promise.all([
    selectUnjudged(db, workspaceId, "open", until, ROUND),
    selectUnjudged(db, workspaceId, "click", until, ROUND),
  ]);
  return [...opens, ...clicks].sort((a, b) => a.at - b.at).slice(0, ROUND);
}

/** One set that fails must not block the others; the next sweep tries it again. */
async function tryToJudge(
  ctx: WorkspaceCtx,
  due: readonly DueHit[],
  filterBots: boolean,
): Promise<number> {
  try {
    return await judgeSet(ctx, due, filterBots);
  } catch (cause) {
    ctx.log("hits.unjudged", { hits: due.length, cause: describe(cause) }, "error");
    return 0;
  }
}

/** Answers how many hits got their verdict: all, or none when something changed meanwhile. */
async function judgeSet(
  ctx: WorkspaceCtx,
  due: readonly DueHit[],
  filterBots: boolean,
): Promise<number> {
  const { db, workspaceId } = ctx;
  const from = Math.min(...due.map((hit) => hit.at)) - EVIDENCE_MS;
  const to = Math.max(...due.map((hit) => hit.at)) + EVIDENCE_MS;
  const sends = await selectSends(db, workspaceId, [...new Set(due.map((hit) => hit.sendId))]);
  const sendIds = sends.map((send) => send.id);
  const near =
    sends.length === 0 ? [] : await selectHits(db, workspaceId, sendIds, unixMs(from), unixMs(to));
  const ids = new Set(due.map((hit) => hit.id));
  const spreads = filterBots ? spreadsOf(await clicksAround(ctx, near, ids)) : [];
  let rulings = ruleOnHits(sends, near, ids, filterBots, spreads);
  if (rulings.hits.some((ruling) => ruling.from !== null)) {
    // A first open or click may have fallen: the next one can be any hit of its message.
    const all = await selectHits(db, workspaceId, sendIds, unixMs(0), FOREVER);
    rulings = ruleOnHits(sends, all, ids, filterBots, spreads);
  }
  const hits = [...rulings.hits, ...strays(due, new Set(sendIds))];
  const events = await eventsOf(ctx, rulings.news);
  const mark = `judge:${crypto.randomUUID()}`;
  const guard = marked(mark);
  const moved = rulings.messages.filter(
    (m) => m.openedAt[0] !== m.openedAt[1] || m.clickedAt[0] !== m.clickedAt[1],
  );
  const people = hits.filter(({ to }) => to.verdict === "human").map(({ id }) => id);
  const [first] = await runBatch(db, [
    insertMark(db, workspaceId, mark, ctx.now(), hits, rulings.messages),
    ...sends.flatMap((send) => confirmSent(ctx, send, "hit")),
    ...(rulings.counts.length === 0 ? [] : [statStatement(ctx, rulings.counts, guard)]),
    ...manyEventStatements(ctx, events, guard),
    ...updateHits(db, workspaceId, hits, guard),
    ...(moved.length === 0 ? [] : [updateSends(db, workspaceId, moved, guard)]),
    ...causesOfHits(ctx, people, guard),
    deleteMark(db, mark),
  ]);
  if (changes(first) === 0) return 0;
  await wakeDeliveries(
    ctx,
    events.map((event) => event.dedupeKey),
  );
  return due.length;
}

/** Clicks in any mail of the workspace by those who made the due clicks, around that time. */
async function clicksAround(
  ctx: WorkspaceCtx,
  near: readonly StoredHit[],
  due: ReadonlySet<HitId>,
): Promise<SpreadClick[]> {
  const clicks = near.filter(
    (hit) => due.has(hit.id) && hit.kind === "click" && hit.source !== null && !hit.private,
  );
  if (clicks.length === 0) return [];
  const times = clicks.map((hit) => hit.at);
  return selectClicksOf(
    ctx.db,
    ctx.workspaceId,
    [...new Set(clicks.flatMap((hit) => hit.source ?? []))],
    unixMs(Math.min(...times) - SPREAD_MS),
    unixMs(Math.max(...times) + SPREAD_MS),
  );
}

/** Hits on messages that are gone: they count for nobody. */
function strays(due: readonly DueHit[], known: ReadonlySet<SendId>): Ruling[] {
  return due
    .filter((hit) => !known.has(hit.sendId))
    .map(({ id }) => ({ id, from: null, to: { verdict: "machine", reasons: ["unknown_send"] } }));
}

async function eventsOf(ctx: WorkspaceCtx, news: readonly News[]): Promise<NewEvent[]> {
  const base = await leadEventBase(ctx, [...new Set(news.map(({ send }) => send.id))]);
  return news.flatMap(({ send, hit, dedupeKey }): NewEvent[] => {
    const data = base.get(send.id);
    if (!data) return [];
    const about = {
      dedupeKey,
      leadId: send.leadId,
      campaignId: send.campaignId,
      sendId: send.id,
    };
    if (hit.kind === "click") {
      const click = { ...data, url: hit.url ?? "", clicked_at: iso(hit.at) };
      return [{ type: "lead.clicked", ...about, data: click }];
    }
    const open = {
      ...data,
      opened_at: iso(hit.at),
      user_agent_family: hit.agent,
      is_first: true as const,
    };
    return [{ type: "lead.opened", ...about, data: open }];
  });
}
