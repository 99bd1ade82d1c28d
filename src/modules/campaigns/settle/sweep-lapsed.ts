import type { Deps } from "#platform/ctx/ctx.ts";
import { lastWords } from "#modules/delivery/journal/last-words.ts";
import { settleSends } from "./settle-sends.ts";
import { selectLapsed } from "./lapsed-store.ts";
import { sendTicket } from "#platform/mail/ticket.ts";

/** Sends looked at in one sweep. */
const LAPSED_PER_SWEEP = 200;

/**
 * Sweep: a claim whose holder fell silent. Before the intent nothing can have left, so the send is
 * queued again; after it, the journal knows how it ended, or only the server does: `unknown`, settled
 * by evidence alone, such as an answer that has come in meanwhile.
 */
export async function sweepLapsedSends(deps: Deps): Promise<void> {
  const lapsed = await selectLapsed(deps.db, deps.now(), LAPSED_PER_SWEEP);
  if (lapsed.length === 0) return;
  deps.log("sends.lapsed", { count: lapsed.length });
  const silent = lapsed.map((send) => ({ ...send, ticket: sendTicket(send.workspaceId, send.id) }));
  // What was not granted waits for no journal.
  const [leased, granted] = [
    silent.filter(({ state }) => state === "leased"),
    silent.filter(({ state }) => state !== "leased"),
  ];
  await settleSends(deps, { results: await lastWords(deps, leased) });
  const answered = new Set(granted.filter((send) => send.answered === 1).map((s) => s.ticket));
  const words = await lastWords(deps, granted);
  await settleSends(deps, {
    results: words.map((told) =>
      // An answer to it shows that it arrived.
      answered.has(told.ticket) ? { ...told, ending: "accepted", phase: "done" } : told,
    ),
  });
}
