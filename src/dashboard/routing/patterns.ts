export type Params = Readonly<Record<string, string>>;

const segmentsOf = (path: string): string[] => path.split("/").filter(Boolean);

/** The values of `$names` where a path is of this pattern, null where it is not. */
export function paramsIn(pattern: string, path: string): Params | null {
  const [wanted, given] = [segmentsOf(pattern), segmentsOf(path)];
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [index, segment] of wanted.entries()) {
    const value = given[index] ?? "";
    if (!segment.startsWith("$")) {
      if (segment !== value) return null;
      continue;
    }
    try {
      params[segment.slice(1)] = decodeURIComponent(value);
    } catch {
      return null;
    }
  }
  return params;
}

/** The path of a pattern with these values. Throws where one is missing: the link would lead nowhere. */
export const pathOf = (pattern: string, params: Params): string =>
  pattern.replaceAll(/\$(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${pattern} lacks its ${name}`);
    return encodeURIComponent(value);
  });

/** Whether a path is that of another, or below it. */
export const isBelow = (path: string, above: string): boolean => `${path}/`.startsWith(`${above}/`);
