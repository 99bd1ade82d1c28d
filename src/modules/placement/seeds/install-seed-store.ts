import { desc, eq, lt, type SQL, sql } from "drizzle-orm";
import { type InstallDb, type InstallStatement, runBatch } from "#platform/db/db.ts";
import { installSeeds } from "#modules/placement/schema/placement.ts";
import type { InstallSeedId } from "#platform/rules/ids.ts";

export type InstallSeedRow = typeof installSeeds.$inferSelect;

/** More of them than anybody looks after. */
export const MAX_INSTALL_SEEDS = 200;

export const selectInstallSeeds = (install: InstallDb): Promise<InstallSeedRow[]> =>
  install.select().from(installSeeds).orderBy(installSeeds.id).limit(MAX_INSTALL_SEEDS);

export const selectInstallSeedPage = (
  install: InstallDb,
  page: { readonly before: number | null; readonly limit: number; readonly offset: number },
): Promise<InstallSeedRow[]> =>
  install
    .select()
    .from(installSeeds)
    .where(lt(installSeeds.id, (page.before ?? Number.MAX_SAFE_INTEGER) as InstallSeedId))
    .orderBy(desc(installSeeds.id))
    .limit(page.limit)
    .offset(page.offset);

export async function countInstallSeeds(install: InstallDb): Promise<number> {
  const rows = await install.select({ n: sql<number>`count(*)` }).from(installSeeds);
  return rows[0]?.n ?? 0;
}

export async function selectInstallSeed(
  install: InstallDb,
  id: InstallSeedId,
): Promise<InstallSeedRow | null> {
  const rows = await install.select().from(installSeeds).where(eq(installSeeds.id, id));
  return rows[0] ?? null;
}

/** Adds a seed; null where the address is one already, or there are too many. */
export async function insertInstallSeed(
  install: InstallDb,
  row: Omit<InstallSeedRow, "id">,
  line: (source: SQL) => InstallStatement,
): Promise<InstallSeedRow | null> {
  const guard = sql`WHERE NOT EXISTS (SELECT 1 FROM ${installSeeds} o WHERE o.email = ${row.email})
    AND (SELECT count(*) FROM ${installSeeds} WHERE id > 0) < ${MAX_INSTALL_SEEDS}`;
  const results = await runBatch(install, [
    line(guard),
    install.all<{ id: InstallSeedId }>(sql`
      INSERT INTO ${installSeeds} (email, provider, imap_host, imap_port, imap_security, imap_username, imap_password,
        created_at, home_workspace, home_mailbox)
      SELECT ${row.email}, ${row.provider}, ${row.imapHost}, ${row.imapPort}, ${row.imapSecurity}, ${row.imapUsername},
        ${row.imapPassword}, ${row.createdAt}, ${row.homeWorkspace}, ${row.homeMailbox} ${guard} RETURNING id`),
  ]);
  const [made] = results.at(-1) as { id: InstallSeedId }[];
  return made ? { ...row, id: made.id } : null;
}

/** False when there was none. */
export async function deleteInstallSeed(
  install: InstallDb,
  id: InstallSeedId,
  line: (source: SQL) => InstallStatement,
): Promise<boolean> {
  const results = await runBatch(install, [
    line(sql`FROM ${installSeeds} WHERE id = ${id}`),
    install.delete(installSeeds).where(eq(installSeeds.id, id)).returning({ id: installSeeds.id }),
  ]);
  return (results.at(-1) as unknown[]).length > 0;
}
