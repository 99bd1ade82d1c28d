import type { Db } from "#platform/db/db.ts";
import type { UnixMs } from "#platform/rules/ids.ts";
import type { Deps } from "./ctx.ts";

type Kept<T> = {
  readonly key: string;
  readonly writes: number;
  readonly at: UnixMs;
  readonly value: Promise<T>;
};

/**
 * What was read of a database, kept until something is written there or `maxAgeMs` are over, so that
 * asking every workspace's own database does not open them all. `key` names what the question depends
 * on. Where nobody counts writes, as with one database for all, each question is asked.
 */
export function untilWritten<T>(maxAgeMs: number) {
  const known = new WeakMap<Db, Kept<T>>();
  return (
    { shards, now }: Pick<Deps, "shards" | "now">,
    db: Db,
    key: string,
    read: () => Promise<T>,
  ): Promise<T> => {
    const writes = shards?.writes?.(db) ?? null;
    if (writes === null) return read();
    const before = known.get(db);
    const age = before === undefined ? Infinity : now() - before.at;
    if (before?.key === key && before.writes === writes && age >= 0 && age < maxAgeMs)
      return before.value;
    const value = read();
    known.set(db, { key, writes, at: now(), value });
    value.catch(() => known.delete(db));
    return value;
  };
}
