import type { UnixMs } from "#platform/rules/ids.ts";
import type { Facts, HourFacts, TurnFacts } from "./facts.ts";
import { EXPLAIN_RULES, type Rule, type RuleCode } from "./rule.ts";
import { HOUR_RULES, RULES, TURN_RULES } from "./rules.ts";

/** What one rule says. */
export type RuleState = {
  readonly rule: RuleCode;
  readonly blocks: boolean;
  /** When it stops by itself; null when it does not block, or not by itself. */
  readonly until: UnixMs | null;
  /** One sentence. */
  readonly detail: string;
};

/** What every rule says, in their order. */
export function everyRule(facts: Facts): RuleState[] {
  return EXPLAIN_RULES.flatMap((code) => {
    // A step that is a task says so; of emails it is not worth a line.
    if (code === "ready" || (code === "task" && facts.task == null)) return [];
    const rule = RULES[code];
    const blocks = rule.blocks(facts);
    const until = blocks ? (rule.until?.(facts) ?? null) : null;
    return [{ rule: code, blocks, until, detail: rule.sentence(facts) }];
  });
}

/** A rule of its turn that keeps a lead back; `until`: when it ends by itself. */
export type Block = { readonly rule: keyof typeof TURN_RULES; readonly until: UnixMs | null };

const TURNS = EXPLAIN_RULES.flatMap((code): [Block["rule"], Rule<TurnFacts>][] =>
  isTurn(code) ? [[code, TURN_RULES[code]]] : [],
);
function isTurn(code: string): code is Block["rule"] {
  return code in TURN_RULES;
}

/** What keeps a lead back at a moment, in the order of the rules. */
export const blocksOf = (facts: TurnFacts): Block[] =>
  TURNS.flatMap(([rule, { blocks, until }]) =>
    blocks(facts) ? [{ rule, until: until?.(facts) ?? null }] : [],
  );

/** Waits of a lead's own: of what ends at the same time as one, the other is named. */
const OWN: readonly Block["rule"][] = ["paused", "held", "retry", "delay"];

/** Of what keeps a lead back, what does so longest; null: nothing does. */
export const longest = (blocks: readonly Block[]): Block | null =>
  blocks.reduce<Block | null>((longer, one) => {
    if (longer === null) return one;
    const [ends, other] = [longer.until ?? Infinity, one.until ?? Infinity];
    return other > ends || (other === ends && OWN.includes(longer.rule)) ? one : longer;
  }, null);

/** Whether only a change lets its turn come. */
export const isStopped = (facts: TurnFacts): boolean =>
  TURNS.some(([, { blocks, until }]) => blocks(facts) && (until?.(facts) ?? null) === null);

const HOURS: readonly Rule<HourFacts>[] = Object.values(HOUR_RULES);

/** Whether the hour lets it leave. */
export const isItsHour = (facts: HourFacts): boolean => !HOURS.some((rule) => rule.blocks(facts));

/** When the hour lets it leave, from now on; null for never. */
export function hourFrom(facts: HourFacts): UnixMs | null {
  let comes: UnixMs | null = facts.now;
  for (const rule of HOURS) {
    if (comes === null || !rule.blocks(facts)) continue;
    const until: UnixMs | null = rule.until?.(facts) ?? null;
    comes = until === null || until > comes ? until : comes;
  }
  return comes;
}

/** The end that the first rule brings which blocks and ends anything; null: none. */
export function endOf<F, Ends>(
  table: Readonly<Record<string, Rule<F, Ends>>>,
  facts: F,
): Ends | null {
  for (const { ends, blocks } of Object.values(table)) {
    if (ends !== undefined && blocks(facts)) return ends;
  }
  return null;
}

/** What rules say together that SQL can ask: they let the mail pass. */
export const sqlOf = (rules: readonly Rule<never, unknown>[]): string =>
  rules.flatMap(({ sql }) => (sql === undefined ? [] : [`(${sql})`])).join(" AND ");

/** Those of a table that the write of a claim and the last gate ask. */
export const leaveRules = <F, Ends>(table: Readonly<Record<string, Rule<F, Ends>>>) =>
  Object.values(table).filter(({ asks }) => asks === "leave");
