/** A condition is asked for so often. */
const EVERY_MS = 200;
const AT_MOST_MS = 60_000;

/** Asks until it is so; throws after a minute, and says what never came. */
export async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + AT_MOST_MS;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`it never comes to this: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
}
