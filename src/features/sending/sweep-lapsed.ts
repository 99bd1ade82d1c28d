import type { Deps } from "#core/ctx.ts";
import { silentResult } from "#domain/sending/silent-result.ts";
import { settleSends } from "./settle-sends.ts";
import { selectLapsed } from "./lapsed-store.ts";
import { sendTicket } from "./ticket.ts";

/** Sends looked at in one sweep (reliability 4.7). */
const LAPSED_PER_SWEEP = 200;

/**
 * Sweep: a claim whose holder fell silent. Before the intent nothing can have left, so the send is
 * queued again; after it, only the server knows: `unknown`, settled by evidence alone, such as an
 * answer that has come in meanwhile.
 */
export async function sweepLapsedSends(deps: Deps): Promise<void> {
  const lapsed = await selectLapsed(deps.db, deps.now(), LAPSED_PER_SWEEP);
  if (lapsed.length === 0) return;
  deps.log("sends.lapsed", { count: lapsed.length });
  await settleSends(deps, {
    results: lapsed.map((send) => {
      const silent = silentResult(sendTicket(send.workspaceId, send.id), send);
      // An answer to it shows that it arrived.
      return send.answered === 1 ? { ...silent, ending: "accepted", phase: "done" } : silent;
    }),
  });
}
