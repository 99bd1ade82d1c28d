import { and, eq, sql } from "drizzle-orm";
import type { InstallDb } from "#platform/db/db.ts";
import { changes } from "#platform/db/db.ts";
import { installSettings } from "#modules/accounts/schema/accounts.ts";
import type { UnixMs } from "#platform/rules/ids.ts";
import { later, MINUTE_MS } from "#platform/rules/time.ts";

const TURN_KEY = "tick_turn";
/** No turn lasts so long: one that ends later was taken by a clock that was ahead. */
const FARTHEST_MS = 2 * MINUTE_MS;

/** Makes the caller the one that ticks, until then. False: another one is at it, or the next tick is not due. */
export async function takeTurn(
  db: InstallDb,
  { token, now, until }: { readonly token: string; readonly now: UnixMs; readonly until: UnixMs },
): Promise<boolean> {
  const held = sql`${installSettings.value} ->> 'until'`;
  const taken = await db
    .insert(installSettings)
    .values({ key: TURN_KEY, value: { token, until }, updatedAt: now })
    .onConflictDoUpdate({
      target: installSettings.key,
      set: { value: sql`excluded.value`, updatedAt: now },
      setWhere: sql`${held} <= ${now} OR ${held} > ${later(now, FARTHEST_MS)}`,
    });
  return changes(taken) > 0;
}

/** Lets the caller, if the turn is still its own, tick until then. */
export const renewTurn = (db: InstallDb, token: string, until: UnixMs): Promise<void> =>
  setTurn(db, token, { token, until });

/** Gives the turn back, if it is still the caller's: the next one is due at `dueAt`. */
export const endTurn = (db: InstallDb, token: string, dueAt: UnixMs): Promise<void> =>
  setTurn(db, token, { token: "", until: dueAt });

async function setTurn(
  db: InstallDb,
  token: string,
  value: { readonly token: string; readonly until: UnixMs },
): Promise<void> {
  await db
    .update(installSettings)
    .set({ value })
    .where(
      and(eq(installSettings.key, TURN_KEY), sql`${installSettings.value} ->> 'token' = ${token}`),
    );
}
