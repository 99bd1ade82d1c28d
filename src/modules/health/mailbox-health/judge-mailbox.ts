import { inEnglish, type Phrase, phrase } from "#platform/words/phrase.ts";
import { mailboxSamples } from "#modules/health/hooks.ts";
import { inWorkspace, type Deps, type WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import type { MailboxId, UnixMs } from "#platform/rules/ids.ts";
import { bandOf, type HeldState, settled } from "#modules/mailboxes/rules/health-bands.ts";
import { isSandbox } from "#platform/rules/mail/sandbox.ts";
import { DAY_MS, later, utcDay } from "#platform/rules/time.ts";
import { noticeStatement } from "#modules/events/notices/notice-statement.ts";
import { throttleWarmup } from "#modules/warmup/warmups/throttle-warmup.ts";
import { placementOf } from "#modules/warmup/mailbox-care/placement-of.ts";
import {
  type BoxRow,
  changeThrottle,
  throttleTitle,
  selectBox,
  selectDueThrottles,
  noticeRows,
} from "./store.ts";

/** Rates look back so far. */
const WINDOW_MS = 7 * DAY_MS;
/** How long a quarantine lasts. */
const QUARANTINE_MS = 7 * DAY_MS;
const MAILBOXES_AT_ONCE = 50;

/**
 * The first day that counts for a mailbox: of the last seven, and none before its rates were reset.
 * Counters are per day, so the day of the reset does not count either.
 */
export const sinceDay = (box: Pick<BoxRow, "judgedSince">, now: UnixMs): string => {
  const window = utcDay(later(now, -WINDOW_MS));
  const afterReset = box.judgedSince === null ? "" : utcDay(later(box.judgedSince, DAY_MS));
  return afterReset > window ? afterReset : window;
};

/**
 * Slows or stops a mailbox with too many bounces, complaints or spam placements: `throttled` sends
 * half, `quarantined` nothing for a week. Its warmup follows, and the operator is notified. Called
 * after each such event; only the sweep lifts it.
 */
export async function judgeMailbox(ctx: WorkspaceCtx, id: MailboxId): Promise<void> {
  const box = await boxOf(ctx, id);
  // What people do who do not exist says nothing about a mailbox.
  if (!box || isSandbox(box)) return;
  const { band, reason } = await bandNow(ctx, box);
  if (band !== "throttled" && band !== "quarantined") return;
  if (box.heldState === band || box.heldState === "quarantined") return;
  await throttle(ctx, box, band, reason);
}

/** Sweep: judges throttled and quarantined mailboxes again when that is due. */
export async function judgeThrottledMailboxes(deps: Deps): Promise<void> {
  for (const { id, workspaceId } of await selectDueThrottles(
    deps.db,
    deps.now(),
    MAILBOXES_AT_ONCE,
  )) {
    await judgeAgain(inWorkspace(deps, workspaceId), id);
  }
}

async function throttle(ctx: WorkspaceCtx, box: BoxRow, to: HeldState, why: Phrase): Promise<void> {
  const now = ctx.now();
  const from = box.heldState;
  const reason = inEnglish(why);
  const results = await runBatch(ctx.db, [
    noticeStatement(
      ctx,
      {
        kind: to === "quarantined" ? "mailbox_quarantined" : "mailbox_throttled",
        severity: to === "quarantined" ? "error" : "warning",
        title: throttleTitle(to),
        message: phrase(
          to === "quarantined"
            ? "{reason} The mailbox stops sending for a week and then resumes slowly. Validate the leads and check its health."
            : "{reason} The mailbox sends at half of its limit until this improves. Check its health.",
          { reason: why },
        ),
        target: { kind: "mailbox", id: box.id },
        dedupeKey: `held:${box.id}:${now}`,
      },
      noticeRows(ctx.workspaceId, box.id, from),
    ),
    changeThrottle(ctx.db, ctx.workspaceId, box.id, from, {
      heldState: to,
      heldReason: reason,
      heldUntil: later(now, to === "quarantined" ? QUARANTINE_MS : DAY_MS),
    }),
  ]);
  if ((results.at(-1) as unknown[]).length === 0) return;
  ctx.log("mailbox.held", { mailboxId: box.id, to }, "warn");
  await throttleWarmup(ctx, box.id, to, reason);
}

async function judgeAgain(ctx: WorkspaceCtx, id: MailboxId): Promise<void> {
  const box = await boxOf(ctx, id);
  if (!box || box.heldState === null) return;
  const now = ctx.now();
  const change = (to: Parameters<typeof changeThrottle>[4]) =>
    runBatch(ctx.db, [changeThrottle(ctx.db, ctx.workspaceId, id, box.heldState, to)]);
  if (box.heldState === "quarantined") {
    // From here on only new mail counts.
    await change({
      heldState: "throttled",
      heldReason: box.heldReason,
      heldUntil: later(now, DAY_MS),
      judgedSince: now,
    });
    return;
  }
  const { band, reason, sample, spam } = await bandNow(ctx, box);
  if (band === "quarantined") return throttle(ctx, box, band, reason);
  const since = box.judgedSince ?? box.createdAt;
  if (band === "healthy" && settled(sample, spam, now - since)) {
    await change({ heldState: null, heldReason: null, heldUntil: null });
    ctx.log("mailbox.let_go", { mailboxId: id });
    return;
  }
  await change({
    heldState: "throttled",
    heldReason: box.heldReason,
    heldUntil: later(now, DAY_MS),
  });
}

async function boxOf(ctx: WorkspaceCtx, id: MailboxId): Promise<BoxRow | null> {
  const [box] = await selectBox(ctx.db, ctx.workspaceId, id);
  return box ?? null;
}

async function bandNow(ctx: WorkspaceCtx, box: BoxRow) {
  const now = ctx.now();
  const [samples, placements] = await Promise.all([
    ctx.hooks.one(mailboxSamples)(ctx.db, ctx.workspaceId, [
      { id: box.id, day: sinceDay(box, now) },
    ]),
    placementOf(ctx.db, ctx.workspaceId, [box.id], now),
  ]);
  const sample = samples(box.id);
  const spam = placements.get(box.id) ?? null;
  return { ...bandOf(sample, spam), sample, spam };
}
