import { iso } from "#platform/rules/time.ts";
import type { UnixMs } from "#platform/rules/ids.ts";

/** How much a line of the log weighs, lightest first. */
export const LOG_LEVELS = ["debug", "info", "warn", "error"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** One structured line: `noun.verbed` and fields. Never a body, an address or a secret. */
export type Log = (
  event: string,
  fields?: Readonly<Record<string, unknown>>,
  level?: LogLevel,
) => void;

/** JSON lines, one per event, to `write`; events below `level` are dropped. `own` is in every line. */
export function jsonLog(
  { level, now, own }: { level: LogLevel; now: () => UnixMs; own?: { readonly part: string } },
  write: (line: string) => void,
): Log {
  const threshold = LOG_LEVELS.indexOf(level);
  return (event, fields = {}, at = "info") => {
    if (LOG_LEVELS.indexOf(at) < threshold) return;
    write(JSON.stringify({ at: iso(now()), level: at, ...own, event, ...fields }));
  };
}
