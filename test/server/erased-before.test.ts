import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { openLibsql } from "#platform/db/libsql.ts";
import { temporaryDirectory } from "#test/support/node-host.ts";
import { install, traces, withPerson } from "./a-person.ts";

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

describe("a person who was erased", () => {
  it("before the update to this version is in none either, once it has started", async () => {
    const directory = temporaryDirectory();
    ends.push(() => directory.remove());
    const { host } = await withPerson(directory.path);
    await host.stop();
    // As the former version left them: deleted, and neither overwritten nor out of the index.
    const client = openLibsql(`file:${join(directory.path, "outrider.db")}`);
    for (const statement of [
      "PRAGMA secure_delete = OFF",
      "DELETE FROM leads WHERE first_name = 'Zebedeeworth'",
      "DELETE FROM install_settings WHERE key = 'database_rewritten'",
      "PRAGMA wal_checkpoint(TRUNCATE)",
    ]) {
      await client.execute(statement);
    }
    client.close();
    expect(traces(directory.path)).not.toEqual([]);
    const { host: again } = await install(directory.path);
    await again.stop();
    expect(traces(directory.path)).toEqual([]);
  });
});
