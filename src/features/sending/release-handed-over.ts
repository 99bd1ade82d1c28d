import type { SendResult } from "#contract/transmission.ts";
import { databasesOf, type Deps } from "#core/ctx.ts";
import type { SendId } from "#domain/ids.ts";
import { CLAIM_LEASE_MS } from "#domain/sending/limits.ts";
import { later } from "#domain/time.ts";
import { settleSends } from "./settle-sends.ts";
import { selectHandedOver, selectLeftBehind } from "./lapsed-store.ts";
import { sendTicket } from "./ticket.ts";

const SENDS_PER_ROUND = 200;

/**
 * The companion has started anew. What its former self held and had not begun is queued again at
 * once instead of when its lease ends; what it was granted and its journal does not know becomes
 * `unknown`. Safe at any time: whoever still holds such a message meets a closed intent gate, and
 * an outcome that is told after all counts.
 */
export async function releaseHandedOver(deps: Deps, run: string | null): Promise<void> {
  for (const db of databasesOf(deps)) await releaseOf({ ...deps, db }, run);
}

async function releaseOf(deps: Deps, run: string | null): Promise<void> {
  let after = 0 as SendId;
  for (;;) {
    const leaseUntil = later(deps.now(), CLAIM_LEASE_MS);
    const held = await selectHandedOver(deps.db, { id: after, leaseUntil }, SENDS_PER_ROUND);
    const last = held.at(-1);
    if (!last) break;
    after = last.id;
    deps.log("sends.released", { count: held.length });
    await settleSends(deps, {
      results: held.map((send) => ({ ...factsOf(send), ending: "withheld", phase: "connect" })),
    });
  }
  if (run === null) return;
  after = 0 as SendId;
  for (;;) {
    const left = await selectLeftBehind(deps.db, run, after, SENDS_PER_ROUND);
    const last = left.at(-1);
    if (!last) return;
    after = last.id;
    deps.log("sends.left_behind", { count: left.length }, "warn");
    await settleSends(deps, {
      results: left.map((send) => ({ ...factsOf(send), ending: "network", phase: "dot" })),
    });
  }
}

const factsOf = (
  send: Awaited<ReturnType<typeof selectHandedOver>>[number],
): Omit<SendResult, "ending" | "phase"> => ({
  ticket: sendTicket(send.workspaceId, send.id),
  lease: send.lease ?? "",
  message_id: send.messageId,
  code: null,
  enhanced: null,
  response: null,
  replayed: false,
});
