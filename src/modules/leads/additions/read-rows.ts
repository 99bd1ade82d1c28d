import type { AddedRow, OnDuplicate } from "#modules/leads/contract/add-leads.ts";
import { LEAD_FIELDS } from "#modules/leads/rules/fields.ts";
import { readJsonLead, type RowFault } from "#modules/leads/rules/json-lead.ts";
import { tagKey } from "#modules/leads/rules/tag-name.ts";
import { mergeRows, type UploadRow } from "#modules/leads/rules/lead-row.ts";

/** An address of a call, what becomes of its lead, and the rows that have it. */
export type NewRow = { row: UploadRow; readonly places: number[] };

/** The rows of a call as they were read: one entry for each address. */
export type ReadRows = {
  readonly rows: ReadonlyMap<string, NewRow>;
  /** What is known already: the rows that are refused. */
  readonly refused: readonly AddedRow[];
};

/**
 * Reads the leads of a call. Of rows with one address the first counts; where leads are updated, the
 * later ones add their filled fields to it.
 */
export function readRows(leads: readonly unknown[], onDuplicate: OnDuplicate): ReadRows {
  const rows = new Map<string, NewRow>();
  const refused: AddedRow[] = [];
  leads.forEach((given, index) => {
    const read =
      typeof given === "object" && given !== null
        ? readJsonLead(given)
        : ({ ok: false, email: "", fault: NO_LEAD } as const);
    if (!read.ok) {
      refused.push(refusal(index, read.email, read.fault));
      return;
    }
    const earlier = rows.get(read.row.email);
    if (!earlier) rows.set(read.row.email, { row: read.row, places: [index] });
    else {
      if (onDuplicate === "update") earlier.row = mergeRows(earlier.row, read.row);
      earlier.places.push(index);
    }
  });
  return { rows, refused };
}

const NO_LEAD: RowFault = {
  field: "",
  code: "not_an_object",
  message: "A lead is an object with an email.",
};

/** The answer to a row that is not stored. */
export const refusal = (index: number, email: string, fault: RowFault): AddedRow => ({
  index,
  email,
  status: "invalid",
  lead_id: null,
  is_suppressed: false,
  enrolment: null,
  reason: fault,
});

/** Bytes of one JSON parameter; D1 takes 2 MB. */
const PAYLOAD_BYTES = 1_800_000;

/** The rows as JSON parameters: their filled fields, `domain`, `custom`, and `tags` by key and name. */
export function payloadsOf(rows: readonly UploadRow[]): string[] {
  const payloads: string[] = [];
  let parts: string[] = [];
  let bytes = 0;
  for (const row of rows) {
    const part = jsonOf(row);
    const size = Buffer.byteLength(part) + 1;
    if (bytes + size > PAYLOAD_BYTES) {
      payloads.push(`[${parts.join(",")}]`);
      parts = [];
      bytes = 0;
    }
    parts.push(part);
    bytes += size;
  }
  if (parts.length > 0) payloads.push(`[${parts.join(",")}]`);
  return payloads;
}

function jsonOf(row: UploadRow): string {
  const entry: Record<string, unknown> = { domain: row.domain, custom: row.custom };
  for (const field of LEAD_FIELDS) if (row[field] !== "") entry[field] = row[field];
  if (row.tags) entry["tags"] = row.tags.map((name) => [tagKey(name), name]);
  return JSON.stringify(entry);
}
