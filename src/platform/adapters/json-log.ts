import { LOG_LEVELS, type Log, type LogLevel } from "#platform/ctx/log.ts";
import { iso } from "#platform/rules/time.ts";
import { systemNow } from "./clock.ts";

/** JSON lines, one per event, to `write`; events below `level` are dropped. */
export function jsonLog(level: LogLevel, write: (line: string) => void): Log {
  const threshold = LOG_LEVELS.indexOf(level);
  return (event, fields = {}, at = "info") => {
    if (LOG_LEVELS.indexOf(at) < threshold) return;
    write(JSON.stringify({ at: iso(systemNow()), level: at, event, ...fields }));
  };
}
