/**
 * Milliseconds of the processor that this thread has used: what a pure function may cost is held
 * against it, since the clock goes on while a busy machine does something else.
 */
export function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
