import type { AddLeadsBody } from "#modules/leads/contract/add-leads.ts";
import { restoreAddress, suppressionPresence } from "#modules/leads/hashes/restore-address.ts";
import { type Enrolment, leadsEnrolled } from "#modules/leads/hooks.ts";
import type { RowFault } from "#modules/leads/rules/json-lead.ts";
import { type LeadSourceKind, sourceName } from "#modules/leads/rules/source.ts";
import type { MemberCtx } from "#platform/ctx/ctx.ts";
import { isUniqueViolation, runBatch } from "#platform/db/db.ts";
import type { LeadId } from "#platform/rules/ids.ts";
import {
  fillLeads,
  insertLeads,
  listLeadsByAddress,
  selectKnownLeads,
  withAddresses,
} from "./add-store.ts";
import { tagByPayload } from "#modules/leads/tags/lead-tags-store.ts";
import { type NewRow, payloadsOf } from "./read-rows.ts";
import { type LeadRoom, leadRoom } from "./room.ts";

/** Requests that take the last room of a quota from each other at the same moment: each try has less. */
const TRIES = 10;

/** What a lead of the call is, once it is stored. */
type StoredLead = { readonly id: LeadId; readonly isNew: boolean; readonly isValidated: boolean };

export type Stored = {
  readonly leads: ReadonlyMap<string, StoredLead>;
  /** Addresses that are not stored. */
  readonly faults: ReadonlyMap<string, RowFault>;
  /** Whether the workspace suppresses anybody. */
  readonly suppresses: boolean;
  /** Of a call with a campaign. */
  readonly outcomes: ReadonlyMap<LeadId, string> | null;
  readonly afterwards: Enrolment["afterwards"];
};

/** Stores what the workspace has room for; where another request took it meanwhile, what is left then. */
export async function storeNew(
  ctx: MemberCtx,
  body: AddLeadsBody,
  rows: ReadonlyMap<string, NewRow>,
  kind: LeadSourceKind = "api",
): Promise<Stored> {
  for (let tries = 1; ; tries++) {
    try {
      return await storeOnce(ctx, body, rows, kind);
    } catch (cause) {
      if (tries === TRIES || !isUniqueViolation(cause)) throw cause;
    }
  }
}

async function storeOnce(
  ctx: MemberCtx,
  body: AddLeadsBody,
  rows: ReadonlyMap<string, NewRow>,
  kind: LeadSourceKind,
): Promise<Stored> {
  const { db, workspaceId } = ctx;
  const [known, present, room] = await Promise.all([
    knownLeads(ctx, [...rows.keys()]),
    suppressionPresence(ctx),
    leadRoom(ctx),
  ]);
  const { taken, faults } = sortOut(body, rows, known, room);
  const addresses = JSON.stringify([...taken.keys()]);
  const enrolment =
    body.campaign_id === undefined
      ? null
      : await ctx.hooks.one(leadsEnrolled)(
          ctx,
          body.campaign_id,
          withAddresses(workspaceId, addresses),
        );
  const fresh = [...taken].filter(([email]) => !known.has(email));
  const source = {
    kind,
    name: sourceName(body.source_name ?? ""),
    by: sourceName(ctx.caller.name),
  };
  const now = ctx.now();
  const freshPayloads = payloadsOf(fresh.map(([, { row }]) => row));
  const inserts = freshPayloads.map((payload) =>
    insertLeads(db, workspaceId, payload, source, now),
  );
  const isUpdate = body.on_duplicate === "update";
  const fills = isUpdate
    ? payloadsOf([...taken].flatMap(([email, { row }]) => (known.has(email) ? [row] : [])))
    : [];
  const stores = [
    ...inserts.flat(),
    ...fills.map((payload) => fillLeads(db, workspaceId, payload, now)),
    ...([...taken].some(([, { row }]) => (row.tags ?? []).length > 0)
      ? [...freshPayloads, ...fills].flatMap((payload) =>
          tagByPayload(db, workspaceId, payload, now),
        )
      : []),
    ...(body.list_id === undefined
      ? []
      : listLeadsByAddress(db, workspaceId, body.list_id, addresses)),
    ...(present.hashOnly
      ? await restoreAddress(
          ctx,
          fresh.map(([email]) => email),
        )
      : []),
  ];
  const results = await runBatch(db, [
    ...stores,
    ...(enrolment ? [enrolment.outcomes, ...enrolment.statements] : []),
  ]);
  // The first statement of each insertion answers who is new.
  const size = inserts[0]?.length ?? 0;
  const made = inserts.flatMap((_, i) => results[i * size] as { id: LeadId; email: string }[]);
  const leads = new Map<string, StoredLead>([...known].filter(([email]) => taken.has(email)));
  for (const { id, email } of made) leads.set(email, { id, isNew: true, isValidated: false });
  const late = [...taken].filter(([email]) => !leads.has(email));
  for (const [email, lead] of await takeLate(ctx, late, isUpdate)) leads.set(email, lead);
  return {
    leads,
    faults,
    suppresses: present.any,
    outcomes: enrolment && outcomesIn(results[stores.length]),
    afterwards: enrolment?.afterwards ?? (async () => null),
  };
}

/** Which rows are stored, and why the others are not: the first new ones get what room there is. */
function sortOut(
  { on_duplicate: onDuplicate }: AddLeadsBody,
  rows: ReadonlyMap<string, NewRow>,
  known: ReadonlyMap<string, StoredLead>,
  { room, full }: LeadRoom,
): { taken: ReadonlyMap<string, NewRow>; faults: ReadonlyMap<string, RowFault> } {
  const taken = new Map<string, NewRow>();
  const faults = new Map<string, RowFault>();
  let left = room;
  for (const [email, row] of rows) {
    const isKnown = known.has(email);
    if (isKnown && onDuplicate === "error") faults.set(email, EXISTS);
    else if (isKnown || left > 0) taken.set(email, row);
    else faults.set(email, full);
    if (!isKnown) left--;
  }
  return { taken, faults };
}

export const EXISTS: RowFault = {
  field: "email",
  code: "exists",
  message: "A lead with this address is here already.",
};
/** Those of these addresses that the workspace holds. */
async function knownLeads(
  { db, workspaceId }: MemberCtx,
  emails: readonly string[],
): Promise<ReadonlyMap<string, StoredLead>> {
  if (emails.length === 0) return new Map();
  const found = await selectKnownLeads(db, workspaceId, JSON.stringify(emails));
  return new Map(
    found.map(({ id, email, isValidated }) => [
      email,
      { id, isNew: false, isValidated: isValidated === 1 },
    ]),
  );
}

/** Leads that another request brought at the same moment. */
async function takeLate(
  ctx: MemberCtx,
  late: readonly (readonly [string, NewRow])[],
  isUpdate: boolean,
): Promise<ReadonlyMap<string, StoredLead>> {
  const { db, workspaceId } = ctx;
  if (isUpdate) {
    const payloads = payloadsOf(late.map(([, { row }]) => row));
    const now = ctx.now();
    await runBatch(
      db,
      payloads.map((payload) => fillLeads(db, workspaceId, payload, now)),
    );
  }
  return knownLeads(
    ctx,
    late.map(([email]) => email),
  );
}

const outcomesIn = (answer: unknown): ReadonlyMap<LeadId, string> =>
  new Map((answer as { id: LeadId; outcome: string }[]).map((row) => [row.id, row.outcome]));
