import { Unreadable } from "../../../src/verifier/verify.ts";
import { verifyReceipts } from "#test/support/verify-receipts.ts";
import type { Proven } from "../findings.ts";
import type { ProofOptions } from "../proofs.ts";
import { chance } from "../winners/chance.ts";
import { type Damage, damage } from "./damage.ts";
import { everyKind } from "./every-kind.ts";
import { secondReading } from "./second-reading.ts";

/** Those that the second implementation reads: its signatures are slow arithmetic. */
const READ_TWICE = { quick: 300, whole: 2_000 };

/**
 * Receipts of every kind hold, after an erasure, a resend and a restore as well; and each of many
 * single damages to them is found. Cuts of the end are, by heads that somebody else holds.
 */
export async function prove({ quick, seed, say }: ProofOptions): Promise<Proven> {
  const { text, key, heads } = await everyKind();
  const whole = await verifyReceipts(text, { key, heads });
  const draw = chance(seed);
  const wanted = quick ? 10_000 : 50_000;
  const missed: Damage[] = [];
  const some: { readonly one: Damage; readonly found: string }[] = [];
  const tried = new Map<string, number>();
  for (let made = 0; made < wanted;) {
    const one = damage(text, draw);
    if (one.text === text) continue;
    made++;
    tried.set(one.what, (tried.get(one.what) ?? 0) + 1);
    const found = await faultsIn(one, heads);
    if (found === "[]") missed.push(one);
    if (some.length < READ_TWICE[quick ? "quick" : "whole"]) some.push({ one, found });
  }
  for (const [what, times] of tried) say(`${what}: ${times}`);
  const second = await secondReading(
    some.map(({ one }) => ({ text: one.text, heads: one.cut ? heads : [] })),
  );
  const differ = some.filter(({ found }, i) => JSON.stringify(second[i]) !== found);
  for (const { what } of missed.slice(0, 5)) say(`missed: ${what}`);
  return {
    findings: [
      { what: "damages found", found: wanted - missed.length, must: { least: wanted } },
      { what: "missed", found: missed.length, must: { be: 0 } },
      { what: "faults without damage", found: whole.faults.length, must: { be: 0 } },
      {
        what: "heads held elsewhere in it",
        found: whole.counts["held"] ?? 0,
        must: { be: heads.length },
      },
      {
        what: "other verdicts of the second implementation",
        found: differ.length,
        must: { be: 0 },
      },
    ],
    of: `${whole.counts["rows"]} receipts under ${whole.counts["heads"]} heads, ${some.length} damages read twice`,
  };
}

async function faultsIn({ text, cut }: Damage, heads: readonly string[]): Promise<string> {
  try {
    const { faults } = await verifyReceipts(text, cut ? { heads } : {});
    return JSON.stringify(faults.map(({ line, code }) => [line, code]));
  } catch (cause) {
    if (cause instanceof Unreadable) return "null";
    throw cause;
  }
}
