import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { Asked, Answered } from "#platform/db/over-object.ts";
import { asId, type WorkspaceId } from "#platform/rules/ids.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#platform/rules/time.ts";
import type { Env } from "#worker/env.ts";
import { nextTick, soonTick } from "#worker/workspaces/next-tick.ts";
import { wakeSome, workspaceObjects } from "#worker/workspaces/objects.ts";

const one: Answered = { columns: ["n"], rows: [[1]], changes: 0, rowsRead: 1, rowsWritten: 0 };
const id = (n: number): WorkspaceId => asId<WorkspaceId>(n);

/** Objects that answer by `batch`, and D1 where each query has the row `n = 0`. */
function world(batch: (name: string, asked: readonly Asked[]) => readonly Answered[] | null) {
  const asked: string[] = [];
  const env = {
    WORKSPACES: {
      getByName: (name: string) => ({
        batch: async (statements: readonly Asked[]) => {
          asked.push(name);
          return batch(name, statements);
        },
        wake: async () => void asked.push(`wake ${name}`),
      }),
    },
    DB: {
      prepare: () => ({ bind: () => ({}) }),
      batch: async (all: readonly unknown[]) =>
        all.map(() => ({ results: [{ n: 0 }], meta: { changes: 0 } })),
    },
  };
  // As much of an environment as is reached here.
  return { env: env as unknown as Env, asked };
}

const COUNT = sql`SELECT count(*) AS n FROM leads`;
const failing = (more: object) => Object.assign(new Error("reset"), more);

describe("the databases of workspaces in objects", () => {
  it("are the same one for a workspace in all of an invocation, and of an isolate", () => {
    const { env } = world(() => [one]);
    const install = {} as never;
    const first = workspaceObjects(env, install);
    expect(first.of(id(7))).toBe(first.of(id(7)));
    expect(workspaceObjects(env, install).of(id(7))).toBe(first.of(id(7)));
    expect(first.of(id(8))).not.toBe(first.of(id(7)));
    for (let n = 100; n < 400; n++) first.of(id(n));
    expect(first.of(id(100))).toBe(first.of(id(100)));
  });

  it("in an object, its own is at hand", () => {
    const { env } = world(() => [one]);
    const own = { id: id(7), db: {} as never };
    expect(workspaceObjects(env, {} as never, own).of(id(7))).toBe(own.db);
  });

  it("a purged workspace is looked for in the install's database", async () => {
    const { env, asked } = world(() => null);
    const db = workspaceObjects(env, {} as never).of(id(7));
    expect(await db.all(COUNT)).toEqual([{ n: 0 }]);
    expect(asked).toEqual(["7"]);
  });

  it("an object that was moved is asked again what it cannot have written, and a full one is not", async () => {
    let fault: Error | null = failing({ retryable: true });
    const { env, asked } = world(() => {
      const thrown = fault;
      fault = null;
      if (thrown) throw thrown;
      return [one];
    });
    const db = workspaceObjects(env, {} as never).of(id(7));
    expect(await db.all(COUNT)).toEqual([{ n: 1 }]);
    expect(asked).toHaveLength(2);
    fault = failing({ retryable: true });
    await expect(async () => db.run(sql`DELETE FROM leads`)).rejects.toThrow("Failed query");
    fault = failing({ retryable: true, overloaded: true });
    await expect(async () => db.all(COUNT)).rejects.toThrow("Failed query");
    expect(asked).toHaveLength(4);
  });

  it("are each asked for their alarm once a day, a few a minute", async () => {
    const { env, asked } = world(() => [one]);
    const ids = Array.from({ length: 3_000 }, (_, i) => ({ id: i + 1 }));
    const install = { select: () => ({ from: () => ({ orderBy: async () => ids }) }) };
    let most = 0;
    for (let at = 0; at < DAY_MS; at += MINUTE_MS) {
      const before = asked.length;
      await wakeSome(env, { install: install as never, log: () => undefined }, at);
      most = Math.max(most, asked.length - before);
    }
    expect(new Set(asked).size).toBe(3_000);
    expect([asked.length, most]).toEqual([3_000, 3]);
  });
});

describe("the next tick of a workspace", () => {
  it("comes five seconds after a write, and ten after the last tick at the earliest", () => {
    expect(soonTick(100_000, -Infinity)).toBe(105_000);
    expect(soonTick(100_000, 99_000)).toBe(109_000);
  });

  it("waits a tenth of the time in which nothing was written, between a minute and an hour", () => {
    const now = 10 * DAY_MS;
    expect(nextTick(now, now)).toBe(now + MINUTE_MS);
    expect(nextTick(now, now - 3 * HOUR_MS)).toBe(now + 18 * MINUTE_MS);
    expect(nextTick(now, 0)).toBe(now + HOUR_MS);
  });
});
