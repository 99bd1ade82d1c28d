import { chooser } from "#platform/rules/seed.ts";

/** Mails that are looked at together. */
const BLOCK = 20;

/**
 * Whether a mailbox's n-th mail (from 0) is answered. Of each twenty in a row the wanted share is,
 * give or take one, in an order that the seed shuffles: no pattern, and no unlucky week. `rate` in
 * percent.
 */
export function isAnswered(seed: string, n: number, rate: number): boolean {
  const pick = chooser(`${seed}:answers:${Math.floor(n / BLOCK)}`);
  const wanted = (BLOCK * rate) / 100;
  const count = Math.floor(wanted) + (pick(1_000) < (wanted % 1) * 1_000 ? 1 : 0);
  const order = Array.from({ length: BLOCK }, (_, i) => i);
  for (let i = BLOCK - 1; i > 0; i--) {
    const j = pick(i + 1);
    [order[i], order[j]] = [order[j] ?? 0, order[i] ?? 0];
  }
  return (order[n % BLOCK] ?? BLOCK) < count;
}
