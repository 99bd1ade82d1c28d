import { databasesOf, type Deps } from "#platform/ctx/ctx.ts";
import type { SendId } from "#platform/rules/ids.ts";
import { JOURNAL_KEEP_MS } from "#modules/delivery/rules/journal.ts";
import { CLAIM_LEASE_MS } from "#modules/delivery/rules/leases.ts";
import { silentResult } from "#modules/delivery/rules/silent-result.ts";
import { later } from "#platform/rules/time.ts";
import { settleSends } from "./settle-sends.ts";
import { lastWords } from "#modules/delivery/journal/last-words.ts";
import { selectHandedOver, selectLeftBehind, selectUnclear } from "./lapsed-store.ts";
import { releaseResends } from "#modules/campaigns/resends/sweep-resends.ts";
import { sendTicket } from "#platform/mail/ticket.ts";

const SENDS_PER_ROUND = 200;

/**
 * The companion has started anew. What its former self held and had not begun is queued again at
 * once instead of when its lease ends; what it was granted ended as its journal says, and what that
 * does not know becomes `unknown`. It is asked about what is `unknown` already too: a database that
 * was put back, or a sweep that found nobody to ask, has not heard it. Safe at any time: whoever still holds such a message meets a closed intent gate, and
 * an outcome that is told after all counts.
 */
export async function releaseHandedOver(deps: Deps, run: string | null): Promise<void> {
  for (const db of databasesOf(deps)) await releaseOf({ ...deps, db }, run);
}

async function releaseOf(deps: Deps, run: string | null): Promise<void> {
  await releaseResends(deps, run);
  let after = 0 as SendId;
  for (;;) {
    const leaseUntil = later(deps.now(), CLAIM_LEASE_MS);
    const held = await selectHandedOver(deps.db, { id: after, leaseUntil }, SENDS_PER_ROUND);
    const last = held.at(-1);
    if (!last) break;
    after = last.id;
    deps.log("sends.released", { count: held.length });
    await settleSends(deps, {
      results: held.map((send) =>
        silentResult(sendTicket(send.workspaceId, send.id), { ...send, state: "leased" }),
      ),
    });
  }
  if (run === null) return;
  await settlePages(deps, "sends.left_behind", (from) =>
    selectLeftBehind(deps.db, run, from, SENDS_PER_ROUND),
  );
  const since = later(deps.now(), -JOURNAL_KEEP_MS);
  await settlePages(deps, "sends.unclear", (from) =>
    selectUnclear(deps.db, since, from, SENDS_PER_ROUND),
  );
}

/** Settles pages of sends, in order of id, by what the journal knows of each. */
async function settlePages(
  deps: Deps,
  event: string,
  page: (after: SendId) => ReturnType<typeof selectUnclear>,
): Promise<void> {
  for (let after = 0 as SendId; ;) {
    const sends = await page(after);
    const last = sends.at(-1);
    if (!last) return;
    after = last.id;
    deps.log(event, { count: sends.length }, "warn");
    const silent = sends.map((send) => ({
      ...send,
      ticket: sendTicket(send.workspaceId, send.id),
    }));
    await settleSends(deps, { results: await lastWords(deps, silent) });
  }
}
