import type { Client, InStatement, InValue, TransactionMode } from "@libsql/client";
import { noteUse } from "./tally.ts";

/**
 * The calls of a libSQL client that drizzle makes, with their statements counted. How many rows they
 * read and wrote libSQL does not say.
 */
export function countedClient(client: Client): Client {
  const counted = {
    execute(statement: InStatement, args?: InValue[]) {
      noteUse({ statements: 1 });
      return args === undefined
        ? client.execute(statement)
        : client.execute(statement as string, args);
    },
    batch(statements: InStatement[], mode: TransactionMode = modeOf(statements)) {
      noteUse({ statements: statements.length });
      return client.batch(statements, mode);
    },
  };
  return counted as Client;
}

const READS = /^\s*select\b/i;

/**
 * A batch that reads before it writes takes the lock at its beginning: in between, another process may
 * have written, and SQLite lets nobody write on what is not the newest state.
 */
const modeOf = (statements: readonly InStatement[]): TransactionMode =>
  statements.every((one) => READS.test(typeof one === "string" ? one : one.sql))
    ? "deferred"
    : "write";
