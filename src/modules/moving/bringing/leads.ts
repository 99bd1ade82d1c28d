import { fieldOfCustom } from "#modules/leads/rules/fields.ts";
import { readRows } from "#modules/leads/additions/read-rows.ts";
import { storeNew } from "#modules/leads/additions/store-new.ts";
import { MAX_FIELD_CHARS as MAX_VALUE } from "#modules/leads/rules/fields.ts";
import { AddLeadsBody } from "#modules/leads/contract/add-leads.ts";
import type { FoundRowOf } from "#modules/moving/reading/found-store.ts";
import type { FoundOf, Rival } from "#modules/moving/rules/found.ts";
import { RIVAL_NAMES } from "#modules/moving/rules/states.ts";
import type { MemberCtx } from "#platform/ctx/ctx.ts";
import type { LeadId, ListId } from "#platform/rules/ids.ts";
import { putIntoLists } from "#modules/leads/lists/by-name.ts";

export type Brought = {
  readonly id: number;
  readonly ourId: number | null;
  readonly note: string | null;
};

/**
 * Stores the rival's leads, one for each address; who is here already stays as they are. `lists` are
 * ours by the rival's ids, `keys` our names of its variables. Safe to repeat.
 */
export async function bringLeads(
  ctx: MemberCtx,
  rival: Rival,
  rows: readonly FoundRowOf<"lead">[],
  lists: ReadonlyMap<string, ListId>,
  keys: ReadonlyMap<string, string>,
): Promise<Brought[]> {
  const given = rows.map(({ data }) => asGiven(data, keys));
  const { rows: read, refused } = readRows(given, "skip");
  const body = AddLeadsBody.parse({
    leads: given,
    on_duplicate: "skip",
    source_name: RIVAL_NAMES[rival],
  });
  const stored = await storeNew(ctx, body, read, "move");
  const places = new Map<ListId, string[]>();
  for (const { email, data } of rows) {
    if (!stored.leads.has(email)) continue;
    for (const ref of data.lists) {
      const id = lists.get(ref);
      if (id !== undefined) places.set(id, [...(places.get(id) ?? []), email]);
    }
  }
  await putIntoLists(ctx, places);
  const faults = new Map(refused.map(({ index, reason }) => [index, reason?.message ?? ""]));
  return rows.map(({ id, email }, index): Brought => {
    const ourId: LeadId | null = stored.leads.get(email)?.id ?? null;
    const note = ourId === null ? (faults.get(index) ?? stored.faults.get(email)?.message) : null;
    return { id, ourId, note: note ?? null };
  });
}

/** Their fields by our names; `keys` are ours of their variables. */
function asGiven(
  lead: FoundOf<"lead">,
  keys: ReadonlyMap<string, string>,
): Record<string, unknown> {
  const custom: Record<string, string> = {};
  const own: Record<string, string> = {};
  for (const [name, value] of Object.entries(lead.custom)) {
    const key = keys.get(name);
    if (key === undefined) continue;
    if (fieldOfCustom(key)) own[key] ??= value;
    else custom[key] = value.slice(0, MAX_VALUE);
  }
  if (lead.website) custom["website"] ??= lead.website.slice(0, MAX_VALUE);
  return {
    email: lead.email,
    first_name: lead.first_name ?? "",
    last_name: lead.last_name ?? "",
    company: lead.company ?? "",
    job_title: lead.job_title ?? "",
    phone: lead.phone ?? "",
    ...own,
    custom,
  };
}
