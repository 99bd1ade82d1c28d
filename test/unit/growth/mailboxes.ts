import { planImport, squeezeColumn } from "#modules/mailboxes/rules/imports/columns.ts";
import { readImportRow, shownAddress } from "#modules/mailboxes/rules/imports/read-row.ts";
import { families, repeat } from "./family.ts";

/** A record of a file. */
const RECORD = 256 * 1024;

const HEADERS = {
  brackets: repeat("["),
  "brackets by pairs": repeat("[]"),
  blanks: repeat(" _-"),
  marks: repeat("\u{feff}\"'"),
};
const CELLS = {
  proxies: repeat("smtp:a@b+"),
  "primary marks": repeat("SMTP:"),
  "separators of addresses": repeat("+,; "),
  tags: repeat("a,b;c|"),
  slashes: repeat("/"),
  schemes: repeat("http://"),
  asterisks: repeat("* "),
  digits: repeat("9"),
  dots: repeat("1.0"),
  NULs: repeat("\0"),
};
const plan = planImport(
  [
    "email,proxy addresses,password,tags,smtp host,daily limit,smtp secure,status,licenses".split(
      ",",
    ),
  ].flat(),
);

/** One cell in every column. */
const row = (cell: string) => plan && readImportRow(2, Array<string>(9).fill(cell), plan);

export const MAILBOXES = [
  ...families(
    "modules/mailboxes/rules/imports/columns.ts#squeezeColumn",
    squeezeColumn,
    RECORD,
    HEADERS,
  ),
  ...families(
    "modules/mailboxes/rules/imports/columns.ts#planImport",
    (header: string) => planImport(header.split(",")),
    RECORD,
    { ...HEADERS, columns: repeat("email,") },
  ),
  ...families("modules/mailboxes/rules/imports/read-row.ts#readImportRow", row, RECORD, CELLS),
  ...families(
    "modules/mailboxes/rules/imports/read-row.ts#shownAddress",
    shownAddress,
    RECORD,
    CELLS,
  ),
];
