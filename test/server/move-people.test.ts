import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { OF_WORKSPACE } from "#house/sides.ts";
import { CALLER_COLUMNS, PEOPLE_COLUMNS, walkPeople } from "#server/move/people.ts";

/** Columns of a schema whose line fits, as `table.column`; fields that several tables share are in `by`. */
function columnsOf(line: RegExp): string[] {
  return globSync("src/modules/*/schema/*.ts").flatMap((file) => {
    const text = readFileSync(file, "utf8");
    const shared = /^const by = \{(.*?)^\};/ms.exec(text)?.[1] ?? "";
    return [...text.matchAll(/sqliteTable\(\s*"(\w+)",\s*\{(.*?)^ {2}\},?$/gms)].flatMap(
      ([, table = "", body = ""]) =>
        OF_WORKSPACE.includes(table)
          ? [...body.replace("...by,", shared).matchAll(line)].map(([, name]) => `${table}.${name}`)
          : [],
    );
  });
}

const named = (list: readonly (readonly [string, string])[]) =>
  list.map(([table, column]) => `${table}.${column}`).toSorted();

it("every column with the id of a person is known to a move", () => {
  const found = columnsOf(/integer\("(\w+)"\)[^,]*\$type<UserId>\(\)/g);
  expect(found.toSorted()).toEqual(named(PEOPLE_COLUMNS));
});

it("every column with the name of a caller is known to a move", () => {
  const found = columnsOf(/text\("((?:created|ended|asked|entered|sent_now)_by)"\)/g);
  expect(found.toSorted()).toEqual(named(CALLER_COLUMNS));
});

it("people in rules, steps, notes and settings get their ids here, or none", () => {
  const ids = new Map([
    [1, 7],
    [2, 1],
  ]);
  const other = (id: number) => ids.get(id) ?? null;
  expect(walkPeople([1, 2, 3], other)).toEqual([7, 1]);
  expect(walkPeople([{ type: "assign", user_id: 3 }, { type: "stop" }], other)).toEqual([
    { type: "stop" },
  ]);
  expect(walkPeople({ text: "Call", assigned_to: 2 }, other)).toEqual({
    text: "Call",
    assigned_to: 1,
  });
  expect(walkPeople({ task: { assigned_to: 3 } }, other)).toEqual({ task: { assigned_to: null } });
  const rules = [{ assign_to: [3] }, { campaign_ids: [1, 2], assign_to: [1, 3] }];
  expect(walkPeople({ inbox: { assignment_rules: rules } }, other)).toEqual({
    inbox: { assignment_rules: [{ campaign_ids: [1, 2], assign_to: [7] }] },
  });
});
