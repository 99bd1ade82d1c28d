import type { Deps } from "#core/ctx.ts";
import type { SendId } from "#domain/ids.ts";
import { CLAIM_LEASE_MS } from "#domain/sending/limits.ts";
import { later } from "#domain/time.ts";
import { settleSends } from "./settle-sends.ts";
import { selectHandedOver } from "./settle-store.ts";
import { sendTicket } from "./ticket.ts";

const SENDS_PER_ROUND = 200;

/**
 * The companion has started anew: what its former self held and had not begun is queued again at
 * once instead of when its lease ends. Safe at any time: whoever still holds such a message meets
 * a closed intent gate, since its lease is gone.
 */
export async function releaseHandedOver(deps: Deps): Promise<void> {
  let after = 0 as SendId;
  for (;;) {
    const leaseUntil = later(deps.now(), CLAIM_LEASE_MS);
    const held = await selectHandedOver(deps.db, { id: after, leaseUntil }, SENDS_PER_ROUND);
    const last = held.at(-1);
    if (!last) return;
    after = last.id;
    deps.log("sends.released", { count: held.length });
    await settleSends(deps, {
      results: held.map((send) => ({
        ticket: sendTicket(send.workspaceId, send.id),
        lease: send.lease ?? "",
        message_id: send.messageId,
        ending: "withheld" as const,
        phase: "connect" as const,
        code: null,
        enhanced: null,
        response: null,
        replayed: false,
      })),
    });
  }
}
