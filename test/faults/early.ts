import type { Check } from "./ledger.ts";

type Run = { readonly seed?: string; readonly mutant?: string | undefined };

/** What ends a mutant's run once it is caught: thrown by `sleep`, so that each plan cleans up behind itself. */
export const CAUGHT = new Error("a promise is broken for good");
const LOOK_MS = { mutant: 100, plain: 1_000 };
let found: { readonly plan: string; readonly run: Run; readonly check: Check } | null = null;

/**
 * Ends a mutant's run with the first promise that is broken for good: what else it would do tells
 * nothing more. `look` answers what is broken, if anything; it names nothing that could still mend
 * itself, and an error of it counts as nothing. Without a mutant the run goes on to its end, and has
 * failed: so each plan that holds tells that `look` raises no false alarm.
 */
export function endEarly(
  plan: string,
  run: Run,
  look: () => string | undefined | Promise<string | undefined>,
): void {
  // Work beside the plan that nobody waits for ends so too.
  process.on("unhandledRejection", (error) => {
    if (error !== CAUGHT) throw error;
  });
  const again = run.mutant === undefined ? LOOK_MS.plain : LOOK_MS.mutant;
  const watch = async (): Promise<void> => {
    const wrong = await Promise.resolve()
      .then(look)
      .catch(() => undefined);
    if (wrong === undefined) setTimeout(() => void watch(), again).unref();
    else found ??= { plan, run, check: [wrong, false] };
  };
  void watch();
}

/** Throws `CAUGHT` once a mutant has broken something for good. */
export function stopIfCaught(): void {
  if (found?.run.mutant !== undefined) throw CAUGHT;
}

/** What was seen broken for good before the end. */
export const seenBroken = (): readonly Check[] => (found ? [found.check] : []);

/** The run that ended early. */
export const endedEarly = (): { readonly plan: string; readonly run: Run } | null => found;
