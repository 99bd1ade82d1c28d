/** How often others get a turn while something goes on, and what it answers. */
export async function turnsDuring<T>(work: Promise<T>): Promise<{ turns: number; answer: T }> {
  let turns = 0;
  let isDone = false;
  const others = (async () => {
    for (; !isDone; turns++) await new Promise((resolve) => setImmediate(resolve));
  })();
  const answer = await work.finally(() => (isDone = true));
  await others;
  return { turns, answer };
}
