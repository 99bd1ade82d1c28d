import { and, desc, eq, lt, type SQL, sql } from "drizzle-orm";
import type { TemplateContent } from "#modules/campaigns/rules/template-content.ts";
import type { TemplateKind } from "#modules/campaigns/rules/states.ts";
import { templates } from "#modules/campaigns/schema/templates.ts";
import { users } from "#modules/accounts/schema/accounts.ts";
import { containing } from "#platform/db/containing.ts";
import { type InstallDb, type InstallStatement, runBatch } from "#platform/db/db.ts";
import type { InstallTemplateId, UnixMs, UserId } from "#platform/rules/ids.ts";

type Row = typeof templates.$inferSelect;
/** With the name of who made it, as long as they are there. */
export type InstallTemplateRow = Row & { readonly creator: string | null };
export type TemplateItemRow = Omit<InstallTemplateRow, "content">;

const creator = sql<
  string | null
>`(SELECT u.name FROM ${users} u WHERE u.id = ${templates.createdBy})`;

const item = {
  id: templates.id,
  kind: templates.kind,
  name: templates.name,
  description: templates.description,
  stepCount: templates.stepCount,
  subject: templates.subject,
  excerpt: templates.excerpt,
  createdBy: templates.createdBy,
  version: templates.version,
  createdAt: templates.createdAt,
  updatedAt: templates.updatedAt,
  creator,
};

const matching = (kind: TemplateKind | undefined, q: string): SQL | undefined =>
  and(
    kind === undefined ? undefined : eq(templates.kind, kind),
    q === "" ? undefined : containing(templates.name, q),
  );

/** Newest first, from below `before` (null: from the newest); without their texts. */
export const selectInstallTemplates = (
  db: InstallDb,
  filter: { readonly kind: TemplateKind | undefined; readonly q: string },
  page: { readonly before: number | null; readonly limit: number; readonly offset: number },
): Promise<TemplateItemRow[]> =>
  db
    .select(item)
    .from(templates)
    .where(
      and(
        matching(filter.kind, filter.q),
        lt(templates.id, (page.before ?? Number.MAX_SAFE_INTEGER) as InstallTemplateId),
      ),
    )
    .orderBy(desc(templates.id))
    .limit(page.limit)
    .offset(page.offset);

/** There are at most `MAX_INSTALL_TEMPLATES`. */
export async function countInstallTemplates(
  db: InstallDb,
  filter: { readonly kind: TemplateKind | undefined; readonly q: string },
): Promise<number> {
  const rows = await db
    .select({ n: sql<number>`count(*)` })
    .from(templates)
    .where(and(matching(filter.kind, filter.q), sql`${templates.id} > 0`));
  return rows[0]?.n ?? 0;
}

export async function selectInstallTemplate(
  db: InstallDb,
  id: InstallTemplateId,
): Promise<InstallTemplateRow | null> {
  const rows = await db
    .select({ ...item, content: templates.content })
    .from(templates)
    .where(eq(templates.id, id));
  return rows[0] ?? null;
}

/** What of a template can change, with what lists show of it. */
export type TemplateValues = {
  readonly name: string;
  readonly description: string;
  readonly content: TemplateContent;
  readonly stepCount: number;
  readonly subject: string;
  readonly excerpt: string;
};

const isNameFree = (kind: TemplateKind, name: string, but: InstallTemplateId | null): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM ${templates} o WHERE o.kind = ${kind} AND o.name = ${name} AND o.id IS NOT ${but})`;

/** Adds a template while its name is free and the install has fewer than `limit`; answers its id, else null. */
export async function insertInstallTemplate(
  db: InstallDb,
  kind: TemplateKind,
  values: TemplateValues,
  made: { readonly by: UserId | null; readonly at: UnixMs; readonly limit: number },
  line: (source: SQL) => InstallStatement,
): Promise<InstallTemplateId | null> {
  const guard = sql`WHERE ${isNameFree(kind, values.name, null)}
    AND (SELECT count(*) FROM ${templates} WHERE id > 0) < ${made.limit}`;
  const results = await runBatch(db, [
    line(guard),
    db.all<{ id: InstallTemplateId }>(sql`
      INSERT INTO ${templates} (kind, name, description, content, step_count, subject, excerpt, created_by, created_at, updated_at)
      SELECT ${kind}, ${values.name}, ${values.description}, ${JSON.stringify(values.content)}, ${values.stepCount},
        ${values.subject}, ${values.excerpt}, ${made.by}, ${made.at}, ${made.at}
      ${guard} RETURNING id`),
  ]);
  return (results.at(-1) as { id: InstallTemplateId }[])[0]?.id ?? null;
}

/** Changes a template as it was read, while its name is free; false where it is not, or somebody was faster. */
export async function changeInstallTemplate(
  db: InstallDb,
  read: Pick<Row, "id" | "kind" | "version">,
  values: TemplateValues,
  now: UnixMs,
  line: (source: SQL) => InstallStatement,
): Promise<boolean> {
  const unchanged = and(
    eq(templates.id, read.id),
    eq(templates.version, read.version),
    isNameFree(read.kind, values.name, read.id),
  );
  const results = await runBatch(db, [
    line(sql`FROM ${templates} WHERE ${unchanged}`),
    db
      .update(templates)
      .set({ ...values, version: sql`${templates.version} + 1`, updatedAt: now })
      .where(unchanged)
      .returning({ id: templates.id }),
  ]);
  return (results.at(-1) as unknown[]).length > 0;
}

/** Whether another template of that kind has the name. */
export async function isTemplateNameTaken(
  db: InstallDb,
  kind: TemplateKind,
  name: string,
  but: InstallTemplateId | null,
): Promise<boolean> {
  const [row] = await db.all<{ free: number }>(sql`SELECT ${isNameFree(kind, name, but)} AS free`);
  return row?.free !== 1;
}

/** False when there was none. */
export async function removeInstallTemplate(
  db: InstallDb,
  id: InstallTemplateId,
  line: (source: SQL) => InstallStatement,
): Promise<boolean> {
  const results = await runBatch(db, [
    line(sql`FROM ${templates} WHERE ${eq(templates.id, id)}`),
    db.delete(templates).where(eq(templates.id, id)).returning({ id: templates.id }),
  ]);
  return (results.at(-1) as unknown[]).length > 0;
}
