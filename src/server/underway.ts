/** What is under way in a process, so that something can wait for all that began before it. */
export type Underway = {
  /** Work that began; call what this answers when it has ended. */
  enter(): () => void;
  /** The same around one piece of work. */
  during<T>(work: () => Promise<T>): Promise<T>;
  /** Once nothing is under way any more that is so now. */
  settled(): Promise<void>;
};

/** Counts what is under way. */
export function countUnderway(): Underway {
  const running = new Set<Promise<void>>();
  function enter(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    running.add(promise);
    return () => {
      running.delete(promise);
      resolve();
    };
  }
  return {
    enter,
    async during(work) {
      const leave = enter();
      try {
        return await work();
      } finally {
        leave();
      }
    },
    async settled() {
      await Promise.all(running);
    },
  };
}
