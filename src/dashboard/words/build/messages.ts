import { parseSync } from "vite";

type Node = {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
};

/** A text of the dashboard in its source. */
export type Message = {
  /** The English text, which is its key. */
  readonly text: string;
  /** Where its literal stands in the source. */
  readonly start: number;
  readonly end: number;
  /** Where the last argument of a call with it ends; null for `<Say>`. */
  readonly call: { readonly end: number; readonly hasValues: boolean } | null;
};

/** What a source says to people: through `t` and `Say`, and what it says past them. */
export type Said = {
  readonly messages: readonly Message[];
  readonly untranslated: readonly string[];
};

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
const textOf = (node: unknown): string | null =>
  isNode(node) && node.type === "Literal" && typeof node["value"] === "string"
    ? node["value"]
    : null;
const nameOf = (node: unknown): unknown => (isNode(node) ? node["name"] : undefined);
const HAS_WORDS = /\p{L}{2}/u;
/** Attributes that people read or hear. */
const READ = new Set([
  "title",
  "label",
  "placeholder",
  "hint",
  "aria-label",
  "aria-description",
  "aria-valuetext",
  "alt",
  "legend",
  "caption",
]);
/** Names are the same in every language. */
const NAMES =
  /^(?:Outrider|Google|Microsoft|Slack|HubSpot|Pipedrive|Close|Zapier|Calendly|Instantly|Smartlead|lemlist|DMARC|SPF|DKIM|TLS|SMTP|IMAP|MX|CSV|JSON|API|URL|UTC|HTML)$/;
/** An address or a host. */
const isAddress = (text: string): boolean => /^[\w./:@-]+$/.test(text) && /[.@]/.test(text);
const isName = (text: string): boolean => NAMES.test(text) || isAddress(text);

/** Every text of one file. A message that is no literal, or words outside of `t` and `Say`, is `untranslated`. */
export function saidIn(path: string, source: string): Said {
  const messages: Message[] = [];
  const untranslated: string[] = [];
  const lineOf = (node: Node): number => source.slice(0, node.start).split("\n").length;
  const complain = (node: Node, why: string): void =>
    void untranslated.push(`${path}:${lineOf(node)}: ${why}`);
  const visit = (node: Node): void => {
    if (node.type === "CallExpression" && nameOf(node["callee"]) === "t") {
      const given = Array.isArray(node["arguments"]) ? node["arguments"].filter(isNode) : [];
      const [literal] = given;
      const text = textOf(literal);
      if (text === null || !literal) complain(node, "t() takes a text, not an expression");
      else
        messages.push({
          text,
          start: literal.start,
          end: literal.end,
          call: { end: given.at(-1)?.end ?? literal.end, hasValues: given.length > 1 },
        });
    } else if (node.type === "JSXOpeningElement" && nameOf(node["name"]) === "Say") {
      const attributes = Array.isArray(node["attributes"]) ? node["attributes"].filter(isNode) : [];
      const id = attributes.find((one) => nameOf(one["name"]) === "id");
      const value = isNode(id?.["value"]) ? id["value"] : undefined;
      const text = textOf(value?.type === "JSXExpressionContainer" ? value["expression"] : value);
      if (text === null || !value)
        complain(node, "<Say> takes a text as its id, not an expression");
      else messages.push({ text, start: value.start, end: value.end, call: null });
    } else if (node.type === "JSXText" && HAS_WORDS.test(String(node["value"]))) {
      const text = String(node["value"]).trim();
      if (!isName(text)) complain(node, `“${text}” is not translated`);
    } else if (node.type === "JSXAttribute" && READ.has(String(nameOf(node["name"])))) {
      const text = textOf(node["value"]);
      if (text !== null && HAS_WORDS.test(text) && !isName(text))
        complain(node, `“${text}” is not translated`);
    }
    for (const value of Object.values(node)) {
      for (const one of Array.isArray(value) ? value : [value]) if (isNode(one)) visit(one);
    }
  };
  visit(parseSync(path, source).program as unknown as Node);
  return { messages, untranslated };
}
