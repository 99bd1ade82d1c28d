/** What this process said last of why it ends: the error that it threw, or its line for a person. */
export function lastWords(): () => string | null {
  let thrown: string | null = null;
  let told: string | null = null;
  process.on("uncaughtExceptionMonitor", (cause) => (thrown = cause.message));
  const write = process.stderr.write.bind(process.stderr);
  // Handed on as it came, whichever of its forms was called.
  process.stderr.write = ((...args: Parameters<typeof write>) => {
    told = /^outrider: (.+)$/m.exec(String(args[0]))?.[1] ?? told;
    return write(...args);
  }) as typeof write;
  return () => (thrown ?? told)?.slice(0, 500).trim().replace(/\.$/, "") ?? null;
}
