import { setImmediate as others } from "node:timers/promises";
import type { Client, InStatement, InValue, TransactionMode } from "@libsql/client";
import { SECOND_MS } from "#platform/rules/time.ts";

/** Statements of a workspace wait no longer than this while it moves. */
const HELD_MS = SECOND_MS;

/** What is asked again later, as for any database that is locked. */
export const MOVING = "database is locked: the workspace is moving";

/** What leads the statements of one workspace to where it lies. */
export type Gate = {
  readonly client: Client;
  /** From now on statements go there. */
  route(to: Client): void;
  /** Holds back what comes, and answers once nothing is under way. */
  close(): Promise<void>;
  open(): void;
};

/**
 * A client whose statements go to another one, which may change between two of them. Statements that
 * are held back for longer than a second fail like those of a locked database, having done nothing.
 */
export function gateTo(first: Client): Gate {
  let to = first;
  let underWay = 0;
  let closed: { readonly opened: Promise<void>; readonly open: () => void } | null = null;

  async function through<T>(run: (client: Client) => Promise<T>): Promise<T> {
    while (closed !== null) await opened(closed.opened);
    underWay++;
    try {
      return await run(to);
    } finally {
      underWay--;
    }
  }

  const client = {
    closed: false,
    protocol: "file",
    execute: (given: InStatement, args?: InValue[]) =>
      through((open) =>
        open.execute(typeof given === "string" && args ? { sql: given, args } : given),
      ),
    batch: (statements: InStatement[], mode?: TransactionMode) =>
      through((open) => open.batch(statements, mode)),
    close: () => undefined,
  };
  return {
    // As of an embedded one: the rest of a client is not part of `Db`.
    client: client as unknown as Client,
    route: (next) => void (to = next),
    async close() {
      const { promise, resolve } = Promise.withResolvers<void>();
      closed ??= { opened: promise, open: resolve };
      while (underWay > 0) await others();
    },
    open() {
      closed?.open();
      closed = null;
    },
  };
}

async function opened(promise: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    late.reject(Object.assign(new Error(MOVING), { code: "SQLITE_BUSY" }));
  }, HELD_MS);
  try {
    await Promise.race([promise, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
