import { unixMs } from "#platform/rules/ids.ts";
import { jsonLog, type Log, type LogLevel } from "#platform/rules/log.ts";

export type { Log };

/** Writes JSON lines with `write`; events below `level` are dropped. */
export const createLog = (level: LogLevel, write: (line: string) => void): Log =>
  jsonLog({ level, now: () => unixMs(Date.now()), own: { part: "companion" } }, (line) =>
    write(`${line}\n`),
  );

/** The name and message of anything thrown, for a log line. */
export const describeBriefly = (thrown: unknown): string =>
  thrown instanceof Error
    ? `${thrown.name}: ${thrown.message}${thrown.cause === undefined ? "" : ` (${describeBriefly(thrown.cause)})`}`
    : String(thrown);
