import type { Db } from "#platform/db/db.ts";
import type { MailboxId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";
import { later } from "#platform/rules/time.ts";
import {
  type Placement,
  PLACEMENT_WINDOW_MS,
  placementRatesOf,
} from "#modules/warmup/rules/placement.ts";
import { selectPlacements } from "./placement-store.ts";

/** Where a mailbox's warmup mail arrived in the last seven days; rates are of 1. */
export type PlacementRates = Placement & ReturnType<typeof placementRatesOf>;

/** The placement of mailboxes, by id; one without a delivery in seven days is absent. One statement for all. */
export async function placementOf(
  db: Db,
  workspaceId: WorkspaceId,
  mailboxIds: readonly MailboxId[],
  now: UnixMs,
): Promise<Map<MailboxId, PlacementRates>> {
  const at = later(now, -PLACEMENT_WINDOW_MS);
  const found = await selectPlacements(
    db,
    workspaceId,
    mailboxIds.map((id) => ({ id, at })),
  );
  return new Map(
    [...found].map(([id, placement]) => [id, { ...placement, ...placementRatesOf(placement) }]),
  );
}
