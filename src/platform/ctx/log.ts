export type { Log } from "#platform/rules/log.ts";

/** Name, message and stack for the log; parameters of a failed query may be personal, so they are cut. */
export function describe(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  const chain: string[] = [];
  for (let e: unknown = thrown; e instanceof Error; e = e.cause) {
    chain.push((e.stack ?? e.message).replace(/\nparams:[^\n]*/g, ""));
  }
  return chain.join("\ncaused by ");
}
