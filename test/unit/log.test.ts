import { expect, test } from "vitest";
import { unixMs } from "#platform/rules/ids.ts";
import { jsonLog } from "#platform/rules/log.ts";
import { DAY_MS } from "#platform/rules/time.ts";

test("a line of the log is one line of JSON, with its time in UTC, whatever a field brings", () => {
  const lines: string[] = [];
  const log = jsonLog({ level: "info", now: () => unixMs(1.5 * DAY_MS) }, (line) =>
    lines.push(line),
  );
  const evil = 'a\r\n{"event":"forged.line"}\u2028\u001b[2J"';
  log("request.settled", { path: evil });
  log("job.finished", {}, "debug");
  expect(lines).toHaveLength(1);
  for (const sign of ["\r", "\n", "\u001b"]) expect(lines[0]).not.toContain(sign);
  expect(JSON.parse(lines[0] ?? "")).toEqual({
    at: "1970-01-02T12:00:00.000Z",
    level: "info",
    event: "request.settled",
    path: evil,
  });
});
