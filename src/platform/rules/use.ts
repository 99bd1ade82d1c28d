import type { WorkspaceId } from "./ids.ts";

/** What work asked of the platform. Null rows: this database does not count them. */
export type Use = {
  readonly requests: number;
  readonly statements: number;
  readonly rowsRead: number | null;
  readonly rowsWritten: number | null;
  readonly queueOperations: number;
};

export const NO_USE: Use = {
  requests: 0,
  statements: 0,
  rowsRead: null,
  rowsWritten: null,
  queueOperations: 0,
};

/** The counters of a use. */
export const USE_KEYS = [
  "requests",
  "statements",
  "rowsRead",
  "rowsWritten",
  "queueOperations",
] as const satisfies readonly (keyof Use)[];

/** Both together; rows stay unknown where neither knows them. */
export function addUse(a: Use, b: Partial<Use>): Use {
  const sum = (x: number | null, y: number | null | undefined): number | null =>
    x === null && (y === null || y === undefined) ? null : (x ?? 0) + (y ?? 0);
  return {
    requests: a.requests + (b.requests ?? 0),
    statements: a.statements + (b.statements ?? 0),
    rowsRead: sum(a.rowsRead, b.rowsRead),
    rowsWritten: sum(a.rowsWritten, b.rowsWritten),
    queueOperations: a.queueOperations + (b.queueOperations ?? 0),
  };
}

/**
 * A whole number in whole parts, in proportion to the weights: the parts add up to it. What is left over
 * goes to those that lost most by rounding, the first of equal ones first.
 */
export function inProportion(total: number, weights: readonly number[]): number[] {
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  if (all <= 0) return weights.map((_, i) => (i === 0 ? total : 0));
  const exact = weights.map((weight) => (total * weight) / all);
  const parts = exact.map(Math.floor);
  const left = total - parts.reduce((sum, part) => sum + part, 0);
  const losers = exact
    .map((value, i) => ({ i, lost: value - Math.floor(value) }))
    .toSorted((a, b) => b.lost - a.lost || a.i - b.i)
    .slice(0, left);
  for (const { i } of losers) parts[i] = (parts[i] ?? 0) + 1;
  return parts;
}

/** A use in parts for those who caused it, by their weights. */
export function shareUse(
  used: Use,
  shares: ReadonlyMap<WorkspaceId, number>,
): readonly (readonly [WorkspaceId, Use])[] {
  const ids = [...shares.keys()];
  const [only, ...others] = ids;
  if (only !== undefined && others.length === 0) return [[only, used]];
  const weights = [...shares.values()];
  const parts = Object.fromEntries(
    USE_KEYS.map((key) => [key, inProportion(used[key] ?? 0, weights)]),
  ) as Record<keyof Use, number[]>;
  const part = (key: keyof Use, i: number): number => parts[key][i] ?? 0;
  return ids.map((id, i) => [
    id,
    {
      requests: part("requests", i),
      statements: part("statements", i),
      rowsRead: used.rowsRead === null ? null : part("rowsRead", i),
      rowsWritten: used.rowsWritten === null ? null : part("rowsWritten", i),
      queueOperations: part("queueOperations", i),
    },
  ]);
}
