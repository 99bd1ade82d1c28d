import type { OutsideText } from "#platform/rules/outside-text.ts";

/** Characters of a header that are read. */
const MAX_HEADER = 4_000;

export type AuthResults = {
  /** "": it names none, as Microsoft's. */
  readonly server: string;
  readonly results: readonly {
    readonly method: string;
    readonly result: string;
    readonly props: ReadonlyMap<string, string>;
  }[];
};

/** An Authentication-Results header (RFC 8601), its comments left out. */
export function readAuthResults(header: OutsideText): AuthResults {
  const parts = withoutComments(header.slice(0, MAX_HEADER).toLowerCase()).split(";");
  const first = (parts[0] ?? "").trim();
  const isNamed = !first.includes("=");
  return {
    server: isNamed ? (first.split(/\s/)[0] ?? "") : "",
    results: (isNamed ? parts.slice(1) : parts).flatMap((part) => {
      // Blanks may stand around the equals sign (RFC 8601, 2.2).
      const words = part
        .split("=")
        .map((side) => side.trim())
        .join("=")
        .split(/\s+/);
      const [method = "", result = ""] = (words[0] ?? "").split("=");
      if (method === "" || result === "") return [];
      const props = words.slice(1).flatMap((word): [string, string][] => {
        const at = word.indexOf("=");
        return at > 0 ? [[word.slice(0, at), word.slice(at + 1).replace(/^"|"$/g, "")]] : [];
      });
      return [{ method: method.split("/")[0] ?? "", result, props: new Map(props) }];
    }),
  };
}

function withoutComments(text: string): string {
  let depth = 0;
  let kept = "";
  for (const sign of text) {
    if (sign === "(") depth++;
    else if (sign === ")") depth = Math.max(0, depth - 1);
    else if (depth === 0) kept += sign;
  }
  return kept;
}
