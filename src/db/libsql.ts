import { createClient, type Client } from "@libsql/client";
import { drizzle } from "drizzle-orm/libsql";
import type { Db } from "./db.ts";

/** A libSQL database on Node: `file:`, `libsql:` or `http(s):`. */
export const overLibsql = (client: Client): Db => drizzle(client);

export const openLibsql = (url: string, authToken?: string): Client =>
  createClient({ url, ...(authToken === undefined ? {} : { authToken }) });
