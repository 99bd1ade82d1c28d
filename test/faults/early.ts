import { type Check, conclude } from "./ledger.ts";

type Run = Parameters<typeof conclude>[2];

/** What ends a mutant's run once it is caught: thrown by `sleep`, so that each plan cleans up behind itself. */
export const CAUGHT = new Error("a promise is broken for good");
const LOOK_MS = 100;
let found: { readonly plan: string; readonly run: Run; readonly checks: readonly Check[] } | null =
  null;

/**
 * Ends a mutant's run with the first promise that is broken for good: what else it would do tells
 * nothing more. `look` answers what is broken, if anything; it names nothing that could still mend
 * itself, and an error of it counts as nothing. Without a mutant nobody looks.
 */
export function endEarly(
  plan: string,
  run: Run,
  look: () => string | undefined | Promise<string | undefined>,
): void {
  if (run.mutant === undefined) return;
  // Work beside the plan that is not waited for ends so too.
  process.on("unhandledRejection", (error) => {
    if (error !== CAUGHT) throw error;
  });
  const watch = async (): Promise<void> => {
    const wrong = await Promise.resolve()
      .then(look)
      .catch(() => undefined);
    if (wrong !== undefined) found ??= { plan, run, checks: [[wrong, false]] };
    else setTimeout(() => void watch(), LOOK_MS).unref();
  };
  void watch();
}

/** Throws `CAUGHT` once something is broken for good. */
export function stopIfCaught(): void {
  if (found) throw CAUGHT;
}

/** The verdict of a run that ended early. */
export function concludeEarly(): void {
  if (found) conclude(found.plan, found.checks, found.run);
}
