import { eq, sql } from "drizzle-orm";
import type { InstallDb, InstallStatement } from "#platform/db/db.ts";
import { oauthClients } from "./schema.ts";

export type ClientRow = typeof oauthClients.$inferSelect;

export const selectOauthClients = (db: InstallDb): Promise<ClientRow[]> =>
  db.select().from(oauthClients);

export async function selectOauthClient(db: InstallDb, name: string): Promise<ClientRow | null> {
  const [row] = await db.select().from(oauthClients).where(eq(oauthClients.name, name)).limit(1);
  return row ?? null;
}

export const saveClient = (db: InstallDb, row: ClientRow): InstallStatement =>
  db
    .insert(oauthClients)
    .values(row)
    .onConflictDoUpdate({
      target: oauthClients.name,
      set: {
        clientId: sql`excluded.client_id`,
        secret: sql`excluded.secret`,
        options: sql`excluded.options`,
        updatedBy: sql`excluded.updated_by`,
        updatedAt: sql`excluded.updated_at`,
      },
    });

export const dropOauthClient = (db: InstallDb, name: string): InstallStatement =>
  db.delete(oauthClients).where(eq(oauthClients.name, name));
