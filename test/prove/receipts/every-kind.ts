import { noteRestored } from "#modules/receipts/collecting/note-marks.ts";
import { DAY_MS, HOUR_MS } from "#platform/rules/time.ts";
import { receiptsWorld } from "#test/support/receipts-world.ts";

const LEADS = ["ann", "bob", "cay", "dan", "eve", "fay", "gus", "hal"].map(
  (name, i) => `${name}@${i % 2 === 0 ? "acme" : "beta"}.test`,
);
const [ANN = "", BOB = "", CAY = "", DAN = "", EVE = ""] = LEADS;

/** An export of several days with receipts of every kind, made by the product's verbs, and the heads that others hold. */
export async function everyKind() {
  const w = await receiptsWorld(LEADS, [CAY]);
  await w.sendAgain(CAY);
  await w.converse(ANN, { body_text: "Gladly." });
  await w.optOut(BOB);
  const entry = await w.suppress(DAN);
  await w.collect();
  w.t.advance(HOUR_MS);
  await w.converse(BOB, { body_text: "You asked.", force: true });
  await w.lift(entry);
  await w.erase(EVE);
  await w.collect();
  const key = await w.key();
  const early = headsIn(await w.export());
  w.t.advance(DAY_MS);
  await w.collect();
  await w.nextStep();
  w.t.advance(DAY_MS);
  await noteRestored(w.t.deps, w.t.clock.now);
  await w.collect();
  const text = await w.export();
  w.t.close();
  return { text, key, heads: [...early, ...headsIn(text)] };
}

export const headsIn = (text: string): string[] =>
  text.split("\n").filter((line) => line.startsWith('{"type":"head"'));
