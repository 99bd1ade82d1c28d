import { createClient } from "@libsql/client/web";
import { drizzle } from "drizzle-orm/libsql/web";
import type { Db } from "./db.ts";

/** A libSQL server over http, for the Worker (`libsql:` or `http(s):`). */
export const overLibsqlWeb = (url: string, authToken?: string): Db =>
  drizzle(createClient({ url, ...(authToken === undefined ? {} : { authToken }) }));
