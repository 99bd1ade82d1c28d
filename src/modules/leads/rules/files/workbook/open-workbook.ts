import { invalidField } from "#platform/rules/errors.ts";
import type { Outside } from "#platform/rules/outside-text.ts";
import type { FileRecord } from "#modules/leads/rules/files/open-rows.ts";
import { isAddress } from "#modules/leads/rules/files/column-values.ts";
import { HEAD_RECORDS } from "#modules/leads/rules/files/find-header.ts";
import { refuseArchive } from "#modules/leads/rules/files/foreign-file.ts";
import { fieldOfHeader } from "#modules/leads/rules/files/header-names.ts";
import { type ByteSource, MAX_SHEET_BYTES, openArchive } from "./archive.ts";
import { readSheetRows, type SheetFacts } from "./sheet-rows.ts";
import { MAX_TABLE_XML_BYTES, readStringTable, type StringTable } from "./string-table.ts";
import { readFormats, readRelations, readWorkbookPart } from "./workbook-parts.ts";

/** A sheet of rows; hidden ones are for formulas, as a rule. */
export type WorkbookSheet = { readonly name: string; readonly isHidden: boolean };

export type Workbook = {
  readonly sheets: readonly WorkbookSheet[];
  /** The name of the part in which a sheet is. */
  partOf(sheet: number): string;
  /** The rows of a sheet, by its place among `sheets`; once more often if need be. */
  rows(
    sheet: number,
    options: { withHidden: boolean; facts: SheetFacts },
  ): AsyncGenerator<FileRecord[]>;
};

const MB = 1024 * 1024;
const MAX_PART_BYTES = 8 * MB;
const MAX_STYLES_BYTES = 64 * MB;

export const newFacts = (): SheetFacts => ({ hiddenRows: 0, emptyFormulas: 0, cellsBeyond: 0 });

/**
 * Opens an XLSX workbook. Throws `validation_failed` for a zip that is none, with what it is, and
 * for a workbook without a sheet of rows.
 */
export async function openWorkbook(source: Outside<ByteSource>): Promise<Workbook> {
  const archive = await openArchive(source);
  await refuseArchive(archive);
  const part = (name: string, maxBytes = MAX_PART_BYTES) => archive.text(name, maxBytes);
  const top = await readRelations(part("_rels/.rels"), "");
  const path =
    [...top.values()].find(({ type }) => type === "officeDocument")?.target ?? "xl/workbook.xml";
  const folder = path.slice(0, Math.max(0, path.lastIndexOf("/")));
  const name = path.slice(folder.length).replace(/^\//, "");
  const relations = await readRelations(part(`${folder}/_rels/${name}.rels`), folder);
  const { sheets: entries, epoch } = await readWorkbookPart(part(path));
  const targetOf = (wanted: string): string | null =>
    [...relations.values()].find(({ type }) => type === wanted)?.target ?? null;
  const sheets = entries.flatMap((entry) => {
    const relation = relations.get(entry.id);
    return relation?.type === "worksheet" ? [{ ...entry, target: relation.target }] : [];
  });
  if (sheets.length === 0) {
    throw invalidField("file", "no_sheet", "The workbook has no sheet with rows.");
  }
  const stringsPart = targetOf("sharedStrings");
  const formatsPart = targetOf("styles");
  let strings: Promise<StringTable> | null = null;
  const formats = await readFormats(
    formatsPart === null ? nothing() : part(formatsPart, MAX_STYLES_BYTES),
  );
  return {
    sheets: sheets.map(({ name: sheet, isHidden }) => ({ name: sheet, isHidden })),
    partOf: (sheet) => sheets[sheet]?.target ?? "",
    async *rows(sheet, { withHidden, facts }) {
      strings ??= readStringTable(
        stringsPart === null ? nothing() : part(stringsPart, MAX_TABLE_XML_BYTES),
      );
      const target = sheets[sheet]?.target ?? "";
      const context = { strings: await strings, formats, epoch, withHidden };
      yield* readSheetRows(part(target, MAX_SHEET_BYTES), context, facts);
    },
  };
}

/** Sheets that are looked into for the one that is a list. */
const MAX_TRIED = 20;

/**
 * The place of a sheet by its name; without one the first that shows addresses, or a column of that
 * name, else the first with rows. Hidden sheets are taken only by name. Throws `validation_failed`
 * for a name that no sheet has.
 */
export async function chooseSheet(workbook: Workbook, name?: string): Promise<number> {
  const { sheets } = workbook;
  if (name !== undefined) {
    const same = (other: string): boolean =>
      other.trim().toLowerCase() === name.trim().toLowerCase();
    const at = sheets.findIndex((sheet) => same(sheet.name));
    if (at >= 0) return at;
    const known = sheets.slice(0, MAX_TRIED).map((sheet) => `"${sheet.name}"`);
    throw invalidField(
      "sheet",
      "unknown_sheet",
      `The workbook has no sheet "${name}". It has ${known.join(", ")}.`,
    );
  }
  const shown = sheets.flatMap((sheet, at) => (sheet.isHidden ? [] : [at]));
  const tried = shown.slice(0, MAX_TRIED);
  let filled: number | null = null;
  for (const at of shown.length === 1 ? [] : tried) {
    const head = await firstRows(workbook, at);
    if (head.some((cells) => cells.some(isAboutEmail))) return at;
    if (head.length > 0) filled ??= at;
  }
  return filled ?? shown[0] ?? 0;
}

const isAboutEmail = (cell: string): boolean => fieldOfHeader(cell) === "email" || isAddress(cell);

/** The first rows of a sheet; the rest of it is not unpacked. */
export async function firstRows(
  workbook: Workbook,
  sheet: number,
  withHidden = false,
): Promise<(readonly string[])[]> {
  const head: (readonly string[])[] = [];
  for await (const rows of workbook.rows(sheet, { withHidden, facts: newFacts() })) {
    for (const { cells } of rows) if (cells !== null) head.push(cells);
    if (head.length >= HEAD_RECORDS) break;
  }
  return head.slice(0, HEAD_RECORDS);
}

async function* nothing(): AsyncGenerator<string> {}
