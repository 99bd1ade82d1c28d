/** One structured line: `noun.verbed` and fields. Never a body, an address or a secret. */
export type Log = (
  event: string,
  fields?: Readonly<Record<string, unknown>>,
  level?: LogLevel,
) => void;

export const LOG_LEVELS = ["debug", "info", "warn", "error"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Name, message and stack for the log; parameters of a failed query may be personal, so they are cut. */
export function describe(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  const chain: string[] = [];
  for (let e: unknown = thrown; e instanceof Error; e = e.cause) {
    chain.push((e.stack ?? e.message).replace(/\nparams:[^\n]*/g, ""));
  }
  return chain.join("\ncaused by ");
}
