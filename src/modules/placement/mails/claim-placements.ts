import { type Deps, inWorkspace, type WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { claimChosen, endOver } from "#modules/delivery/engine/claim.ts";
import { delayDue } from "#modules/delivery/engine/moves.ts";
import type { Slot } from "#modules/delivery/engine/slots.ts";
import { isListBehind } from "#modules/leads/install-suppressions/copy-list.ts";
import { effectiveDailyLimit, gapMs } from "#modules/mailboxes/rules/limits.ts";
import { testLimit, TEST_GAP_MS } from "#modules/placement/rules/limits.ts";
import { hash32 } from "#platform/rules/seed.ts";
import { localDay } from "#platform/rules/schedule.ts";
import { later, MINUTE_MS } from "#platform/rules/time.ts";
import { placementKind } from "./kind.ts";
import {
  type DuePlacement,
  placeName,
  selectDuePlacements,
  selectPlacesUsed,
} from "./mail-store.ts";

const SENDERS_PER_TICK = 200;
/** Where its sender's day is full. */
const DELAY_MS = 15 * MINUTE_MS;

/**
 * The tick's work for test emails: claims one of each sender that may send now, within the sender's
 * own limit of the day and the share of it that tests may take. Any number may run at once.
 */
export async function claimDuePlacements(deps: Deps): Promise<void> {
  await endOver(deps, placementKind);
  const due = await selectDuePlacements(deps.db, deps.now(), SENDERS_PER_TICK);
  if (due.length === 0 || (await isListBehind(deps))) return;
  for (const [workspaceId, mails] of Map.groupBy(due, (mail) => mail.workspaceId)) {
    await claim(inWorkspace(deps, workspaceId), mails);
  }
}

async function claim(ctx: WorkspaceCtx, due: readonly DuePlacement[]): Promise<void> {
  const { db, workspaceId } = ctx;
  const now = ctx.now();
  const lease = crypto.randomUUID();
  const planned = due.map((mail) => ({ mail, slots: slotsOf(mail, now) }));
  const used = await selectPlacesUsed(
    db,
    workspaceId,
    planned.flatMap(({ slots }) => slots),
  );
  const hasRoom = (slot: Slot) => (used.get(placeName(slot)) ?? 0) < slot.limit;
  const chosen = planned.filter(({ slots }) => slots.every(hasRoom));
  const waiting = planned
    .filter(({ slots }) => !slots.every(hasRoom))
    .map(({ mail }) => ({ id: mail.id, until: later(now, DELAY_MS) }));
  await claimChosen(ctx, placementKind, {
    claim: { lease, now },
    chosen: chosen.map(({ mail, slots }) => ({ id: mail.id, slots })),
    gaps: chosen.map(({ mail }) => ({
      mailboxId: mail.mailboxId,
      until: later(
        now,
        Math.max(TEST_GAP_MS, gapMs(mail, hash32(`${lease}:${mail.id}`) / 2 ** 32)),
      ),
    })),
    inserts: [delayDue(db, placementKind, workspaceId, waiting, now)],
    alongside: [],
  });
}

/** One mail takes a place of the sender's day, and of what tests may take of it. */
function slotsOf(mail: DuePlacement, now: DuePlacement["createdAt"]): Slot[] {
  const day = localDay(mail.timezone ?? "UTC", now);
  const limit = effectiveDailyLimit(mail, now);
  const place = { key: `${mail.mailboxId}`, day, rank: 1 };
  return [
    { ...place, scope: "mailbox", limit },
    { ...place, scope: "placement", limit: testLimit(limit, mail.searchId > 0) },
  ];
}
