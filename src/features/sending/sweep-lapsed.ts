import type { SendResult } from "#contract/companion.ts";
import type { Deps } from "#core/ctx.ts";
import { settleSends } from "./settle-sends.ts";
import { selectLapsed } from "./settle-store.ts";
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
    results: lapsed.map((send) => ({
      ticket: sendTicket(send.workspaceId, send.id),
      lease: send.lease ?? "",
      message_id: send.messageId,
      ...factsOf(send),
      code: null,
      enhanced: null,
      response: null,
      replayed: true,
    })),
  });
}

function factsOf(send: { state: string; answered: number }): Pick<SendResult, "ending" | "phase"> {
  if (send.answered === 1) return { ending: "accepted", phase: "done" };
  return send.state === "leased"
    ? { ending: "withheld", phase: "connect" }
    : { ending: "network", phase: "dot" };
}
