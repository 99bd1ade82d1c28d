import { byLeadField, propertyOf } from "#modules/leads/rules/fields.ts";
import type { ExportQuery, LeadChoice } from "#modules/leads/contract/leads.ts";
import type { MemberCtx } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import {
  exportLines,
  type ExportRow,
  MAX_CUSTOM_COLUMNS,
} from "#modules/leads/rules/export-columns.ts";
import type { LeadPlace } from "#modules/leads/rules/page-cursor.ts";
import { isoOrNull } from "#platform/rules/time.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { type ExportedLead, selectCustomNames, selectExport } from "./export-store.ts";
import { leadFilterOf, valueOf } from "#modules/leads/leads/list-leads.ts";
import { chosen } from "#modules/leads/choices/chosen.ts";
import type { LeadFilter } from "#modules/leads/choices/lead-filter-sql.ts";
import { planWalk } from "#modules/leads/choices/plan-walk.ts";

/** Leads of one query: a million take 200, and a hosted invocation has a thousand. */
const LEADS_PER_QUERY = 5_000;
const NAMES_PER_QUERY = 20_000;

/** The leads of the list's filter as CSV, in the list's order. Throws `not_found` for a foreign segment. */
export async function exportLeads(
  ctx: MemberCtx,
  query: ExportQuery,
): Promise<ReadableStream<Uint8Array>> {
  const filter = await leadFilterOf(ctx, query);
  // What was searched for may be an address.
  const details = { ...filter, q: filter.q !== undefined, segment: query.segment_id };
  return csvOf(ctx, filter, query, details);
}

/** The leads of a choice as CSV, newest first. Throws `not_found` for a foreign list or segment. */
export async function exportChosen(
  ctx: MemberCtx,
  choice: LeadChoice,
): Promise<ReadableStream<Uint8Array>> {
  const filter = await chosen(ctx, choice);
  const details = {
    ids: filter.ids?.length,
    listId: filter.listId,
    segment: choice.segment_id ?? choice.filter?.segment_id,
  };
  return csvOf(ctx, filter, { sort: "id", order: "desc" }, details);
}

/**
 * Leads as CSV, read while they are sent; UTF-8 with a mark, by which spreadsheets know it. That
 * somebody took them is written to the audit log first.
 */
async function csvOf(
  ctx: MemberCtx,
  filter: LeadFilter,
  query: Pick<ExportQuery, "sort" | "order">,
  details: Record<string, unknown>,
): Promise<ReadableStream<Uint8Array>> {
  const { db, workspaceId } = ctx;
  const { walk } = await planWalk(ctx, filter, query);
  const lines = exportLines(...(await customNames(ctx, walk)));
  await runBatch(db, [auditStatement(ctx, { action: "leads.exported", workspaceId, details })]);
  const utf8 = new TextEncoder();
  let after: LeadPlace | null = null;
  return new ReadableStream({
    start(out) {
      out.enqueue(utf8.encode(`\u{feff}${lines.header}`));
    },
    async pull(out) {
      const rows = await selectExport(db, workspaceId, walk, after, LEADS_PER_QUERY);
      const last = rows.at(-1);
      if (last) {
        after = { value: valueOf(last, query.sort), id: last.id };
        out.enqueue(utf8.encode(rows.map((row) => lines.row(shown(row))).join("")));
      }
      if (rows.length < LEADS_PER_QUERY) out.close();
    },
  });
}

/** The custom fields that have a column each, and whether there are more. */
async function customNames(
  { db, workspaceId }: MemberCtx,
  walk: Parameters<typeof selectCustomNames>[2],
): Promise<[string[], boolean]> {
  const names = new Set<string>();
  let after: LeadPlace | null = null;
  do {
    const atMost = MAX_CUSTOM_COLUMNS + 1;
    const found = await selectCustomNames(db, workspaceId, walk, after, NAMES_PER_QUERY, atMost);
    for (const name of found.names) names.add(name);
    after = found.end;
  } while (after !== null && names.size <= MAX_CUSTOM_COLUMNS);
  return [[...names].slice(0, MAX_CUSTOM_COLUMNS), names.size > MAX_CUSTOM_COLUMNS];
}

const shown = (row: ExportedLead): ExportRow => ({
  ...byLeadField((field) => row[propertyOf(field)]),
  score: row.score,
  validation_status: row.validationStatus,
  validated_at: isoOrNull(row.validatedAt),
  is_suppressed: row.suppressed === 1 ? "yes" : "no",
  bounced_at: isoOrNull(row.bouncedAt),
  unsubscribed_at: isoOrNull(row.unsubscribedAt),
  lead_created_at: isoOrNull(row.createdAt),
  lead_source: row.source,
  lead_source_name: row.sourceName,
  lead_source_by: row.sourceBy,
  lead_tags: row.tags,
  custom: row.custom,
});
