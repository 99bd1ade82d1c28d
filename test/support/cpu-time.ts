/**
 * Milliseconds of the processor that this thread has used: what a pure function may cost is held
 * against it, since the clock goes on while a busy machine does something else.
 */
export function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** What it costs at least, of some rounds: a busy machine makes dearer what is done once. */
export function leastCpuMs(work: () => unknown, rounds = 3): number {
  const costs = Array.from({ length: rounds }, () => {
    const began = cpuMs();
    work();
    return cpuMs() - began;
  });
  return Math.min(...costs);
}
