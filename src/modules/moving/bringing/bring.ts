import type { MoveRow } from "#modules/moving/moves/store.ts";
import {
  type FoundRowOf,
  markMoved,
  selectFound,
  selectOneFound,
  selectToMove,
} from "#modules/moving/reading/found-store.ts";
import type { Deps, MemberCtx } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import { type MoveClientRow, selectMoveClients } from "#modules/moving/choosing/clients-store.ts";
import { bringCampaign, zoneOf } from "./campaigns.ts";
import { selectMoveCampaigns, selectVariables } from "./campaign-store.ts";
import { customKeys } from "#modules/moving/rules/words/custom-keys.ts";
import { bringLeads } from "./leads.ts";
import { listsByName } from "#modules/leads/lists/by-name.ts";
import { moverCtx } from "./mover-ctx.ts";
import { bringPlaces, PLACES_AT_ONCE } from "./places.ts";
import { expectBoxes } from "./boxes-store.ts";
import { bringSuppressions } from "./suppressions.ts";

const SUPPRESSIONS_AT_ONCE = 2_000;
const LEADS_AT_ONCE = 500;
const SOME = 200;
/** Variables of a rival's leads that are translated. */
const MAX_NAMES = 2_000;

/** A workspace that a move goes into, with those of the rival's clients that become it. */
type Target = { readonly workspaceId: WorkspaceId; readonly clients: readonly string[] };

/** Those into which something goes. */
export function targetsOf(clients: readonly MoveClientRow[]): Target[] {
  const own = clients.flatMap(({ ref, choice, workspaceId }) =>
    choice === "workspace" && workspaceId !== null ? [{ ref, workspaceId }] : [],
  );
  return [...Map.groupBy(own, ({ workspaceId }) => workspaceId)].map(([workspaceId, rows]) => ({
    workspaceId,
    clients: rows.map(({ ref }) => ref),
  }));
}

/**
 * Takes the next portion over: of each workspace the suppressions, then lists and leads,
 * mailboxes, campaigns, and places. What waits is found by its rows, so a kill anywhere loses
 * nothing, and what was taken over is not touched again. False: nothing waits.
 */
export async function bringNext(deps: Deps, move: MoveRow): Promise<string | null> {
  const clients = await selectMoveClients(deps.install, move.id);
  const targets = targetsOf(clients);
  const shared = await selectToMove(
    deps.install,
    move.id,
    "suppression",
    { clients: [""] },
    SUPPRESSIONS_AT_ONCE,
  );
  // Those of the whole account count in every workspace, before anybody can be written to there.
  if (shared.length > 0 && targets.length > 0) {
    for (const { workspaceId } of targets) {
      await bringSuppressions(moverCtx(deps, move, workspaceId), shared);
    }
    const notes = await bringSuppressions(moverCtx(deps, move, firstOf(targets)), shared);
    await done(
      deps,
      shared.map(({ id }) => ({ id, workspaceId: null, ourId: null, note: notes.get(id) ?? null })),
    );
    return "suppressions";
  }
  for (const target of targets) {
    const what = await bringInto(moverCtx(deps, move, target.workspaceId), move, target);
    if (what !== null) return what;
  }
  return null;
}

const firstOf = (targets: readonly Target[]): WorkspaceId => {
  const [first] = targets;
  if (!first) throw new Error("a move without a workspace");
  return first.workspaceId;
};

type Done = Parameters<typeof markMoved>[1];
const done = ({ install }: Pick<Deps, "install">, rows: Done): Promise<unknown[]> =>
  runBatch(install, [markMoved(install, rows)]);

async function bringInto(ctx: MemberCtx, move: MoveRow, target: Target): Promise<string | null> {
  const { install, workspaceId } = ctx;
  const { clients } = target;
  const of = { clients };
  const suppressions = await selectToMove(
    install,
    move.id,
    "suppression",
    of,
    SUPPRESSIONS_AT_ONCE,
  );
  if (suppressions.length > 0) {
    const notes = await bringSuppressions(ctx, suppressions);
    await done(
      ctx,
      suppressions.map(({ id }) => ({ id, workspaceId, ourId: null, note: notes.get(id) ?? null })),
    );
    return "suppressions";
  }
  const lists = await selectToMove(install, move.id, "list", of, SOME);
  if (lists.length > 0) {
    const ids = await listsByName(ctx, lists.map(nameOfList));
    await done(
      ctx,
      lists.map((row) => ({
        id: row.id,
        workspaceId,
        ourId: ids.get(nameOfList(row)) ?? null,
        note: null,
      })),
    );
    return "lists";
  }
  const leads = await selectToMove(install, move.id, "lead", of, LEADS_AT_ONCE);
  if (leads.length > 0) {
    const [known, names] = await Promise.all([
      selectFound(install, move.id, "list", of, 10_000),
      selectVariables(install, move.id, clients, MAX_NAMES),
    ]);
    const ids = new Map(
      known.flatMap(({ ref, ourId }) => (ourId === null ? [] : [[ref, ourId as never] as const])),
    );
    const brought = await bringLeads(ctx, move.rival, leads, ids, customKeys(names));
    await done(
      ctx,
      brought.map((row) => ({ ...row, workspaceId })),
    );
    return "leads";
  }
  const senders = await selectToMove(install, move.id, "sender", of, SOME);
  if (senders.length > 0) {
    await runBatch(install, [
      expectBoxes(
        install,
        move.id,
        workspaceId,
        senders.map(({ email }) => email),
      ),
    ]);
    await done(
      ctx,
      senders.map(({ id }) => ({ id, workspaceId, ourId: null, note: null })),
    );
    return "mailboxes";
  }
  return bringCampaigns(ctx, move, target);
}

const nameOfList = ({ data, ref }: FoundRowOf<"list">): string =>
  data.name.trim().slice(0, 200) || ref;

async function bringCampaigns(
  ctx: MemberCtx,
  move: MoveRow,
  { clients }: Target,
): Promise<string | null> {
  const { install, workspaceId } = ctx;
  const choices = (await selectMoveCampaigns(install, move.id)).filter(
    ({ client, leftOut }) => clients.includes(client) && !leftOut,
  );
  const waiting = await selectToMove(install, move.id, "campaign", { clients }, SOME);
  for (const row of waiting) {
    const choice = choices.find(({ ref }) => ref === row.ref);
    if (!choice) {
      await done(ctx, [{ id: row.id, workspaceId: null, ourId: null, note: "It was left out." }]);
      continue;
    }
    if (choice.campaignId !== null) {
      await done(ctx, [{ id: row.id, workspaceId, ourId: choice.campaignId, note: CHANGED_SINCE }]);
      return "campaigns";
    }
    if (zoneOf(row.data, choice) === null) continue;
    const names = await selectVariables(install, move.id, clients, MAX_NAMES);
    const senders = row.data.senders.map((email) => email.trim().toLowerCase());
    await runBatch(install, [expectBoxes(install, move.id, workspaceId, senders)]);
    const ourId = await bringCampaign(ctx, move, row, choice, names);
    await done(ctx, [{ id: row.id, workspaceId, ourId, note: null }]);
    return "campaigns";
  }
  for (const choice of choices) {
    if (choice.campaignId === null) continue;
    const places = await selectToMove(
      install,
      move.id,
      "place",
      { campaign: choice.ref },
      PLACES_AT_ONCE,
    );
    if (places.length === 0) continue;
    const found = await selectOneFound(install, move.id, "campaign", choice.ref);
    if (!found) continue;
    await bringPlaces(ctx, move, choice, found.data, places);
    return "places";
  }
  return null;
}

const CHANGED_SINCE = "It was changed there after it was taken over. Here it stays as it is.";
