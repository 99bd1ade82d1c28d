import { and, asc, eq, sql } from "drizzle-orm";
import type { InstallDb, InstallStatement } from "#platform/db/db.ts";
import { organisationAddresses, organisations } from "#modules/connections/schema/clients.ts";
import type { OrganisationProvider } from "#modules/connections/rules/kinds.ts";
import type { OrganisationId, UnixMs, UserId, WorkspaceId } from "#platform/rules/ids.ts";

export type OrganisationRow = typeof organisations.$inferSelect;
export type NewOrganisation = typeof organisations.$inferInsert;

/** Of one install there are some dozens. */
export const selectOrganisations = (db: InstallDb): Promise<OrganisationRow[]> =>
  db.select().from(organisations).orderBy(asc(organisations.id));

export async function selectOrganisation(
  db: InstallDb,
  id: OrganisationId,
): Promise<OrganisationRow | null> {
  const [row] = await db.select().from(organisations).where(eq(organisations.id, id)).limit(1);
  return row ?? null;
}

/** Adds one; a tenant that is there already stays as it is, and is answered. */
export async function addOrganisation(
  db: InstallDb,
  values: NewOrganisation,
): Promise<{ readonly row: OrganisationRow; readonly isNew: boolean }> {
  const [made] = await db.insert(organisations).values(values).onConflictDoNothing().returning();
  if (made) return { row: made, isNew: true };
  const [row] = await db
    .select()
    .from(organisations)
    .where(
      and(eq(organisations.provider, values.provider), eq(organisations.tenant, values.tenant)),
    );
  if (!row) throw new Error("an organisation was not stored");
  return { row, isNew: false };
}

export type Tested = Pick<
  OrganisationRow,
  "provedAt" | "checkedAt" | "lacks" | "reason" | "domains" | "updatedAt"
>;

export async function keepTested(
  db: InstallDb,
  id: OrganisationId,
  tested: Tested,
): Promise<OrganisationRow | null> {
  const [row] = await db
    .update(organisations)
    .set(tested)
    .where(eq(organisations.id, id))
    .returning();
  return row ?? null;
}

export const deleteOrganisationRows = (db: InstallDb, id: OrganisationId): InstallStatement[] => [
  db.delete(organisationAddresses).where(eq(organisationAddresses.organisationId, id)),
  db.delete(organisations).where(eq(organisations.id, id)),
];

export type AddressRow = typeof organisationAddresses.$inferSelect;

/** Grants addresses to a workspace; those that it has already stay. */
export const insertAddresses = (
  db: InstallDb,
  organisationId: OrganisationId,
  workspaceId: WorkspaceId,
  emails: readonly string[],
  by: { readonly userId: UserId | null; readonly now: UnixMs },
): InstallStatement =>
  db.run(sql`
    INSERT INTO ${organisationAddresses} (organisation_id, email, workspace_id, granted_by, created_at)
    SELECT ${organisationId}, value, ${workspaceId}, ${by.userId}, ${by.now}
    FROM json_each(${JSON.stringify(emails)})
    WHERE true
    ON CONFLICT (organisation_id, email, workspace_id) DO NOTHING`);

export const deleteAddress = (
  db: InstallDb,
  organisationId: OrganisationId,
  workspaceId: WorkspaceId,
  email: string,
): InstallStatement =>
  db
    .delete(organisationAddresses)
    .where(
      and(
        eq(organisationAddresses.organisationId, organisationId),
        eq(organisationAddresses.workspaceId, workspaceId),
        eq(organisationAddresses.email, email),
      ),
    );

/** Who may connect these addresses of an organisation. */
export const selectHolders = (
  db: InstallDb,
  organisationId: OrganisationId,
  emails: readonly string[],
): Promise<AddressRow[]> =>
  db
    .select()
    .from(organisationAddresses)
    .where(
      and(
        eq(organisationAddresses.organisationId, organisationId),
        sql`${organisationAddresses.email} IN (SELECT value FROM json_each(${JSON.stringify(emails)}))`,
      ),
    );

/** The addresses that a workspace may connect, by address; `after` is the last of the page before. */
export const selectGrantedAddresses = (
  db: InstallDb,
  workspaceId: WorkspaceId,
  after: string,
  limit: number,
) =>
  db
    .select({
      organisationId: organisationAddresses.organisationId,
      email: organisationAddresses.email,
      name: organisations.name,
      provider: organisations.provider,
    })
    .from(organisationAddresses)
    .innerJoin(organisations, eq(organisations.id, organisationAddresses.organisationId))
    .where(
      and(
        eq(organisationAddresses.workspaceId, workspaceId),
        sql`(${organisationAddresses.email}, ${organisationAddresses.organisationId}) > (SELECT json_extract(${after}, '$[0]'), json_extract(${after}, '$[1]'))`,
      ),
    )
    .orderBy(asc(organisationAddresses.email), asc(organisationAddresses.organisationId))
    .limit(limit);

export const countAddresses = (db: InstallDb) =>
  db
    .select({
      organisationId: organisationAddresses.organisationId,
      n: sql<number>`count(DISTINCT ${organisationAddresses.email})`,
    })
    .from(organisationAddresses)
    .groupBy(organisationAddresses.organisationId);

/** Those of these addresses that a workspace may connect by the organisation beside them. */
export const selectGrantsOf = (
  db: InstallDb,
  workspaceId: WorkspaceId,
  asked: readonly { readonly organisationId: number; readonly email: string }[],
) =>
  db.all<{ organisationId: OrganisationId; email: string; provider: OrganisationProvider }>(sql`
    SELECT a.organisation_id AS "organisationId", a.email AS email, o.provider AS provider
    FROM json_each(${JSON.stringify(asked)}) j
    JOIN ${organisationAddresses} a ON a.organisation_id = j.value ->> 'organisationId'
      AND a.email = j.value ->> 'email' AND a.workspace_id = ${workspaceId}
    JOIN ${organisations} o ON o.id = a.organisation_id`);
