import type { InStatement } from "@libsql/client";
import { IDS_OF_ONE } from "#platform/db/ids-apart.ts";
import type { Carried } from "./ends.ts";

/** What is noted of a database, in its row of settings of no workspace. */
export const mergeMarks = (marks: object): InStatement => ({
  sql: `INSERT INTO workspace_settings (workspace_id, value, updated_at) VALUES (0, json_patch('{}', ?), 0)
    ON CONFLICT (workspace_id) DO UPDATE SET value = json_patch(value, excluded.value)`,
  args: [JSON.stringify(marks)],
});

/** What the decision for the first database says of it, in the same transaction. */
export function carriedToFirst(
  { counted, marks, leads }: Carried,
  own: Readonly<Record<string, unknown>>,
  workspaceId: number,
): readonly InStatement[] {
  const sequences = [...counted]
    // It has handed out none of its own.
    .filter(([, seq]) => seq % IDS_OF_ONE > 0)
    .map(([name, seq]) => ({
      sql: "UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?",
      args: [seq, name],
    }));
  return [
    ...sequences,
    mergeMarks(earlierOf(own, marks)),
    {
      sql: "UPDATE workspaces SET lead_count = ? WHERE id = ?",
      args: [leads, workspaceId],
    },
  ];
}

/** Up to where both databases were read; what is read once more is not taken twice. */
function earlierOf(
  own: Readonly<Record<string, unknown>>,
  theirs: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const marks: Record<string, unknown> = {};
  for (const name of ["opt_outs_collected", "figures_looked"]) {
    if (own[name] !== undefined)
      marks[name] = Math.min(Number(own[name]), Number(theirs[name] ?? 0));
  }
  const [mine, other] = [own["receipts_read"], theirs["receipts_read"]];
  if (mine !== undefined && other !== undefined) {
    marks["receipts_read"] = earlierPlaces(mine as Places, other as Places);
  }
  return marks;
}

/** By source: an id, or a time and an id. */
type Places = Readonly<Record<string, number | readonly number[]>>;

const earlierPlaces = (a: Places, b: Places): Places =>
  Object.fromEntries(
    Object.entries(a).map(([name, place]) => {
      const other = b[name] ?? place;
      return [name, isBefore(other, place) ? other : place];
    }),
  );

function isBefore(a: number | readonly number[], b: number | readonly number[]): boolean {
  const [one, two] = [[a].flat(), [b].flat()];
  const at = one.findIndex((value, i) => value !== two[i]);
  return at >= 0 && (one[at] ?? 0) < (two[at] ?? 0);
}
