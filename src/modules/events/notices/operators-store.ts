import { asc, eq, sql } from "drizzle-orm";
import type { InstallDb } from "#platform/db/db.ts";
import type { ReaderLanguage } from "#platform/rules/choices.ts";
import type { UserId } from "#platform/rules/ids.ts";
import { users } from "#modules/accounts/schema/accounts.ts";

/** Whom a mail goes to. */
export type Addressee = {
  readonly address: string;
  readonly name: string;
  readonly language: ReaderLanguage | null;
};

/** The operators of the install. */
export async function selectOperators(db: InstallDb): Promise<Addressee[]> {
  return db
    .select({ address: users.email, name: users.name, language: users.language })
    .from(users)
    .where(eq(users.role, "super_admin"))
    .orderBy(asc(users.id))
    .limit(10);
}

/** Those of these people who are still there. */
export async function selectAddressees(
  db: InstallDb,
  ids: readonly (UserId | null)[],
): Promise<(Addressee & { id: UserId })[]> {
  return db
    .select({
      id: users.id,
      address: users.email,
      name: users.name,
      language: users.language,
    })
    .from(users)
    .where(sql`${users.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`);
}

/** What the person of an address reads; null where nobody has it as theirs. */
export async function languageOfAddress(
  db: InstallDb,
  address: string,
): Promise<ReaderLanguage | null> {
  const rows = await db
    .select({ language: users.language })
    .from(users)
    .where(eq(users.email, address.toLowerCase()));
  return rows[0]?.language ?? null;
}
