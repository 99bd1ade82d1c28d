import { readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { openTestInstall } from "#test/support/database.ts";
import { OF_BOTH, OF_INSTALL, OF_WORKSPACE } from "#house/sides.ts";

const PAGE = readFileSync("src/docs/personal-data.md", "utf8");

/** The tables that the first column below a heading names. */
const namedBelow = (page: string, heading: string): string[] => {
  const part = page.split(`\n## ${heading}\n`)[1]?.split("\n## ")[0] ?? "";
  return [...part.matchAll(/^\| (`[^|]*`) \|/gm)].flatMap(([, cell = ""]) =>
    cell.replaceAll("`", "").split(", "),
  );
};

/** Columns that hold an address, a name or what people wrote. */
const PERSONAL =
  /email|^account|account_label|^address$|username|first_name|from_name|^phone|linkedin|password|snippet|^text$|^html$|^signals$|_by$/;

/** What the page lacks of tables with these columns. */
function missing(page: string, tables: ReadonlyMap<string, readonly string[]>): string[] {
  const personal = namedBelow(page, "Tables with personal data");
  const others = namedBelow(page, "Tables without personal data");
  const all = [...personal, ...others];
  return [
    ...[...tables.keys()].filter((table) => !all.includes(table)).map((t) => `${t} is not named`),
    ...all.filter((table) => !tables.has(table)).map((t) => `${t} is no table`),
    ...all.filter((table, i) => all.indexOf(table) !== i).map((t) => `${t} is named twice`),
    ...others
      .filter((table) => tables.get(table)?.some((column) => PERSONAL.test(column)))
      .map((t) => `${t} has personal data`),
  ];
}

async function tablesOf(): Promise<ReadonlyMap<string, readonly string[]>> {
  const { db, client } = await openTestInstall();
  const rows = await db.all<{ name: string; columns: string }>(sql`
    SELECT m.name AS name, (SELECT json_group_array(c.name) FROM pragma_table_info(m.name) c) AS columns
    FROM sqlite_master m WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%'
      AND m.name NOT LIKE '%migration%' AND m.name NOT LIKE 'lead_search_%'
      AND m.name NOT LIKE 'message_search_%'`);
  client.close();
  return new Map(rows.map(({ name, columns }) => [name, JSON.parse(columns) as string[]]));
}

describe("the page about personal data", () => {
  it("names each table once, and none with an address among those without personal data", async () => {
    const tables = await tablesOf();
    const known = [...OF_INSTALL, ...OF_WORKSPACE, ...Object.keys(OF_BOTH)];
    expect(known.filter((table) => !tables.has(table))).toEqual([]);
    expect(missing(PAGE, tables)).toEqual([]);
  });

  it("lacks a new table, one that is gone, and one whose columns tell more than it says", async () => {
    const tables = new Map(await tablesOf());
    tables.set("visitors", ["id", "email"]);
    tables.set("stats", ["id", "to_email"]);
    tables.delete("threads");
    expect(missing(PAGE, tables)).toEqual([
      "visitors is not named",
      "threads is no table",
      "stats has personal data",
    ]);
  });
});
