import { globSync, readFileSync } from "node:fs";
import { parseSync } from "vite";

type Node = { readonly type: string; readonly [key: string]: unknown };

/**
 * Every function in `src` that takes text from outside, as `modules/campaigns/rules/template/spintax.ts#parseSpintax`;
 * one within another as `outer.inner`, of a method or a variable its name.
 */
export function outsideParsers(): string[] {
  return globSync("src/**/*.{ts,tsx}").flatMap((path) => {
    const source = readFileSync(path, "utf8");
    if (!/\bOutside(?:Text)?\b/.test(source)) return [];
    return markedIn(path, source);
  });
}

function markedIn(path: string, source: string): string[] {
  const found: string[] = [];
  const visit = (value: unknown, names: readonly string[], name: string): void => {
    if (Array.isArray(value)) {
      for (const item of value) visit(item, names, "");
      return;
    }
    if (!isNode(value)) return;
    const own = nameOf(value) || name;
    const inside = isFunction(value) ? [...names, own] : names;
    if (isFunction(value) && takesOutside(value, source)) {
      found.push(`${path.replace(/^src\//, "")}#${inside.join(".")}`);
    }
    for (const [key, child] of Object.entries(value)) {
      if (key !== "type") visit(child, inside, isFunction(value) ? "" : own);
    }
  };
  visit(parseSync(path, source).program.body, [], "");
  return found;
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";

const isFunction = (node: Node): boolean =>
  ["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"].includes(node.type);

/** What declares a name: a function, a variable or a property. */
function nameOf(node: Node): string {
  const id = node["id"] ?? node["key"];
  return isNode(id) && typeof id["name"] === "string" ? id["name"] : "";
}

/** A parameter's type names it, by itself or within another type. */
function takesOutside(node: Node, source: string): boolean {
  const params = node["params"];
  if (!Array.isArray(params)) return false;
  return params.some((param) => typesOf(param).some((type) => /\bOutside(?:Text)?\b/.test(type)));

  function typesOf(param: unknown): string[] {
    if (!isNode(param)) return [];
    const annotation = param["typeAnnotation"];
    const own = isNode(annotation)
      ? [source.slice(Number(annotation["start"]), Number(annotation["end"]))]
      : [];
    return [...own, ...typesOf(param["left"]), ...typesOf(param["argument"])];
  }
}
