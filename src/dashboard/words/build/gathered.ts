import { parseSync } from "vite";

type Node = {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
};
const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
const nodesOf = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : []);

/** Calls whose text is for who reads the API's documentation, the log or a program; notices have words of their own. */
const NOT_READ =
  /^(?:describe|meta|shown|shows|(?:Type|Range|Start)?Error|unreachable|phrase|say|raw|log|RegExp)$/;
const NOT_SAID = /^(?:summary|description|examples?|meaning|regex|sql)$/;
/** With fewer letters of its own, a template would be taken for other sentences: “Use {values}.” */
const LEAST_LETTERS = 7;
const isSentence = (text: string): boolean =>
  /^[\p{Lu}{“"'.+(-]|^p=|^@/u.test(text) &&
  /[.!?]$|: \{\w+\}$/.test(text) &&
  /\s/.test(text) &&
  (text.replaceAll(/\{\w+\}/g, "").match(/\p{L}/gu) ?? []).length >= LEAST_LETTERS &&
  !/\}\{/.test(text);

const hasValues = (text: string): boolean => /\{\w+\}/.test(text);
/** Where the catalogs have a sentence: a template apart from the dashboard's own texts with values. */
export const keyOfSentence = (text: string): string => (hasValues(text) ? `said:${text}` : text);
/** The sentence with "#" for what varies, as `SENTENCES` has it. */
export const withoutValues = (text: string): string => text.replaceAll(/\{\w+\}|\d+/g, "#");

/**
 * The sentences that a source of the server makes for people, each once: literals that begin and end as a sentence does. A
 * value in a template is a placeholder by its own name, `{limit}`, and a choice between texts gives one sentence for each.
 */
export function gatheredFrom(path: string, source: string): string[] {
  const found = new Set<string>();
  const program = parseSync(path, source).program as unknown as Node;
  const named = namedTexts(program);
  const visit = (node: Node): void => {
    if (
      /^TaggedTemplateExpression$|^TS(?!As|Satisfies|NonNull)|^ImportDeclaration$/.test(
        node.type,
      ) ||
      (/^(?:Call|New)Expression$/.test(node.type) && NOT_READ.test(lastName(node["callee"]))) ||
      (node.type === "Property" && NOT_SAID.test(lastName(node["key"])))
    )
      return;
    if (isPlain(node) || node.type === "TemplateLiteral")
      for (const text of textsOf(node, named)) if (isSentence(text)) found.add(text);
    for (const one of inside(node)) visit(one);
  };
  visit(program);
  return [...found];
}

const inside = (node: Node): Node[] =>
  Object.values(node).flatMap((value) => (Array.isArray(value) ? value : [value]).filter(isNode));

/** What texts the names of a source stand for, where it gives them just there. */
function namedTexts(node: Node, named = new Map<string, Node[]>()): Map<string, Node[]> {
  const { id, init } = node;
  if (node.type === "VariableDeclarator" && isNode(init) && isChoice(init))
    named.set(lastName(id), [...(named.get(lastName(id)) ?? []), init]);
  for (const one of inside(node)) namedTexts(one, named);
  return named;
}
const isChoice = (node: Node): boolean =>
  isPlain(node) ||
  (node.type === "ConditionalExpression" &&
    [node["consequent"], node["alternate"]].filter(isNode).every(isChoice));

const isPlain = (node: Node): boolean =>
  node.type === "Literal" && typeof node["value"] === "string";

/** What an expression can say: a template once for each choice in it, a value as its name in braces. */
function textsOf(node: Node, named: ReadonlyMap<string, readonly Node[]>): string[] {
  const all = (...nodes: unknown[]): string[] =>
    nodes.filter(isNode).flatMap((one) => textsOf(one, named));
  if (isPlain(node)) return [String(node["value"])];
  if (node.type === "ConditionalExpression") return all(node["consequent"], node["alternate"]);
  if (node.type === "LogicalExpression" && node["operator"] !== "&&")
    return all(node["left"], node["right"]);
  const given = node.type === "Identifier" ? named.get(lastName(node)) : undefined;
  if (given) return all(...given);
  if (node.type !== "TemplateLiteral") return [`{${lastName(node) || "value"}}`];
  let texts = [""];
  const values = nodesOf(node["expressions"]);
  for (const [index, quasi] of nodesOf(node["quasis"]).entries()) {
    const { cooked } = quasi["value"] as { cooked: string };
    const value = values[index];
    const next = value ? all(value) : [""];
    texts = texts.flatMap((text) => next.map((one) => text + cooked + one));
  }
  return [...new Set(texts.map(distinct))];
}

/** Two values of one name differ: `{email} and {email2}`. */
function distinct(text: string): string {
  const seen = new Map<string, number>();
  return text.replaceAll(/\{([a-zA-Z_]+)\d*\}/g, (_, name: string) => {
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return count === 1 ? `{${name}}` : `{${name}${count}}`;
  });
}

/** What a person would call the value: `limit.used` is used, `missing.join(", ")` is missing. */
function lastName(node: unknown): string {
  if (!isNode(node)) return "";
  if (typeof node["name"] === "string") return node["name"];
  if (node.type === "MemberExpression") {
    const name = lastName(node["property"]);
    return /^(?:length|join|map|name|toString|text)$/.test(name) || node["computed"] === true
      ? lastName(node["object"])
      : name;
  }
  if (/^(?:Call|New)Expression$/.test(node.type)) {
    const { callee } = node;
    const first = nodesOf(node["arguments"])[0];
    const name = lastName(callee);
    return isNode(callee) && callee.type === "MemberExpression" && name === "floor"
      ? lastName(first)
      : name;
  }
  if (node.type === "BinaryExpression") return lastName(node["left"]);
  if (isNode(node["expression"])) return lastName(node["expression"]);
  return "";
}
