import type { ImportLinkPreview } from "#modules/leads/contract/import-links.ts";
import { type Column, columnName } from "#modules/leads/rules/files/columns.ts";
import { LEAD_FIELDS } from "#modules/leads/rules/fields.ts";
import { mappingOf, type Target, type Targets } from "#dashboard/rooms/leads/upload/mapping.ts";
import type { Head } from "#dashboard/rooms/leads/upload/read-head.ts";

type Mapping = Readonly<Record<string, string | null>>;

/** The columns of a preview as those of a chosen file. */
export const headOf = ({ columns }: ImportLinkPreview): Pick<Head, "columns"> => ({
  columns: columns.map(({ name, becomes, by, suggestion, examples }) => ({
    name,
    values: examples,
    guess: { column: columnOf(becomes), by, suggestion },
  })),
});

function columnOf(becomes: string | null): Column {
  if (becomes === null) return null;
  const field = LEAD_FIELDS.find((known) => known === becomes);
  if (field) return { kind: "field", field };
  return becomes === "tags"
    ? { kind: "tags" }
    : { kind: "custom", key: becomes.replace(/^custom\./, "") };
}

/** What the server makes of each column by itself. */
const byItself = ({ columns }: Pick<Head, "columns">): Targets =>
  columns.map(({ guess: { column } }) => targetOf(column));

function targetOf(column: Head["columns"][number]["guess"]["column"]): Target {
  if (column === null) return "skip";
  return column.kind === "field" ? column.field : column.kind;
}

/** What each column becomes by the mapping of a link. */
export function targetsBy(head: Pick<Head, "columns">, mapping: Mapping): Targets {
  const own = byItself(head);
  const said = head.columns.map(({ name }, index): Target | undefined => {
    const key = name in mapping ? name : columnName(index);
    if (!(key in mapping)) return undefined;
    const to = mapping[key] ?? null;
    if (to === null || to === "") return "skip";
    if (to === "tags") return to;
    return LEAD_FIELDS.find((known) => known === to) ?? "custom";
  });
  return own.map((target, index): Target => {
    const chosen = said[index];
    if (chosen !== undefined) return chosen;
    // A field that the mapping gives to another column.
    return target !== "custom" && target !== "skip" && said.includes(target) ? "custom" : target;
  });
}

/**
 * The mapping of a link: what differs from what the server does by itself, so that a column that
 * nobody chose may go away without failing a run. A custom field keeps the key that `old` gave it.
 */
export function linkMapping(
  head: Pick<Head, "columns">,
  targets: Targets,
  old: Mapping,
): Record<string, string | null> {
  const all = mappingOf(head, targets);
  const own = byItself(head);
  const kept = Object.entries(all).filter(([, to], index) => {
    const { name, guess } = head.columns[index] ?? { name: "", guess: null };
    // Values that show what a column is may not show it in the next file.
    if (guess?.by === "values") return true;
    return targets[index] !== own[index] || (old[name]?.startsWith("custom.") && to !== null);
  });
  return Object.fromEntries(
    kept.map(([key, to]) => {
      const before = old[key];
      const isCustom = to?.startsWith("custom.") && before?.startsWith("custom.");
      return [key, isCustom && before ? before : to];
    }),
  );
}
