import { createClient, type Client } from "@libsql/client";
import { drizzle } from "drizzle-orm/libsql";
import type { AnyDb } from "./db.ts";
import { type EmbeddedOptions, openEmbedded } from "./embedded.ts";
import { countedClient } from "./counted-client.ts";

export const overLibsql = (client: Client): AnyDb => drizzle({ client: countedClient(client) });

/** A libSQL database on Node: `:memory:`, `file:`, `libsql:` or `http(s):`. */
export function openLibsql(
  url: string,
  options: EmbeddedOptions & { authToken?: string | undefined } = {},
): Client {
  const { authToken } = options;
  if (url === ":memory:" || url.startsWith("file:")) {
    return openEmbedded(url.replace(/^file:(?:\/\/)?/, ""), options);
  }
  return createClient({ url, ...(authToken === undefined ? {} : { authToken }) });
}
