import { type SQL, sql } from "drizzle-orm";
import type { Engagement, LeadSort } from "#modules/leads/contract/leads.ts";
import { leads, listLeads, lists } from "#modules/leads/schema/leads.ts";
import type { CampaignId, LeadId, ListId, WorkspaceId } from "#platform/rules/ids.ts";
import { RISKY_SCORE, VALID_SCORE } from "#platform/rules/choices.ts";
import type { FieldCondition } from "#modules/leads/rules/field-condition.ts";
import { searchWords } from "#modules/leads/rules/search-words.ts";
import { tagKey } from "#modules/leads/rules/tag-name.ts";
import { leadTags, tags } from "#modules/leads/schema/tags.ts";

/** Which leads of a workspace are meant; what is left out does not narrow. */
export type LeadFilter = {
  readonly status?: "valid" | "risky" | "invalid" | "unvalidated" | undefined;
  readonly minScore?: number | undefined;
  readonly q?: string | undefined;
  readonly listId?: ListId | undefined;
  readonly campaignId?: CampaignId | undefined;
  readonly engaged?: Engagement | undefined;
  readonly ids?: readonly LeadId[] | undefined;
  /** The name of a tag, in any case. */
  readonly tag?: string | undefined;
  /** What a field has to be. */
  readonly field?: FieldCondition | undefined;
  /** The conditions of a segment, which hold as well. */
  readonly segment?: LeadFilter | undefined;
};

/** One condition of a filter: the rows that it finds by an index of its own, and the same as a test. */
export type Part = {
  /** What is walked; `leads` itself unless `joins`. */
  readonly from: SQL;
  readonly where: SQL;
  readonly id: SQL;
  readonly joins: boolean;
  /** No index finds its rows: they are only tested, along another part or the order. */
  readonly unindexed?: true;
  /** The range of its rows' scores, both ends included. */
  readonly scores?: readonly [least: number, most: number];
  /** The orders in which an index gives its rows. */
  readonly orders: readonly Exclude<LeadSort, "created_at">[];
  /** Whether a row of `leads` fits, for rows that were found another way. */
  readonly test: SQL;
  /** How many rows it finds, where that is counted and stored. */
  readonly kept?: SQL;
  /** Nearly the same as `test`, at the cost of its row alone: for samples. */
  readonly rough?: SQL;
};

/**
 * The conditions of a filter; none where it means the whole workspace. `later` are those of what
 * only later modules know of a lead.
 */
export function partsOf(
  workspaceId: WorkspaceId,
  filter: LeadFilter,
  later: readonly Part[],
): Part[] {
  const parts: Part[] = [];
  if (filter.ids !== undefined) parts.push(given(filter.ids));
  if (filter.listId !== undefined) parts.push(inList(workspaceId, filter.listId));
  if (filter.tag !== undefined) parts.push(tagged(workspaceId, filter.tag));
  parts.push(...later);
  const text = filter.q?.trim().normalize("NFC").toLowerCase() ?? "";
  if (text !== "") parts.push(searched(workspaceId, text));
  if (filter.status !== undefined) parts.push(ofStatus(workspaceId, filter.status));
  if (filter.minScore !== undefined) parts.push(fromScore(workspaceId, filter.minScore));
  if (filter.field !== undefined) parts.push(withField(workspaceId, filter.field));
  return parts;
}

/**
 * Rows, conditions and the id of `leads`: walked along the first part (the workspace where there is
 * none), the others tested.
 */
export function driveBy(
  workspaceId: WorkspaceId,
  first: Part | undefined,
  others: readonly Part[],
): { from: SQL; where: SQL; id: SQL } {
  const { from, where, id, joins } = first ?? wholeOf(workspaceId);
  const tests = sql.join(
    others.map((part) => sql` AND ${part.test}`),
    sql``,
  );
  if (!joins) return { from, where: sql`${where}${tests}`, id };
  return {
    from: sql`${from} CROSS JOIN ${leads} ON leads.id = ${id}`,
    where: sql`${where} AND +leads.workspace_id = ${workspaceId}${tests}`,
    id,
  };
}

/** Every lead that fits all conditions, for work that is done on all of them. */
export function leadSource(workspaceId: WorkspaceId, [first, ...others]: readonly Part[]) {
  return driveBy(workspaceId, first, others);
}

const wholeOf = (workspaceId: WorkspaceId): Omit<Part, "orders" | "test" | "kept" | "rough"> => ({
  from: sql`${leads}`,
  where: sql`leads.workspace_id = ${workspaceId}`,
  id: sql`leads.id`,
  joins: false,
});

/** The `+` of a test keeps its column's index out of a walk along another. */
function ofStatus(workspaceId: WorkspaceId, status: NonNullable<LeadFilter["status"]>): Part {
  const whole = wholeOf(workspaceId);
  const is = status === "unvalidated" ? sql`IS NULL` : sql`= ${status}`;
  return {
    ...whole,
    where: sql`${whole.where} AND leads.validation_status ${is}`,
    scores: SCORES[status],
    orders: ["id", "score"],
    test: sql`+leads.validation_status ${is}`,
  };
}

/** The status follows from the score; without one the rank is -1. */
const SCORES = {
  valid: [VALID_SCORE, 100],
  risky: [RISKY_SCORE, VALID_SCORE - 1],
  invalid: [0, RISKY_SCORE - 1],
  unvalidated: [-1, -1],
} as const;

function fromScore(workspaceId: WorkspaceId, score: number): Part {
  const whole = wholeOf(workspaceId);
  return {
    ...whole,
    where: sql`${whole.where} AND leads.score_rank >= ${score}`,
    scores: [score, 100],
    orders: ["score"],
    test: sql`leads.score >= ${score}`,
  };
}

/** Case counts for no letter of a to z. */
function withField(workspaceId: WorkspaceId, { field, how, value }: FieldCondition): Part {
  const whole = wholeOf(workspaceId);
  const stored =
    "column" in field
      ? sql.raw(`leads.${field.column}`)
      : // A key has letters, digits and `_` alone.
        sql`(leads.custom->>${`$."${field.custom}"`})`;
  const test = {
    is: sql`(lower(${stored}) = lower(${value}))`,
    contains: sql`(instr(lower(${stored}), lower(${value})) > 0)`,
    empty: sql`(coalesce(${stored}, '') = '')`,
  }[how];
  return { ...whole, where: sql`${whole.where} AND ${test}`, orders: [], test, unindexed: true };
}

function given(ids: readonly LeadId[]): Part {
  const from = sql`json_each(${JSON.stringify(ids)}) m`;
  const test = sql`leads.id IN (SELECT value FROM ${from})`;
  return { from, where: sql`true`, id: sql`m.value`, joins: true, orders: [], test };
}

const inList = (workspaceId: WorkspaceId, id: ListId): Part => ({
  from: sql`${listLeads} m`,
  where: sql`m.list_id = ${id} AND +m.workspace_id = ${workspaceId}`,
  id: sql`m.lead_id`,
  joins: true,
  orders: ["id"],
  test: sql`EXISTS (SELECT 1 FROM ${listLeads} t WHERE t.list_id = ${id} AND t.lead_id = leads.id
    AND +t.workspace_id = ${workspaceId})`,
  kept: sql`(SELECT l.lead_count FROM ${lists} l WHERE l.id = ${id} AND +l.workspace_id = ${workspaceId})`,
});

function tagged(workspaceId: WorkspaceId, name: string): Part {
  const tag = sql`(SELECT k.id FROM ${tags} k WHERE k.workspace_id = ${workspaceId} AND k.key = ${tagKey(name)})`;
  return {
    from: sql`${leadTags} m`,
    where: sql`m.tag_id = ${tag} AND +m.workspace_id = ${workspaceId}`,
    id: sql`m.lead_id`,
    joins: true,
    orders: ["id"],
    test: sql`EXISTS (SELECT 1 FROM ${leadTags} t WHERE t.tag_id = ${tag} AND t.lead_id = leads.id
      AND +t.workspace_id = ${workspaceId})`,
    kept: sql`(SELECT c.lead_count FROM ${tags} c WHERE c.id = ${tag} AND +c.workspace_id = ${workspaceId})`,
  };
}

/**
 * `@acme` finds domains by their beginning, what holds an `@` addresses, anything else the words of
 * addresses, names and companies by their beginnings: all of them must be there. With one or two
 * letters too many words begin: alone they are the beginning of an address, else a whole word.
 */
function searched(workspaceId: WorkspaceId, text: string): Part {
  if (text.startsWith("@")) return beginning(workspaceId, "domain", text.slice(1));
  const found = searchWords(text);
  const isBeginning = found.length === 1 && isShort(found[0] ?? "");
  if (text.includes("@") || isBeginning) return beginning(workspaceId, "email", text);
  const words = found.map((word) => (isShort(word) ? `"${word}"` : `"${word}"*`));
  const from = sql`lead_search`;
  // Bound, so it is no SQL; quoted, so it is no query language either.
  const match = `workspace_id : "${workspaceId}" AND {email first_name last_name company} : (${words.join(" AND ")})`;
  const where = words.length === 0 ? sql`false` : sql`lead_search MATCH ${match}`;
  const id = sql`lead_search.rowid`;
  const test = sql`leads.id IN (SELECT rowid FROM lead_search WHERE ${where})`;
  return { from, where, id, joins: true, orders: ["id"], test, rough: roughly(found) };
}

/** Whether the words begin somewhere in a row; accents count, unlike in the index. */
function roughly(words: readonly string[]): SQL {
  const text = ["email", "first_name", "last_name", "company"].reduce(
    (all, column) => `${all} || ' ' || leads.${column}`,
    "''",
  );
  const parted = [".", "@", "-", "_", "+"].reduce(
    (all, mark) => `replace(${all}, '${mark}', ' ')`,
    `lower(${text})`,
  );
  const tests = words.map((word) => sql`instr(${sql.raw(parted)}, ${` ${word}`}) > 0`);
  return tests.length === 0 ? sql`0` : sql`(${sql.join(tests, sql` AND `)})`;
}

const isShort = (word: string): boolean => Array.from(word).length < 3;

function beginning(workspaceId: WorkspaceId, column: "email" | "domain", text: string): Part {
  const name = sql.raw(`leads.${column}`);
  const end = `${text}\u{10ffff}`;
  const whole = wholeOf(workspaceId);
  return {
    ...whole,
    where: sql`${whole.where} AND ${name} >= ${text} AND ${name} < ${end}`,
    orders: column === "email" ? ["email"] : [],
    test: sql`+${name} >= ${text} AND +${name} < ${end}`,
  };
}
