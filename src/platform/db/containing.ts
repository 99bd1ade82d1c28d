import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/**
 * Whether a text holds `wanted`, whatever the case: SQLite's own `lower` knows A to Z alone, so the
 * other letters of `wanted` that have a capital are lowered one by one.
 */
export function containing(text: SQLWrapper, wanted: string): SQL {
  const lower = wanted.trim().normalize("NFC").toLowerCase();
  let folded = sql`lower(${text})`;
  for (const letter of new Set(lower)) {
    const capital = letter.toUpperCase();
    if (letter <= "\u007f" || capital === letter || capital.length !== letter.length) continue;
    // Written into the statement: D1 takes 100 parameters, and a letter beyond ASCII is no quote.
    folded = sql`replace(${folded}, ${sql.raw(`'${capital}'`)}, ${sql.raw(`'${letter}'`)})`;
  }
  return sql`instr(${folded}, ${lower}) > 0`;
}
