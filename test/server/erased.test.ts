import { afterEach, describe, expect, it } from "vitest";
import { temporaryDirectory } from "#test/support/node-host.ts";
import { erase, searchMarks, traces, withPerson } from "./a-person.ts";

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

describe("a person who was erased", () => {
  it("is in no live file after the log's next checkpoint: not in the database, its log or its search", async () => {
    const directory = temporaryDirectory();
    ends.push(() => directory.remove());
    const { host, ask, cookie } = await withPerson(directory.path);
    expect(traces(directory.path)).not.toEqual([]);
    await erase(ask, cookie);
    // Some ticks merge the search index.
    await expect.poll(() => searchMarks(directory.path)).toBe(0);
    await host.stop();
    expect(traces(directory.path)).toEqual([]);
  });
});
