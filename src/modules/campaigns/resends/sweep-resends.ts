import type { Deps } from "#platform/ctx/ctx.ts";
import { CLAIM_LEASE_MS } from "#modules/delivery/rules/leases.ts";
import { later } from "#platform/rules/time.ts";
import { lastWords } from "#modules/delivery/journal/last-words.ts";
import { selectLapsedResends, selectResendsLeftBehind } from "./resend-store.ts";
import { settleSends } from "#modules/campaigns/settle/settle-sends.ts";
import { againTicket } from "#platform/mail/ticket.ts";

const RESENDS_PER_SWEEP = 200;

type Held = Awaited<ReturnType<typeof selectLapsedResends>>;

/** Sweep: a claim of a mail that was to be sent again, whose holder fell silent; as for first tries. */
export async function sweepLapsedResends(deps: Deps): Promise<void> {
  await settleSilent(deps, await selectLapsedResends(deps.db, deps.now(), RESENDS_PER_SWEEP));
}

/** The companion has started anew: what its former self held of these waits again, or ended as its journal says. */
export async function releaseResends(deps: Deps, run: string | null): Promise<void> {
  const handedOver = later(deps.now(), CLAIM_LEASE_MS);
  await settleSilent(deps, await selectResendsLeftBehind(deps.db, run, handedOver));
}

async function settleSilent(deps: Deps, held: Held): Promise<void> {
  if (held.length === 0) return;
  deps.log("resends.lapsed", { count: held.length });
  const silent = held.map((mail) => ({ ...mail, ticket: againTicket(mail.workspaceId, mail.id) }));
  await settleSends(deps, { results: await lastWords(deps, silent) });
}
