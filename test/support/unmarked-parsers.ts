import { globSync, readFileSync } from "node:fs";
import { parseSync } from "vite";

type Node = { readonly type: string; readonly [key: string]: unknown };

/** What runs in the service; the dashboard reads its own user's text, tools that of their maintainers. */
const SERVICE = "src/{app,companion,modules,platform/!(db),smtp,worker}/**/*.ts";
/** Parameters that may hold text. */
const TEXT = /\b(?:string|Uint8Array|unknown|Headers|Request|\w*Mail)\b/;

/**
 * Exported functions that take text and match it against a regular expression, by themselves or
 * through another function of their file, and do not mark it as text from outside.
 */
export function unmarkedParsers(): string[] {
  return globSync(SERVICE).flatMap((path) => {
    const source = readFileSync(path, "utf8");
    const { functions, exported } = declarationsOf(parseSync(path, source).program.body);
    const matching = new Set<string>();
    for (let grown = -1; grown < matching.size;) {
      grown = matching.size;
      for (const [name, node] of functions) if (matches(node, matching)) matching.add(name);
    }
    return [...exported].flatMap((name) => {
      const params = functions.get(name)?.["params"];
      if (!matching.has(name) || !Array.isArray(params)) return [];
      const text = params.filter(isNode).map((one) => textOf(one, source));
      const isMarked = text.some((param) => /\bOutside(?:Text)?\b/.test(param));
      if (isMarked || !text.some((param) => TEXT.test(param))) return [];
      return [`${path.replace(/^src\//, "")}#${name}`];
    });
  });
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";

const textOf = (node: Node, source: string): string =>
  source.slice(Number(node["start"]), Number(node["end"]));

/** A file's own functions and constants by name, and which of them others may call. */
function declarationsOf(body: readonly unknown[]) {
  const functions = new Map<string, Node>();
  const exported = new Set<string>();
  for (const statement of body.filter(isNode)) {
    const isExported = statement.type === "ExportNamedDeclaration";
    const declaration = isExported ? statement["declaration"] : statement;
    if (!isNode(declaration)) continue;
    const listed = declaration["declarations"];
    for (const one of Array.isArray(listed) ? listed.filter(isNode) : [declaration]) {
      const { id } = one;
      const value = one.type === "VariableDeclarator" ? one["init"] : one;
      if (!isNode(id) || typeof id["name"] !== "string" || !isNode(value)) continue;
      functions.set(id["name"], value);
      if (isExported) exported.add(id["name"]);
    }
  }
  return { functions, exported };
}

/** Whether code holds a regular expression, or names something of its file that does. */
function matches(value: unknown, names: ReadonlySet<string>): boolean {
  if (Array.isArray(value)) return value.some((one) => matches(one, names));
  if (!isNode(value)) return false;
  if (value.type === "Literal" && value["regex"]) return true;
  if (value.type === "Identifier" && typeof value["name"] === "string") {
    if (value["name"] === "RegExp" || names.has(value["name"])) return true;
  }
  return Object.entries(value).some(([key, child]) => key !== "type" && matches(child, names));
}
