import type { Engagement } from "#modules/leads/contract/leads.ts";
import { readFieldCondition } from "#modules/leads/rules/field-condition.ts";

const LEAD_STATUSES = ["valid", "risky", "invalid", "unvalidated"] as const;
type LeadStatusFilter = (typeof LEAD_STATUSES)[number];

/** What a person did with our mail. */
const ENGAGED = ["opened", "clicked", "replied"] as const satisfies readonly Engagement[];

const SORTS = ["created_at", "email", "score"] as const;
export type LeadsSort = (typeof SORTS)[number];

/** What the address of the room holds: filters, order, and whether the upload is open. */
export type LeadsSearch = {
  readonly q?: string;
  readonly list?: number;
  readonly status?: LeadStatusFilter;
  readonly did?: Engagement;
  readonly tag?: string;
  /** What a field has to be: `plan=gold`. */
  readonly field?: string;
  readonly segment?: number;
  readonly campaign?: number;
  readonly sort?: LeadsSort;
  readonly order?: "asc" | "desc";
  readonly upload?: true;
};

/** Reads it; what is not understood is left out. */
export function readLeadsSearch(search: Record<string, unknown>): LeadsSearch {
  const status = LEAD_STATUSES.find((known) => known === search["status"]);
  const sort = SORTS.find((known) => known === search["sort"]);
  const did = ENGAGED.find((known) => known === search["did"]);
  const list = Number(search["list"]);
  const segment = Number(search["segment"]);
  const campaign = Number(search["campaign"]);
  const { q, tag, field } = search;
  return {
    ...(typeof q === "string" && q !== "" && { q }),
    ...(Number.isSafeInteger(list) && list > 0 && { list }),
    ...(status && { status }),
    ...(did && { did }),
    ...(typeof tag === "string" && tag !== "" && { tag }),
    ...(typeof field === "string" && readFieldCondition(field) !== null && { field }),
    ...(Number.isSafeInteger(segment) && segment > 0 && { segment }),
    ...(Number.isSafeInteger(campaign) && campaign > 0 && { campaign }),
    ...(sort && { sort, order: search["order"] === "asc" ? ("asc" as const) : ("desc" as const) }),
    ...(search["upload"] === true && { upload: true as const }),
  };
}

export const isNarrowed = (search: LeadsSearch): boolean => {
  const { q, list, status, did, tag, field, segment, campaign } = search;
  return (q ?? list ?? status ?? did ?? tag ?? field ?? segment ?? campaign) !== undefined;
};
