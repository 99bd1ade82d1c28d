import { keep, readKept } from "#dashboard/lib/kept.ts";

/*
 * When this browser last changed something, in whatever tab: what was read before that may be out
 * of date, however young it is.
 */

const isTime = (value: unknown): value is number => typeof value === "number";
/** A read that met the write on its way is answered within this time. */
const OVERTAKEN_MS = 2_000;

let underWay = 0;
let last = readKept("written", isTime) ?? 0;
addEventListener("storage", ({ key }) => {
  if (key === "outrider.written") last = readKept("written", isTime) ?? last;
});

function mark(): void {
  last = Date.now();
  keep("written", last);
}

/** Does what changes something, and remembers when. */
export async function asWrite<T>(act: () => Promise<T>): Promise<T> {
  underWay += 1;
  mark();
  try {
    return await act();
  } finally {
    underWay -= 1;
    mark();
  }
}

/** Whether what was read then shows everything that was changed here. */
export const showsAllChanges = (readAt: number): boolean =>
  underWay === 0 && readAt > last + OVERTAKEN_MS;
