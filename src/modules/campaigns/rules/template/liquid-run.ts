import { type Context, evalToken, toValue, type Token, TypeGuards, Value } from "liquidjs";
import type { AssignTag } from "liquidjs";
import { escapeHtml, SafeHtml, stringOf } from "#platform/rules/html.ts";

/** `html` escapes what it puts out; `text` does not. */
export type Mode = "html" | "text";

/** What one rendering gathers beside its text. */
export type Run = {
  readonly mode: Mode;
  /** Variables put out while empty or absent. */
  readonly missing: Set<string>;
  /** Names assigned from variables that were missing, and which those were. */
  readonly tainted: Map<string, readonly string[]>;
  /** Nodes rendered so far. */
  steps: number;
  /** Characters written so far. */
  written: number;
};

const KEY = "outrider.run";

/** Begins a rendering in this context. */
export function startRun(ctx: Context, mode: Mode): Run {
  const run: Run = { mode, missing: new Set(), tainted: new Map(), steps: 0, written: 0 };
  ctx.setRegister(KEY, run);
  return run;
}

/** The run that `startRun` put into this context. */
export const runOf = (ctx: Context): Run => ctx.getRegister<Run>(KEY);

type Steps<T> = Generator<unknown, T, unknown>;

/** What an output writes; notes the variables that it lacks. */
export function* putOut(argument: unknown, ctx: Context): Steps<string> {
  if (!(argument instanceof Value)) return "";
  const run = runOf(ctx);
  const result = toValue(yield argument.value(ctx, true));
  for (const name of yield* lacking(argument, result, ctx)) run.missing.add(name);
  const text = stringOf(result);
  return run.mode === "text" || result instanceof SafeHtml ? text : escapeHtml(text);
}

/** Remembers that a name is assigned from what is missing: it may be tested, not put out. */
export function* taint(node: AssignTag, ctx: Context): Steps<void> {
  for (const value of node.arguments()) {
    if (!(value instanceof Value)) continue;
    const result = toValue(yield value.value(ctx, true));
    const names = yield* lacking(value, result, ctx);
    for (const identifier of node.localScope()) {
      runOf(ctx).tainted.set(identifier.content, names);
    }
  }
}

/**
 * The variables without which an expression says less than its author meant: every empty one, or,
 * behind a `default`, those of a default that is itself an empty variable.
 */
function* lacking(value: Value, result: unknown, ctx: Context): Steps<string[]> {
  const withDefault = value.filters.some((filter) => filter.name === "default");
  const args = value.filters
    .flatMap((filter) => filter.args)
    .flatMap((arg) => (Array.isArray(arg) ? [arg[1]] : [arg]))
    .filter((arg) => TypeGuards.isPropertyAccessToken(arg));
  if (withDefault && (!isBlank(result) || args.length === 0)) return [];
  const names: string[] = [];
  for (const token of [...value.initial.postfix, ...args]) {
    if (TypeGuards.isPropertyAccessToken(token)) names.push(...(yield* emptyNames(token, ctx)));
  }
  return names;
}

/** The name of a variable that is empty; what it was assigned from, for a local one. */
function* emptyNames(token: Token, ctx: Context): Steps<readonly string[]> {
  const name = token.getText().trim();
  if (!isBlank(toValue(yield evalToken(token, ctx, true)))) return [];
  const root = /^[\w-]+/.exec(name)?.[0] ?? name;
  const scope = ctx["findScope"](root);
  if (scope === ctx.environments || scope === ctx.globals) return [name];
  return runOf(ctx).tainted.get(root) ?? [];
}

const isBlank = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  (typeof value === "string" && value.trim() === "") ||
  (Array.isArray(value) && value.length === 0);
