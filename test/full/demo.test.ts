import { expect, test } from "vitest";
import { differs } from "#test/demo/report.ts";
import { runDemo } from "#test/demo/run.ts";

const quiet = { say: () => {}, show: () => {}, end: () => {} };

// Both at once: most of the time is the minute between the two steps.
test.concurrent.each(["node", "worker"] as const)(
  "a campaign on %s counts what people did, each thing once",
  { timeout: 480_000 },
  async (host) => {
    const result = await runDemo({
      host,
      mail: "sandbox",
      databases: "one",
      leads: 40,
      seed: 1,
      progress: quiet,
    });
    expect(result.problems).toEqual([]);
    expect(result.rows.filter(differs)).toEqual([]);
    expect(result.rows.length).toBeGreaterThan(40);
  },
);
