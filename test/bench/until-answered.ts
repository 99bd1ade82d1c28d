/** Waits until somebody answers there, ten seconds at most. */
export async function untilAnswered(url: string): Promise<void> {
  for (let i = 0; i < 200; i++) {
    try {
      await fetch(url);
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  throw new Error(`${url} does not answer`);
}
