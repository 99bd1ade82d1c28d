import type { Client } from "@libsql/client";
import { StartError } from "./start-error.ts";

/** Throws `StartError` with what SQLite found where the database is not whole. */
export async function assertWhole(client: Client): Promise<void> {
  const [row] = (await client.execute("PRAGMA quick_check")).rows;
  const found = row?.["quick_check"];
  if (found === "ok") return;
  throw new StartError(
    `The database is damaged: ${typeof found === "string" ? found : "unreadable"}.`,
  );
}
