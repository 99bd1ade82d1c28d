import { filesOfBundle } from "#platform/db/bundled-migrations.ts";
// Made by `npm run build`.
import text from "#dist/migrations.sql";

/** The files of `drizzle/`, in their order. */
export const MIGRATIONS = filesOfBundle(text);
