/** Runs at most `max` pieces of work at a time; the others wait in order. */
export function limitParallel(max: number): <T>(work: () => Promise<T>) => Promise<T> {
  let free = max;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      // The slot is passed directly to the next one.
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
}
