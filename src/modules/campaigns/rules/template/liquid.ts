import type { OutsideText } from "#platform/rules/outside-text.ts";
import {
  AssignTag,
  CaptureTag,
  CaseTag,
  Context,
  EchoTag,
  ForTag,
  Liquid,
  LiquidError,
  Output,
  ParseError,
  TablerowTag,
  type Template,
  TypeGuards,
  Value,
} from "liquidjs";
import { escapeHtml, SafeHtml, stringOf } from "#platform/rules/html.ts";
import { limitedOperators, limitFilters, refuseList, startReading } from "./liquid-limits.ts";
import { liquidWords } from "./liquid-words.ts";
import { type Mode, putOut, runOf, startRun, taint } from "./liquid-run.ts";

/** 64 KB a template. */
export const TEMPLATE_MAX_LENGTH = 64 * 1024;
/** Milliseconds until a part is given up, where the clock moves: far more than the limits below leave room for. */
const RENDER_LIMIT_MS = 5_000;
/** Units that liquidjs counts for text and lists it builds: far above any mail. */
const MEMORY_LIMIT = 2_000_000;
/** Nodes and values one part may render, so that nested loops end on every host. */
const STEP_LIMIT = 20_000;
const MAX_NESTING = 100;
const TOO_DEEP = `tags may nest ${MAX_NESTING} deep at most`;

/** Characters that one part may come out as: many mail servers take no larger mail. */
export const MAX_OUTPUT = 1024 * 1024;
export const TOO_LARGE = "the email would be larger than 1 MB";

class OutputTooLarge extends Error {}

/** A wrong template: what is wrong, and where (1-based). */
export type TemplateError = {
  /** Its loops write more than a mail may hold; see `MAX_OUTPUT`. */
  readonly isTooLarge?: boolean;
  readonly message: string;
  readonly line: number;
  readonly column: number;
};

const engine = createEngine();

function createEngine(): Liquid {
  const liquid = new Liquid({
    ownPropertyOnly: true,
    strictFilters: true,
    parseLimit: TEMPLATE_MAX_LENGTH,
    renderLimit: RENDER_LIMIT_MS,
    memoryLimit: MEMORY_LIMIT,
    // An empty field is as good as none: `{% if company %}` asks for words.
    jsTruthy: true,
    locale: "en-US",
    relativeReference: false,
    operators: limitedOperators,
  });
  for (const tag of ["include", "render", "layout", "block", "increment", "decrement"])
    delete liquid.tags[tag];
  for (const name of ["escape", "escape_once", "xml_escape", "newline_to_br"]) {
    const filter = liquid.filters[name];
    if (typeof filter !== "function") continue;
    // In HTML their result is HTML already, and must not be escaped a second time.
    liquid.registerFilter(name, function keepHtml(value: unknown) {
      if (runOf(this.context).mode === "text") return filter.call(this, value);
      const source = name === "newline_to_br" ? escapeHtml(stringOf(value)) : value;
      return new SafeHtml(stringOf(filter.call(this, source)));
    });
  }
  limitFilters(liquid);
  return liquid;
}

/** Parsed Liquid, watched: see `renderLiquid`. */
export type ParsedLiquid = readonly Template[];

/** Parses one part of a template; a wrong one is data, not an exception. */
export function parseLiquid(source: OutsideText): ParsedLiquid | { readonly error: TemplateError } {
  try {
    const nodes = engine.parse(source);
    watch(nodes);
    return nodes;
  } catch (cause) {
    return { error: asTemplateError(cause) };
  }
}

function asTemplateError(cause: unknown): TemplateError {
  if (cause instanceof RangeError) return { message: TOO_DEEP, line: 1, column: 1 };
  if (!(cause instanceof Error)) return { message: String(cause), line: 1, column: 1 };
  const message = cause.message.replace(/, line:\d+, col:\d+$/, "");
  if (!LiquidError.is(cause)) return { message, line: 1, column: 1 };
  if (cause.originalError instanceof RangeError) return { message: TOO_DEEP, line: 1, column: 1 };
  const [line, column] = cause.token.getPosition();
  const place = { message: liquidWords(message), line: line ?? 1, column: column ?? 1 };
  return cause.originalError instanceof OutputTooLarge ? { ...place, isTooLarge: true } : place;
}

/**
 * Renders a parsed part. `missing` names the variables that were put out while empty or absent,
 * without a `default`; one that is merely tested is not missing.
 */
export function renderLiquid(
  nodes: ParsedLiquid,
  variables: Readonly<Record<string, unknown>>,
  mode: Mode,
): { text: string; missing: readonly string[] } | { error: TemplateError } {
  const context = new Context(variables, engine.options, { sync: true }, { liquid: engine });
  const run = startRun(context, mode);
  startReading(context);
  try {
    const text = stringOf(engine.renderSync([...nodes], context));
    // A table's own tags are counted here alone.
    if (text.length > MAX_OUTPUT)
      return { error: { message: TOO_LARGE, line: 1, column: 1, isTooLarge: true } };
    return { text, missing: [...run.missing] };
  } catch (cause) {
    return { error: asTemplateError(cause) };
  }
}

/** Hooks every node, so that outputs are checked and escaped, and loops end on every host. */
function watch(nodes: readonly Template[], depth = 0): void {
  for (const node of nodes) {
    if (depth > MAX_NESTING) throw new ParseError(new Error(TOO_DEEP), node.token);
    let weight = 1;
    for (const value of node.arguments?.() ?? []) {
      assertExpression(value);
      // Else a bare value, of which a `when` may have thousands.
      weight += value instanceof Value ? value.initial.postfix.length + value.filters.length : 1;
    }
    const original = node.render.bind(node);
    node.render = function* counted(ctx, emitter): Generator<unknown, unknown, unknown> {
      if ((runOf(ctx).steps += weight) > STEP_LIMIT)
        throw new Error("the template loops too often");
      if (node instanceof Output || node instanceof EchoTag) {
        for (const value of node.arguments()) {
          const text = yield* putOut(value, ctx);
          count(ctx, text.length);
          emitter.write(text);
        }
        return "";
      }
      if (node instanceof AssignTag) yield* taint(node, ctx);
      const before = emitter.buffer.length;
      const html = yield original(ctx, emitter);
      if (!node.children) count(ctx, emitter.buffer.length - before + stringOf(html).length);
      if (node instanceof CaptureTag && runOf(ctx).mode === "html") {
        const scope = ctx.bottom() as Record<string, unknown>;
        scope[node.variable] = new SafeHtml(stringOf(scope[node.variable]));
      }
      return html;
    };
    if ((node instanceof ForTag || node instanceof TablerowTag) && node.templates.length === 0) {
      node.templates.push({ token: node.token, render: () => "" });
    }
    if (node instanceof CaseTag) {
      const { value: compared } = node;
      const valueOf = compared.value.bind(compared);
      compared.value = function* flat(ctx, lenient) {
        const value: unknown = yield* valueOf(ctx, lenient);
        refuseList(value);
        return value;
      };
    }
    if (node.children) watch(childrenOf(node), depth + 1);
  }
}

/** Adds characters that a node writes, into the mail or into a variable, to those before. */
function count(ctx: Context, characters: number): void {
  const run = runOf(ctx);
  run.written += characters;
  if (run.written > MAX_OUTPUT) throw new OutputTooLarge(TOO_LARGE);
}

/** A synchronous `children()` returns without yielding. */
function childrenOf(node: Template): readonly Template[] {
  return node.children?.(false, true).next().value as readonly Template[];
}

/** liquidjs reads `first name` as `first` and drops the rest; here it is an error. */
function assertExpression(argument: unknown): void {
  if (!(argument instanceof Value)) return;
  let depth = 0;
  for (const token of argument.initial.postfix) {
    const takes = TypeGuards.isOperatorToken(token) ? (token.operator === "not" ? 1 : 2) : 0;
    if (depth < takes) throw new ParseError(new Error("an operator lacks a value"), token);
    depth += 1 - takes;
  }
  const last = argument.initial.postfix.at(-1);
  if (depth > 1 && last) {
    const hint = "two values without an operator between them; names have no blanks";
    throw new ParseError(new Error(hint), last);
  }
}
