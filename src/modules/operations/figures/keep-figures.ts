import { markStatement, readMarks } from "#modules/accounts/settings/database-marks.ts";
import { factsOf } from "#modules/mailboxes/sending-domains/check-domain.ts";
import { lacksOf } from "#modules/operations/domains/read-domains.ts";
import { FIGURE_DAYS } from "#modules/operations/rules/figures.ts";
import { type Deps, holdingOf } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import { DAY_MS, HOUR_MS, later, MINUTE_MS, utcDay, utcMonth } from "#platform/rules/time.ts";
import { countInside, selectSigns, selectStandingIds, type SentFrom } from "./inside-store.ts";
import { keepFigures, selectCounted } from "./kept-store.ts";

/** A workspace whose figures change is counted no more often. */
const LOOK_MS = MINUTE_MS;
/** What no sign shows is found by counting once more: while a campaign runs, and else. */
const RECOUNT_SENDING_MS = HOUR_MS;
const RECOUNT_MS = DAY_MS;
/** Workspaces that one sweep counts; those that wait longest come first. */
const AT_ONCE = 500;
/** Of them, those that are counted together. */
const OF_A_BATCH = 100;

/**
 * Sweep: brings the figures of this database's workspaces into the install, where admins read all of
 * them at once. Signs made of kept counters tell which have changed; only those are counted. Killed
 * anywhere, the next one finds them again: the sign is kept together with what was counted.
 */
export async function keepChangedFigures(deps: Deps): Promise<void> {
  const now = deps.now();
  const { figures_looked: looked } = await readMarks(deps);
  // A clock that was put back must not stop it.
  if (looked !== undefined && looked <= now && now - looked < LOOK_MS) return;
  await runBatch(deps.db, [markStatement(deps, { figures_looked: now })]);
  const here = await workspacesHere(deps);
  const signs = here?.length === 0 ? [] : await selectSigns(deps.db, now, utcMonth(now), here);
  const known = await selectCounted(
    deps.install,
    signs.map(({ id }) => id),
  );
  const due = signs.flatMap(({ id, seen }) => {
    const last = known.get(id);
    if (!last) return [{ id, seen, countedAt: 0 }];
    const age = now - last.countedAt;
    const isOld = age >= (last.isSending ? RECOUNT_SENDING_MS : RECOUNT_MS) || age < 0;
    const isChanged = last.seen !== seen && age >= LOOK_MS;
    return isOld || isChanged ? [{ id, seen, countedAt: last.countedAt }] : [];
  });
  const next = due.toSorted((a, b) => a.countedAt - b.countedAt).slice(0, AT_ONCE);
  for (let from = 0; from < next.length; from += OF_A_BATCH) {
    await keepThose(deps, next.slice(from, from + OF_A_BATCH));
  }
}

/** Null: all of which there is a row. The first database has one of every workspace, wherever it lies. */
async function workspacesHere(deps: Deps): Promise<readonly WorkspaceId[] | null> {
  if (!deps.shards) return null;
  const ids = await selectStandingIds(deps.db);
  return ids.filter((id) => holdingOf(deps, id) === deps.db);
}

/** Counts some workspaces of the database and keeps what was counted, each with the sign that asked for it. */
async function keepThose(
  deps: Deps,
  those: readonly { readonly id: WorkspaceId; readonly seen: string }[],
): Promise<void> {
  const now = deps.now();
  const ids = those.map(({ id }) => id);
  const counted = await countInside(deps.db, ids, {
    now,
    month: utcMonth(now),
    since: utcDay(later(now, -(FIGURE_DAYS - 1) * DAY_MS)),
  });
  const domains = [...counted.values()].flatMap((one) => one.domains);
  const isLacking = await lackingDomains(deps, domains);
  await keepFigures(
    deps.install,
    those.flatMap(({ id, seen }) => {
      const one = counted.get(id);
      if (!one) return [];
      const domainsLacking = one.domains.filter(isLacking).length;
      const figures = { ...one.figures, domainsLacking };
      return [{ workspaceId: id, seen, countedAt: now, figures, days: one.days }];
    }),
  );
}

/** Which domains lack records, as far as was asked; no resolver is asked here. */
async function lackingDomains(
  deps: Deps,
  domains: readonly SentFrom[],
): Promise<(domain: SentFrom) => boolean> {
  const facts = await factsOf(deps, [...new Set(domains.map(({ domain }) => domain))]);
  return (one) => {
    const known = facts.get(one.domain)?.facts ?? null;
    return known !== null && lacksOf(one, known).length > 0;
  };
}
