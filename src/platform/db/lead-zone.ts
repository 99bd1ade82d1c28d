import { type SQL, sql } from "drizzle-orm";

/** A lead's own time zone, as a custom field tells it; null where none does. `custom` is the column. */
export const leadZone = (custom: unknown): SQL<string | null> =>
  sql<
    string | null
  >`coalesce(json_extract(${custom}, '$.timezone'), json_extract(${custom}, '$.time_zone'), json_extract(${custom}, '$.tz'))`;
