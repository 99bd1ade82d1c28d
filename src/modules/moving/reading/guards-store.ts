import { type SQL, sql } from "drizzle-orm";
import { moves } from "#modules/moving/schema/moves.ts";
import type { MoveState } from "#modules/moving/rules/states.ts";
import type { MoveId } from "#platform/rules/ids.ts";

/** The move is in one of these states. */
export const condition = (id: MoveId, states: readonly MoveState[]): SQL =>
  sql`EXISTS (SELECT 1 FROM ${moves} WHERE ${moves.id} = ${id}
    AND ${moves.state} IN (SELECT value FROM json_each(${JSON.stringify(states)})))`;
