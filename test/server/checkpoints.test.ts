import { readFileSync, rmSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { openLibsql } from "#platform/db/libsql.ts";
import { threadedCheckpoints } from "#server/checkpoints.ts";
import { temporaryDirectory } from "#test/support/node-host.ts";

const LOG_PAGES = 60;
const insert = (text: string) => ({ sql: "INSERT INTO t (text) VALUES (?)", args: [text] });
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

async function database() {
  const directory = temporaryDirectory();
  ends.push(() => directory.remove());
  const path = join(directory.path, "x.db");
  const plain = openLibsql(`file:${path}`, { timeoutMs: 5_000 });
  await plain.execute("PRAGMA journal_mode = WAL");
  await plain.execute("PRAGMA synchronous = NORMAL");
  await plain.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, text TEXT)");
  const lines: string[] = [];
  const log = (event: string) => void lines.push(event);
  const { client, stop } = await threadedCheckpoints(plain, path, log, { logPages: LOG_PAGES });
  ends.push(() => client.close());
  return { client, stop, path, lines };
}

describe("checkpoints in a thread of their own", () => {
  it("begin the log anew again and again while writes go on, and lose none of them", async () => {
    const { client, stop, path, lines } = await database();
    const ages = new Set<string>();
    let written = 0;
    while (ages.size < 3) {
      const text = "x".repeat(4_000);
      await Promise.all([
        client.execute(insert(text)),
        client.batch([insert(text), insert(text)], "write"),
        new Promise((resolve) => setTimeout(resolve, 1)),
      ]);
      written += 3;
      ages.add(readFileSync(`${path}-wal`).toString("hex", 16, 24));
    }
    await stop();
    expect((await client.execute("SELECT count(*) AS n FROM t")).rows[0]?.["n"]).toBe(written);
    expect((await client.execute("PRAGMA integrity_check")).rows[0]?.[0]).toBe("ok");
    expect(lines).toEqual([]);
  });

  it("are tried again after one that failed", async () => {
    const { client, stop, path } = await database();
    await stop();
    // The same database under a name that cannot be opened at first.
    const other = `${path}-other`;
    symlinkSync(join(`${path}-none`, "x.db"), other);
    symlinkSync(`${path}-wal`, `${other}-wal`);
    const lines: string[] = [];
    const log = (event: string) => void lines.push(event);
    const again = await threadedCheckpoints(client, other, log, {
      logPages: LOG_PAGES,
      retryMs: 50,
    });
    ends.push(again.stop);
    const age = () => readFileSync(`${path}-wal`).toString("hex", 16, 24);
    const write = () => again.client.execute(insert("x".repeat(4_000)));
    for (let i = 0; i < LOG_PAGES; i++) await write();
    await expect.poll(() => lines.length).toBeGreaterThan(1);
    const before = age();
    rmSync(other);
    symlinkSync(path, other);
    await expect.poll(async () => (await write(), age())).not.toBe(before);
  });

  it("leave a short log alone until the end, which empties it", async () => {
    const { client, stop, path } = await database();
    await client.execute("INSERT INTO t (text) VALUES ('x')");
    const { size } = statSync(`${path}-wal`);
    expect(size).toBeGreaterThan(0);
    await new Promise((resolve) => setImmediate(resolve));
    expect(statSync(`${path}-wal`).size).toBe(size);
    await stop();
    expect(statSync(`${path}-wal`).size).toBe(0);
  });

  it("empty a log now and then, short or long, while writes go on", async () => {
    const { client, stop, path } = await database();
    await stop();
    const again = await threadedCheckpoints(client, path, () => undefined, {
      logPages: 10_000,
      retryMs: 50,
      emptyEveryMs: 250,
    });
    ends.push(again.stop);
    for (const megabytes of [0.1, 12]) {
      await again.client.batch(
        Array.from({ length: megabytes * 10 }, () => insert("x".repeat(100_000))),
        "write",
      );
      expect(statSync(`${path}-wal`).size).toBeGreaterThan(megabytes * 1e6);
      await expect.poll(() => statSync(`${path}-wal`).size).toBe(0);
    }
  });
});
