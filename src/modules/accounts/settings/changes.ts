/** Values as JSON has them: sections within sections, and leaves. */
type Tree = { readonly [name: string]: unknown };

const isTree = (value: unknown): value is Tree =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * What of `given` differs from what is shown: a merge patch. Values put back as they were read stay
 * out of it, so that what follows a default goes on to follow it.
 */
export function changesOf(shown: Tree, given: Tree): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]): [string, unknown][] => {
      const now = shown[name];
      if (value === undefined) return [];
      if (isTree(value)) {
        const inner = changesOf(isTree(now) ? now : {}, value);
        return Object.keys(inner).length === 0 ? [] : [[name, inner]];
      }
      return JSON.stringify(value) === JSON.stringify(now ?? null) ? [] : [[name, value]];
    }),
  );
}

/** The dotted names of a patch's leaves. */
export const pathsOf = (patch: Tree, prefix = ""): string[] =>
  Object.entries(patch).flatMap(([name, value]) =>
    isTree(value) ? pathsOf(value, `${prefix}${name}.`) : [`${prefix}${name}`],
  );
