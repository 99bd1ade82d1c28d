import type { OutsideText } from "#platform/rules/outside-text.ts";
import { invalidField } from "#platform/rules/errors.ts";
import { EXPORT_FACTS, EXPORT_SOURCE, isExport } from "#modules/leads/rules/export-columns.ts";
import {
  customKey,
  fieldOfCustom,
  LEAD_FIELDS,
  type LeadField,
  MAX_COLUMNS,
} from "#modules/leads/rules/fields.ts";
import { isAddress, meaningOfValues } from "./column-values.ts";
import {
  fieldOfHeader,
  fieldOfLongHeader,
  isTagsHeader,
  isWholeName,
  squeezeHeader,
} from "./header-names.ts";

/** What a column of a file becomes; null: it is left out. */
export type Column =
  | { readonly kind: "field"; readonly field: LeadField }
  | { readonly kind: "custom"; readonly key: string }
  | { readonly kind: "tags" }
  | null;

/** Column of the file -> field of the lead, `tags` or a custom field; "" or null leaves the column out. */
export type ColumnMapping = Readonly<Record<string, string | null>>;

/** Why a column becomes what it becomes: somebody said so, its name is known, its cells look like it, or nothing tells. */
export type ColumnReason = "mapping" | "name" | "values" | "none";
export type ColumnGuess = {
  readonly column: Column;
  readonly by: ColumnReason;
  /** A field that the cells of a column with an unknown name look like; it is not taken by itself. */
  readonly suggestion: LeadField | null;
};

/**
 * Decides what each column becomes: the mapping first, then the header's usual meanings (the first
 * column that means a field gets it). Where no header means the address, the column whose cells in
 * `sample` are addresses is taken; a column without a name is what its cells look like. The rest are
 * custom fields; extra columns of our own exports are skipped. Throws `validation_failed` for more
 * than 64 columns, for a file without an email column and for a mapping that names no column.
 */
export function planColumns(
  headers: readonly OutsideText[],
  mapping: ColumnMapping = {},
  sample: readonly (readonly string[])[] = [],
): Column[] {
  return planOf(guessColumns(headers, mapping, sample));
}

const TAGS = "tags";

/** What one column alone can become. */
const singleTarget = (column: Column): string | null =>
  column?.kind === "field" ? column.field : column?.kind === TAGS ? TAGS : null;

/** What the columns become. Throws `validation_failed` where none is the address. */
export function planOf(guesses: readonly ColumnGuess[]): Column[] {
  const plan = guesses.map(({ column }) => column);
  if (plan.some((column) => column?.kind === "field" && column.field === "email")) return plan;
  throw invalidField(
    "file",
    "no_email_column",
    "No column is named email, and none contains addresses. Add a header line with `email`, or send a mapping.",
  );
}

/** As `planColumns`, with the reasons; a file without an email column is no error. */
export function guessColumns(
  headers: readonly string[],
  mapping: ColumnMapping,
  sample: readonly (readonly string[])[],
): ColumnGuess[] {
  // Spreadsheets write delimiters up to the last column that was ever touched.
  if (headers.slice(MAX_COLUMNS).some((header) => header.trim() !== "")) {
    throw invalidField("file", "too_many_columns", `A file can have up to ${MAX_COLUMNS} columns.`);
  }
  const named = headers.slice(0, MAX_COLUMNS);
  const guesses: (ColumnGuess | undefined)[] = named.map(() => undefined);
  const taken = new Set<string>();
  const take = (index: number, column: Column, by: ColumnReason, suggestion?: LeadField): void => {
    const own = column?.kind === "custom" ? { ...column, key: unused(column.key, taken) } : column;
    guesses[index] = { column: own, by, suggestion: suggestion ?? null };
    const target = singleTarget(column);
    if (target !== null) taken.add(target);
  };
  const free = (index: number): boolean => guesses[index] === undefined;
  for (const [name, target] of Object.entries(mapping)) {
    const index = columnAt(headers, name);
    if (index < 0) {
      throw invalidField(`mapping.${name}`, "unknown_column", `The file has no column "${name}".`);
    }
    const column = columnNamed(target);
    const single = singleTarget(column);
    if (single !== null && taken.has(single)) {
      throw invalidField(`mapping.${name}`, "duplicate_field", `Map one column to ${single}.`);
    }
    take(index, column, "mapping");
  }
  const tags = named.findIndex((header, index) => free(index) && isTagsHeader(header));
  if (tags >= 0 && !taken.has(TAGS)) take(tags, { kind: TAGS }, "name");
  if (isExport(headers)) {
    headers.forEach((header, index) => {
      const isFact = [...EXPORT_FACTS, ...EXPORT_SOURCE].some((fact) => fact === header);
      if (isFact && free(index)) take(index, null, "name");
    });
  }
  named.forEach((header, index) => {
    const field = fieldOfHeader(header);
    if (field !== null && free(index) && !taken.has(field)) {
      take(index, { kind: "field", field }, "name");
    }
  });
  named.forEach((header, index) => {
    const field = free(index) ? fieldOfLongHeader(header) : null;
    if (field !== null && !taken.has(field)) take(index, { kind: "field", field }, "name");
  });
  if (taken.has("first_name") && !taken.has("last_name")) {
    const rest = headers.findIndex((header, index) => free(index) && isWholeName(header));
    if (rest >= 0) take(rest, { kind: "field", field: "last_name" }, "name");
  }
  if (!taken.has("email")) {
    const index = columnOfAddresses(sample, free);
    if (index !== null) take(index, { kind: "field", field: "email" }, "values");
  }
  const isEmail = ({ column }: ColumnGuess): boolean =>
    column?.kind === "field" && column.field === "email";
  const email = guesses.findIndex((guess) => guess !== undefined && isEmail(guess));
  const addresses = sample.map((row) => row[email] ?? "");
  named.forEach((header, index) => {
    if (!free(index)) return;
    const meaning = meaningOfValues(
      sample.map((row) => row[index] ?? ""),
      addresses,
    );
    const field = LEAD_FIELDS.find((known) => known === meaning && !taken.has(known));
    if (!isUnnamed(header)) {
      take(index, { kind: "custom", key: customKey(header) }, "none", field);
    } else if (field !== undefined) take(index, { kind: "field", field }, "values");
    else if (meaning !== null && !LEAD_FIELDS.some((known) => known === meaning)) {
      take(index, { kind: "custom", key: meaning }, "values");
    } else take(index, { kind: "custom", key: customKey(header) || columnName(index) }, "none");
  });
  return guesses.map((guess) => guess ?? { column: null, by: "none", suggestion: null });
}

/**
 * The place of the column with the addresses: the one that is named, else by the names of columns,
 * else by their cells. Throws `validation_failed` where none is.
 */
export function addressColumn(
  headers: readonly string[],
  sample: readonly (readonly string[])[],
  named?: string,
): number {
  if (named !== undefined) {
    const at = columnAt(headers, named);
    if (at >= 0) return at;
    throw invalidField("column", "unknown_column", `The file has no column "${named}".`);
  }
  const byName = headers.findIndex((header) => fieldOfHeader(header) === "email");
  const at = byName >= 0 ? byName : columnOfAddresses(sample, () => true, headers.length);
  if (at !== null) return at;
  throw invalidField(
    "file",
    "no_email_column",
    "No column is named email, and none contains addresses. Send the name of the column as `column`.",
  );
}

/** How a column without a name is named: `column_3`. */
export const columnName = (index: number): string => `column_${index + 1}`;

/** Whether a header says nothing: it is empty, or what programs write where a name is missing. */
const isUnnamed = (header: string): boolean =>
  /^(?:(?:column|field|col|spalte|colonne|columna|coluna|colonna|kolom|kolumna|unnamed|列)_?\d*)?$/.test(
    customKey(header),
  );

/** The place of a column by its name, or by `column_3`; below 0 if there is none. */
function columnAt(headers: readonly string[], name: string): number {
  const exact = headers.findIndex((header) => header.trim() === name.trim());
  if (exact >= 0) return exact;
  const squeezed = squeezeHeader(name);
  const loose = headers.findIndex((header) => squeezeHeader(header) === squeezed);
  if (loose >= 0 && squeezed !== "") return loose;
  const place = Number(/^column_(\d{1,3})$/.exec(name.trim())?.[1] ?? 0) - 1;
  return place < headers.length ? place : -1;
}

/** The column in which most cells that are filled hold an address; null where no column is like that. */
function columnOfAddresses(
  sample: readonly (readonly string[])[],
  free: (index: number) => boolean,
  columns = MAX_COLUMNS,
): number | null {
  let best: { index: number; addresses: number } | null = null;
  for (let index = 0; index < columns; index++) {
    if (!free(index)) continue;
    const cells = sample.map((row) => (row[index] ?? "").trim()).filter((cell) => cell !== "");
    const addresses = cells.filter(isAddress).length;
    if (addresses * 2 > cells.length && addresses > (best?.addresses ?? 0)) {
      best = { index, addresses };
    }
  }
  return best?.index ?? null;
}

function columnNamed(target: string | null): Column {
  const name = (target ?? "").trim();
  if (name === "") return null;
  const field = LEAD_FIELDS.find((known) => known === name.toLowerCase());
  if (field !== undefined) return { kind: "field", field };
  if (name.toLowerCase() === TAGS) return { kind: TAGS };
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
