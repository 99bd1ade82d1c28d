import { parseAst } from "vite";

/**
 * What a deployed Worker never reads is taken out of a module before it is bundled: what routes and
 * schemas say about themselves. The documents made of it are built here instead, and lie beside the
 * Worker as files (see `write-assets.ts`).
 */

/** Schemas of a route that are read by the documentation, and where a field is deprecated. */
const SCHEMAS = ["answers", "reads", "form"];
/** Of a route's declaration: read by the documentation alone (`DocsOnly` in `platform/http/endpoint.ts`). */
const DOCUMENTED = new Set([
  "summary",
  "description",
  "example",
  "headers",
  "problems",
  "produces",
  "takes",
  "operationId",
]);
const WITH_SCHEMAS = new Set([...DOCUMENTED, ...SCHEMAS]);
/** What a tool says about itself to a model. */
const SHOWN = new Set(["title", "description"]);
/** Of a schema: neither changes what it accepts. */
const NOTES = new Set(["describe", "meta"]);

const TOOL_LIST = /\/assist\/mcp\/(?:[\w-]+-)?tools\.ts$/;
const CONTRACT = /\/contract\//;

type Node = { readonly type: string; readonly start: number; readonly end: number } & Readonly<
  Record<string, unknown>
>;
type Edit = { readonly start: number; readonly end: number; readonly text: string };

/**
 * The module without it. A schema is also marked as free of effects, so that one that only described
 * an answer is left out; and zod is imported as a namespace, so that of it only what is used stays.
 * `keepsSchemas`: those of responses stay, since a field of one is deprecated. Throws where the text is no
 * TypeScript.
 */
export function leanModule(path: string, source: string, keepsSchemas = false): string {
  const text = source.replace(
    /^import (type )?\{ (?:type )?z \} from "zod";/m,
    (line, type: string | undefined) =>
      type !== undefined || line.includes("{ type z }")
        ? 'import type * as z from "zod";'
        : 'import * as z from "zod";',
  );
  const isContract = CONTRACT.test(path);
  const isToolList = TOOL_LIST.test(path);
  if (!isContract && !isToolList && !/\.(?:describe|meta)\(|\bendpoint\(/.test(text)) return text;
  const tree = parseAst(text, { lang: "ts" }) as unknown as Node;
  const edits: Edit[] = [];
  walk(tree, (node) => {
    if (node.type !== "CallExpression") return;
    const callee = node["callee"] as Node;
    const [first] = node["arguments"] as readonly Node[];
    if (callee.type === "MemberExpression" && NOTES.has(nameOf(callee["property"] as Node))) {
      const { end } = callee["object"] as Node;
      edits.push({ start: end, end: node.end, text: "" });
    }
    if (callee.type === "Identifier" && callee["name"] === "endpoint" && first)
      edits.push(...without(text, first, keepsSchemas ? DOCUMENTED : WITH_SCHEMAS));
  });
  for (const init of constants(tree)) {
    if (isToolList && init.type === "ArrayExpression") {
      for (const tool of init["elements"] as readonly Node[])
        edits.push(...without(text, tool, SHOWN));
    }
    if (isContract && init.type === "CallExpression") {
      edits.push({ start: init.start, end: init.start, text: "/* @__PURE__ */ (() => " });
      edits.push({ start: init.end, end: init.end, text: ")()" });
    }
  }
  return edited(text, edits);
}

const nameOf = (node: Node): string => (typeof node["name"] === "string" ? node["name"] : "");

/** Removes these properties of an object, each with the comma behind it. */
function without(text: string, object: Node, names: ReadonlySet<string>): Edit[] {
  if (object.type !== "ObjectExpression") return [];
  return (object["properties"] as readonly Node[])
    .filter((one) => one.type === "Property" && names.has(nameOf(one["key"] as Node)))
    .map(({ start, end }) => {
      const comma = /^\s*,/.exec(text.slice(end, end + 1_000))?.[0].length ?? 0;
      return { start, end: end + comma, text: "" };
    });
}

/** What the constants of a module begin as. */
function constants(tree: Node): Node[] {
  return (tree["body"] as readonly Node[]).flatMap((statement) => {
    const declared =
      statement.type === "ExportNamedDeclaration"
        ? (statement["declaration"] as Node | null)
        : statement;
    if (declared?.type !== "VariableDeclaration") return [];
    return (declared["declarations"] as readonly Node[])
      .filter((one) => (one["id"] as Node).type === "Identifier")
      .flatMap((one) => (one["init"] === null ? [] : [one["init"] as Node]));
  });
}

function walk(value: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(value)) {
    for (const one of value) walk(one, visit);
  } else if (typeof value === "object" && value !== null) {
    // The parser's tree: everything in it with a type is a node.
    if ("type" in value) visit(value as Node);
    for (const one of Object.values(value)) walk(one, visit);
  }
}

/** What lies inside a removed part goes with it. */
function edited(text: string, edits: readonly Edit[]): string {
  let out = "";
  let at = 0;
  for (const { start, end, text: put } of edits.toSorted(
    (a, b) => a.start - b.start || b.end - a.end,
  )) {
    if (start < at) continue;
    out += text.slice(at, start) + put;
    at = end;
  }
  return out + text.slice(at);
}
