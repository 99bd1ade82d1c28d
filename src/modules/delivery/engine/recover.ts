import { databasesOf, type Deps } from "#platform/ctx/ctx.ts";
import { ticketOf } from "#platform/rules/mail/ticket.ts";
import { later } from "#platform/rules/time.ts";
import { lastResults } from "#modules/delivery/journal/last-results.ts";
import { JOURNAL_KEEP_MS } from "#modules/delivery/rules/journal.ts";
import { CLAIM_LEASE_MS } from "#modules/delivery/rules/leases.ts";
import {
  type HeldRow,
  selectHandedOver,
  selectLapsed,
  selectLeftBehind,
  selectUnclear,
  type After,
} from "./mail-store.ts";
import type { Kind } from "./kind.ts";
import { kindsOf } from "./kinds.ts";
import { settleResults } from "./settle.ts";

/** Mails that one look settles together. */
const MAILS_AT_ONCE = 200;

/**
 * Sweep: claims whose holder fell silent. Before the gate nothing can have left, so the mail is
 * queued again; after it, the journal knows how it ended, or only the server does: unclear, settled
 * by evidence alone, such as an answer that has come in meanwhile.
 */
export async function sweepLapsed(deps: Deps, kind: Kind): Promise<void> {
  const lapsed = await selectLapsed(deps.db, kind, deps.now(), MAILS_AT_ONCE);
  // What was not granted waits for no journal.
  for (const state of ["leased", "sending"]) {
    await settleSilent(
      deps,
      kind,
      "delivery.lapsed",
      lapsed.filter((mail) => mail.state === state),
    );
  }
}

/**
 * The companion has restarted, as `run`. What its former self held and had not begun is queued
 * again at once instead of when its lease ends; what it was granted ended as its journal says, and
 * what that does not know is unclear. It is asked about what is unclear already too: a database that
 * was put back, or a sweep that found nobody to ask, has not heard it. Safe at any time: a run that
 * still holds such a mail meets a closed gate, and an outcome that is reported after all counts.
 * Without `run`, what was handed over and not begun alone: also for an app that starts again, whose
 * former process may have ended before the companion had its mails.
 */
export async function recover(deps: Deps, run: string | null): Promise<void> {
  const failures: Error[] = [];
  for (const db of await databasesOf(deps)) {
    // The companion asks again until it is answered: one database that fails holds up no other meanwhile.
    await recoverIn({ ...deps, db }, run).catch((cause: Error) => failures.push(cause));
  }
  const [first] = failures;
  if (first) throw first;
}

/** The same in this database alone. */
export async function recoverIn(deps: Deps, run: string | null): Promise<void> {
  for (const kind of kindsOf(deps)) await recoverKind(deps, kind, run);
}

async function recoverKind(deps: Deps, kind: Kind, run: string | null): Promise<void> {
  const { db } = deps;
  const leaseUntil = later(deps.now(), CLAIM_LEASE_MS);
  const pages = (event: string, page: (after: After) => Promise<HeldRow[]>) =>
    settlePages(deps, kind, event, page);
  await pages("delivery.released", (after) => selectHandedOver(db, kind, leaseUntil, after));
  if (run === null) return;
  await pages("delivery.left_behind", (after) => selectLeftBehind(db, kind, run, after));
  const since = later(deps.now(), -JOURNAL_KEEP_MS);
  await pages("delivery.unclear", (after) => selectUnclear(db, kind, since, after));
}

/** Settles pages of mails, in order of key. */
async function settlePages(
  deps: Deps,
  kind: Kind,
  event: string,
  page: (after: After) => Promise<HeldRow[]>,
): Promise<void> {
  for (let id = 0; ;) {
    const mails = await page({ id, limit: MAILS_AT_ONCE });
    const last = mails.at(-1);
    if (!last) return;
    ({ id } = last);
    await settleSilent(deps, kind, event, mails);
  }
}

/** Settles mails by what the journal knows of each; something else may show that a server had one. */
async function settleSilent(
  deps: Deps,
  kind: Kind,
  event: string,
  mails: readonly HeldRow[],
): Promise<void> {
  if (mails.length === 0) return;
  deps.log(event, { kind: kind.name, count: mails.length }, "warn");
  const silent = mails.map((mail) => ({
    ...mail,
    ticket: ticketOf(kind.name, mail.workspaceId, mail.id),
  }));
  const proved = new Set(
    silent.flatMap(({ ticket, state, proved: had }) =>
      state === "sending" && had === 1 ? [ticket] : [],
    ),
  );
  const results = await lastResults(deps, silent);
  await settleResults(deps, {
    results: results.map((result) =>
      proved.has(result.ticket) ? { ...result, ending: "accepted", phase: "done" } : result,
    ),
  });
}
