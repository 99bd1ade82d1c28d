import { type Context, defaultOperators, type Liquid, type Operators } from "liquidjs";

/*
 * liquidjs counts what most filters build, but not what all of them read, compare or search: in a loop, or with a list
 * that holds itself twice over and over, some bytes of a template were minutes of work.
 */

/** Units that filters and comparisons of one part may read: characters, and far more for a value of a list. */
const MAX_READ = 4_000_000;
const UNITS_OF_VALUE = 256;
/** Characters that one value, with all in it, may have. */
const MAX_VALUE = 1_000_000;
/** Characters to look for in a text: longer ones, in a text like them, take the product of both. */
const MAX_PATTERN = 1_000;
const PATTERN_UNITS = 64;

/** Filters whose first argument is looked for in the value. */
const SEARCHING = new Set([
  "split",
  "replace",
  "replace_first",
  "replace_last",
  "remove",
  "remove_first",
  "remove_last",
]);

/** How many times as much as others a filter does with each unit: it runs expressions, formats, or shuffles characters. */
const costOf = (name: string): number =>
  name === "sample" ? 16 : name.startsWith("date") ? 8 : name.endsWith("_exp") ? 4 : 1;

const KEY = "outrider.read";

/** Begins to count in this context. */
export const startReading = (ctx: Context): void => ctx.setRegister(KEY, { units: 0 });

function read(ctx: Context, units: number): void {
  const counted = ctx.getRegister<{ units: number }>(KEY);
  if ((counted.units += units) > MAX_READ) throw new Error("the template reads too much text");
}

/** What a value costs who reads it. Lists are flat; see `assertFlat`. */
function unitsOf(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (!Array.isArray(value)) return 1;
  let units = 0;
  for (const each of value) units += UNITS_OF_VALUE + (typeof each === "string" ? each.length : 0);
  return units;
}

function assertPattern(ctx: Context, text: unknown, pattern: unknown): void {
  if (typeof text !== "string" || typeof pattern !== "string") return;
  if (pattern.length > MAX_PATTERN) {
    throw new Error(`a text to look for may have ${MAX_PATTERN} characters at most`);
  }
  read(ctx, text.length * Math.floor(pattern.length / PATTERN_UNITS));
}

const isList = (value: unknown): boolean => Array.isArray(value);

/** A list of lists can hold itself twice, and then again: each time doubles what it says. */
function assertFlat(value: unknown): void {
  if (!Array.isArray(value)) return;
  let size = 0;
  for (const each of value) {
    const isNested =
      isList(each) ||
      (typeof each === "object" && each !== null && Object.values(each).some(isList));
    if (isNested) throw new Error("a list may not hold lists");
    size += typeof each === "string" ? each.length : 1;
  }
  if (size > MAX_VALUE) throw new Error("a list may not hold so much text");
}

/** Has every filter count what it reads, and answer no list of lists. */
export function limitFilters(liquid: Liquid): void {
  for (const [name, filter] of Object.entries(liquid.filters)) {
    if (typeof filter !== "function") continue;
    const cost = costOf(name);
    liquid.registerFilter(name, function limited(value: unknown, ...args: unknown[]) {
      const { context } = this;
      for (const each of [value, ...args]) read(context, cost * unitsOf(each));
      if (SEARCHING.has(name)) assertPattern(context, value, args[0]);
      const result: unknown = filter.call(this, value, ...args);
      return isSteps(result) ? checkedSteps(result) : checked(result);
    });
  }
}

type Steps = Generator<unknown, unknown, unknown>;

const isSteps = (value: unknown): value is Steps =>
  typeof value === "object" &&
  value !== null &&
  typeof (value as Partial<Steps>).next === "function";

function* checkedSteps(steps: Steps): Steps {
  return checked(yield* steps);
}

function checked<T>(value: T): T {
  assertFlat(value);
  return value;
}

/** Comparisons that count what they read. */
export const limitedOperators: Operators = Object.fromEntries(
  Object.entries(defaultOperators).map(([name, compare]) => [
    name,
    (...args: Parameters<typeof compare>) => {
      const ctx = args.at(-1) as Context;
      const values = args.slice(0, -1);
      for (const each of values) read(ctx, unitsOf(each));
      if (name === "contains") assertPattern(ctx, values[0], values[1]);
      return (compare as (...all: unknown[]) => ReturnType<typeof compare>)(...args);
    },
  ]),
);

/** What `case` compares, which is not a list: each `when` would read it. */
export function refuseList(value: unknown): void {
  if (isList(value)) throw new Error("case compares texts and numbers, not lists");
}
