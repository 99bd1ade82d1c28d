import type { OutsideText } from "#platform/rules/outside-text.ts";
import { invalidField } from "#platform/rules/errors.ts";
import { EXPORT_FACTS, isExport } from "#modules/leads/rules/export-columns.ts";
import { normalizeEmail } from "#modules/leads/rules/email.ts";
import {
  customKey,
  fieldOfCustom,
  LEAD_FIELDS,
  type LeadField,
  MAX_COLUMNS,
} from "#modules/leads/rules/fields.ts";
import { fieldOfHeader, isWholeName, squeezeHeader } from "./header-names.ts";

/** What a column of a file becomes; null: it is left out. */
export type Column =
  | { readonly kind: "field"; readonly field: LeadField }
  | { readonly kind: "custom"; readonly key: string }
  | null;

/** Column of the file -> field of the lead; "" or null leaves the column out. */
export type ColumnMapping = Readonly<Record<string, string | null>>;

/**
 * Decides what each column becomes: the mapping first, then the header's usual meanings (the first
 * column that means a field gets it), the rest custom fields; extra columns of our own exports are
 * skipped. Where no header means the address, the column whose cells in `sample` are addresses is
 * taken. Throws `validation_failed` for more than 64 columns, for a file without an email column
 * and for a mapping that names no column.
 */
export function planColumns(
  headers: readonly OutsideText[],
  mapping: ColumnMapping = {},
  sample: readonly (readonly string[])[] = [],
): Column[] {
  const plan = guessColumns(headers, mapping, sample);
  if (plan.some((column) => column?.kind === "field" && column.field === "email")) return plan;
  throw invalidField(
    "file",
    "no_email_column",
    "No column is named email, and none contains addresses. Add a header line with `email`, or send a mapping.",
  );
}

/** As `planColumns`, but a file without an email column is no error. */
export function guessColumns(
  headers: readonly string[],
  mapping: ColumnMapping,
  sample: readonly (readonly string[])[],
): Column[] {
  // Spreadsheets write delimiters up to the last column that was ever touched.
  if (headers.slice(MAX_COLUMNS).some((header) => header.trim() !== "")) {
    throw invalidField("file", "too_many_columns", `A file can have up to ${MAX_COLUMNS} columns.`);
  }
  const named = headers.slice(0, MAX_COLUMNS);
  const plan: (Column | undefined)[] = named.map(() => undefined);
  const taken = new Set<string>();
  const take = (index: number, column: Column): void => {
    plan[index] =
      column?.kind === "custom" ? { ...column, key: unused(column.key, taken) } : column;
    if (column?.kind === "field") taken.add(column.field);
  };
  for (const [name, target] of Object.entries(mapping)) {
    const index = headers.findIndex((header) => header.trim() === name.trim());
    const loose =
      index >= 0
        ? index
        : headers.findIndex((header) => squeezeHeader(header) === squeezeHeader(name));
    if (loose < 0) {
      throw invalidField(`mapping.${name}`, "unknown_column", `The file has no column "${name}".`);
    }
    const column = columnNamed(target);
    if (column?.kind === "field" && taken.has(column.field)) {
      throw invalidField(
        `mapping.${name}`,
        "duplicate_field",
        `Map one column to ${column.field}.`,
      );
    }
    take(loose, column);
  }
  if (isExport(headers)) {
    headers.forEach((header, index) => {
      if (EXPORT_FACTS.some((fact) => fact === header)) plan[index] ??= null;
    });
  }
  named.forEach((header, index) => {
    const field = fieldOfHeader(header);
    if (plan[index] !== undefined || field === null || taken.has(field)) return;
    take(index, { kind: "field", field });
  });
  const free = (index: number): boolean => plan[index] === undefined;
  if (taken.has("first_name") && !taken.has("last_name")) {
    const rest = headers.findIndex((header, index) => free(index) && isWholeName(header));
    if (rest >= 0) take(rest, { kind: "field", field: "last_name" });
  }
  if (!taken.has("email")) {
    const index = columnOfAddresses(sample, free);
    if (index !== null) take(index, { kind: "field", field: "email" });
  }
  named.forEach((header, index) => {
    if (plan[index] !== undefined) return;
    take(index, { kind: "custom", key: customKey(header) || `column_${index + 1}` });
  });
  return plan.map((column) => column ?? null);
}

/** The column in which most cells that are filled hold an address; null where no column is like that. */
function columnOfAddresses(
  sample: readonly (readonly string[])[],
  free: (index: number) => boolean,
): number | null {
  let best: { index: number; addresses: number } | null = null;
  for (let index = 0; index < MAX_COLUMNS; index++) {
    if (!free(index)) continue;
    const cells = sample.map((row) => (row[index] ?? "").trim()).filter((cell) => cell !== "");
    const addresses = cells.filter(isAddress).length;
    if (addresses * 2 > cells.length && addresses > (best?.addresses ?? 0)) {
      best = { index, addresses };
    }
  }
  return best?.index ?? null;
}

/** Whether a cell is an address and nothing else. */
export const isAddress = (cell: OutsideText): boolean =>
  /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(normalizeEmail(cell) ?? "");

function columnNamed(target: string | null): Column {
  const name = (target ?? "").trim();
  if (name === "") return null;
  const field = LEAD_FIELDS.find((known) => known === name.toLowerCase());
  if (field !== undefined) return { kind: "field", field };
  const key = customKey(name.replace(/^custom\./i, ""));
  const was = fieldOfCustom(key);
  if (was !== null) return { kind: "field", field: was };
  return key === "" ? null : { kind: "custom", key };
}

function unused(key: string, taken: Set<string>): string {
  let free = key;
  for (let n = 2; taken.has(`custom.${free}`); n++) free = `${key}_${n}`;
  taken.add(`custom.${free}`);
  return free;
}
