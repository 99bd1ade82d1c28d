/** The strongly connected components of a graph (Tarjan), each sorted by name. */
export function componentsOf(edges: readonly (readonly [string, string])[]): string[][] {
  const next = new Map<string, Set<string>>();
  for (const [from, to] of edges) {
    next.set(from, (next.get(from) ?? new Set()).add(to));
    if (!next.has(to)) next.set(to, new Set());
  }
  const found: string[][] = [];
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const path: string[] = [];
  const visit = (node: string): void => {
    index.set(node, index.size);
    low.set(node, index.size - 1);
    path.push(node);
    for (const to of next.get(node) ?? []) {
      if (!index.has(to)) visit(to);
      if (path.includes(to)) low.set(node, Math.min(low.get(node) ?? 0, low.get(to) ?? 0));
    }
    if (low.get(node) === index.get(node)) found.push(path.splice(path.indexOf(node)).sort());
  };
  for (const node of next.keys()) if (!index.has(node)) visit(node);
  return found;
}
