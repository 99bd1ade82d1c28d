import { styleText } from "node:util";
import { systemNow } from "#platform/adapters/clock.ts";
import { jsonLog, type Log, type LogLevel } from "#platform/rules/log.ts";

const COLOURS = { debug: "gray", info: "cyan", warn: "yellow", error: "red" } as const;

/** JSON lines on standard output, or a line that reads well when that is a terminal. */
export function processLog(level: LogLevel): Log {
  return jsonLog(
    { level, now: systemNow },
    (line) => void process.stdout.write(`${shown(line)}\n`),
  );
}

/** A JSON log line as this process shows it; what is no log line is left as it is. */
export function shown(line: string): string {
  return process.stdout.isTTY ? pretty(line) : line;
}

/** `12:00:01 info  request.settled method=GET status=200`. */
export function pretty(line: string): string {
  const parsed = parse(line);
  if (!parsed) return line;
  const { at, level, event, ...fields } = parsed;
  const name = level in COLOURS ? (level as LogLevel) : "info";
  const details = Object.entries(fields).map(
    ([key, value]) => `${styleText("gray", `${key}=`)}${text(value)}`,
  );
  return [
    styleText("gray", at.slice(11, 19)),
    styleText(COLOURS[name], name.padEnd(5)),
    event,
    ...details,
  ].join(" ");
}

const text = (value: unknown): string =>
  typeof value === "string" ? value : JSON.stringify(value);

function parse(line: string): { at: string; level: string; event: string } | null {
  if (!line.startsWith("{")) return null;
  try {
    const value: unknown = JSON.parse(line);
    return isLogLine(value) ? value : null;
  } catch {
    return null;
  }
}

function isLogLine(value: unknown): value is { at: string; level: string; event: string } {
  return (
    typeof value === "object" &&
    value !== null &&
    ["at", "level", "event"].every(
      (key) => typeof (value as Record<string, unknown>)[key] === "string",
    )
  );
}
