import { iso } from "#platform/rules/time.ts";
import { unixMs } from "#platform/rules/ids.ts";

export const LOG_LEVELS = ["debug", "info", "warn", "error"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** One structured line: `noun.verbed` and fields. Never a body, an address or a secret. */
export type Log = (
  event: string,
  fields?: Readonly<Record<string, unknown>>,
  level?: LogLevel,
) => void;

/** JSON lines to `write`; events below `level` are dropped. */
export function createLog(level: LogLevel, write: (line: string) => void): Log {
  const threshold = LOG_LEVELS.indexOf(level);
  return (event, fields = {}, at = "info") => {
    if (LOG_LEVELS.indexOf(at) < threshold) return;
    write(
      `${JSON.stringify({ at: iso(unixMs(Date.now())), level: at, part: "companion", event, ...fields })}\n`,
    );
  };
}

/** The name and message of anything thrown, for a log line. */
export const describe = (thrown: unknown): string =>
  thrown instanceof Error
    ? `${thrown.name}: ${thrown.message}${thrown.cause === undefined ? "" : ` (${describe(thrown.cause)})`}`
    : String(thrown);
