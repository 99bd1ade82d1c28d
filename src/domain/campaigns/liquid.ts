import {
  AssignTag,
  CaptureTag,
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
import { escapeHtml, SafeHtml, stringOf } from "./html.ts";
import { type Mode, putOut, runOf, startRun, taint } from "./liquid-run.ts";

/** Contract 2.3: 64 KB a template. */
export const TEMPLATE_MAX_LENGTH = 64 * 1024;
/** Milliseconds one part may take, where the host's clock moves during computation. */
const RENDER_LIMIT_MS = 250;
/** Units that liquidjs counts for text and lists it builds: far above any mail. */
const MEMORY_LIMIT = 2_000_000;
/** Nodes one part may render, so that nested loops end on every host. */
const STEP_LIMIT = 50_000;

/** A wrong template: what is wrong, and where (1-based). */
export type TemplateError = {
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
  return liquid;
}

/** Parsed Liquid, watched: see `renderLiquid`. */
export type ParsedLiquid = readonly Template[];

/** Parses one part of a template; a wrong one is data, not an exception. */
export function parseLiquid(source: string): ParsedLiquid | { readonly error: TemplateError } {
  try {
    const nodes = engine.parse(source);
    watch(nodes);
    return nodes;
  } catch (cause) {
    return { error: asTemplateError(cause) };
  }
}

function asTemplateError(cause: unknown): TemplateError {
  if (!(cause instanceof Error)) return { message: String(cause), line: 1, column: 1 };
  const message = cause.message.replace(/, line:\d+, col:\d+$/, "");
  if (!LiquidError.is(cause)) return { message, line: 1, column: 1 };
  const [line, column] = cause.token.getPosition();
  return { message, line: line ?? 1, column: column ?? 1 };
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
  try {
    const text = stringOf(engine.renderSync([...nodes], context));
    return { text, missing: [...run.missing] };
  } catch (cause) {
    return { error: asTemplateError(cause) };
  }
}

/** Hooks every node, so that outputs are checked and escaped, and loops end on every host. */
function watch(nodes: readonly Template[]): void {
  for (const node of nodes) {
    for (const value of node.arguments?.() ?? []) assertExpression(value);
    const original = node.render.bind(node);
    node.render = function* counted(ctx, emitter): Generator<unknown, unknown, unknown> {
      if (++runOf(ctx).steps > STEP_LIMIT) throw new Error("the template loops too often");
      if (node instanceof Output || node instanceof EchoTag) {
        for (const value of node.arguments()) emitter.write(yield* putOut(value, ctx));
        return "";
      }
      if (node instanceof AssignTag) yield* taint(node, ctx);
      const html = yield original(ctx, emitter);
      if (node instanceof CaptureTag && runOf(ctx).mode === "html") {
        const scope = ctx.bottom() as Record<string, unknown>;
        scope[node.variable] = new SafeHtml(stringOf(scope[node.variable]));
      }
      return html;
    };
    if ((node instanceof ForTag || node instanceof TablerowTag) && node.templates.length === 0) {
      node.templates.push({ token: node.token, render: () => "" });
    }
    if (node.children) watch(childrenOf(node));
  }
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
