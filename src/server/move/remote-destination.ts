import { z } from "zod";
import { BegunAnswer, CountAnswer, HoldsAnswer } from "#platform/wire/arrivals.ts";
import { callArrival, type Reach, RefusedError } from "./call-arrival.ts";
import { asItWas } from "./departure.ts";
import type { Destination } from "./ends.ts";
import { MoveError } from "./move-workspace.ts";
import { rowsDigest, portions, rowToWire, toWire } from "./wire-rows.ts";

const Done = z.unknown();
/** The other side is asked so often to forget a move that was given up; its admins can forget it as well. */
const TRIES = 3;

/** Another installation, before the decision. What it refuses gives the move up. */
export function remoteDestination(
  reach: Reach,
  /** Has it expect the workspace. */
  expect: () => Promise<void>,
): Destination {
  async function call<T>(
    asked: Parameters<typeof callArrival>[1],
    schema: z.ZodType<T>,
  ): Promise<T> {
    return orGivenUp(() => callArrival(reach, asked, schema));
  }
  return {
    async begin() {
      await orGivenUp(expect);
      return (await call({ act: "begin" }, BegunAnswer)).cursor;
    },
    async put(table, rows, cursor) {
      const parts = portions(rows);
      for (const [i, part] of parts.entries()) {
        const isLast = i === parts.length - 1;
        await call(
          { act: "put", table: table.name, rows: part, cursor: isLast ? cursor : null },
          Done,
        );
      }
    },
    async apply(changes) {
      for (const { table, keys, rows } of changes) {
        // Keys first, with what fits; a change of many large rows comes in several parts.
        const parts = portions(rows);
        const [first = [], ...rest] = parts;
        const all = keys.map(rowToWire);
        await call(
          { act: "apply", changes: [{ table: table.name, keys: all, rows: first }] },
          Done,
        );
        for (const part of rest) {
          await call({ act: "put", table: table.name, rows: part, cursor: null }, Done);
        }
      }
    },
    async holds(table, keys, rows) {
      const asked = { act: "holds", table: table.name, digest: rowsDigest(rows) } as const;
      return (await call({ ...asked, keys: keys.map(rowToWire) }, HoldsAnswer)).holds;
    },
    async count(table) {
      return (await call({ act: "count", table: table.name }, CountAnswer)).rows;
    },
    async ready({ counted, marks, leads, workspace }) {
      const fields = Object.entries(asItWas(workspace)).map(([name, value]) => [
        name,
        toWire(value),
      ]);
      await call(
        {
          act: "ready",
          counted: [...counted],
          receipts_read: marks["receipts_read"] ?? null,
          leads,
          // Names of columns.
          workspace: Object.fromEntries(fields) as Record<string, never>,
        },
        Done,
      );
    },
    // What is behind the decision is `arrive`.
    opened: async () => undefined,
    async wipe(pause) {
      for (let attempt = 1; ; attempt++) {
        try {
          await callArrival(reach, { act: "wipe" }, Done, 10_000);
          return;
        } catch (cause) {
          // It knows nothing of it, or cannot be reached: nothing of it is ever opened there.
          if (cause instanceof RefusedError || attempt === TRIES) return;
          await pause();
        }
      }
    },
  };
}

async function orGivenUp<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (cause) {
    throw cause instanceof RefusedError ? new MoveError(cause.message) : cause;
  }
}
