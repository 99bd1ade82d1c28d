import { and, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import type { MailboxFilter } from "#modules/mailboxes/contract/mailboxes.ts";
import { grants } from "#modules/connections/schema/grants.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { containing } from "#platform/db/containing.ts";

/** The condition on `mailboxes` that a filter means; undefined: it has none. */
export function ofFilter({
  status,
  tag,
  group,
  provider,
  domain,
  q,
}: MailboxFilter): SQL | undefined {
  const text = q?.trim() ?? "";
  return and(
    status === undefined ? undefined : eq(mailboxes.status, status),
    tag === undefined ? undefined : sql`${tag} IN (SELECT value FROM json_each(${mailboxes.tags}))`,
    group === undefined ? undefined : eq(mailboxes.groupName, group),
    provider === undefined ? undefined : signsInAt(provider),
    domain === undefined ? undefined : eq(mailboxes.domain, domain),
    text === ""
      ? undefined
      : or(containing(mailboxes.email, text), containing(mailboxes.fromName, text)),
  );
}

const signsInAt = (provider: NonNullable<MailboxFilter["provider"]>): SQL =>
  provider === "password"
    ? isNull(mailboxes.grantId)
    : sql`EXISTS (SELECT 1 FROM ${grants} WHERE ${grants}.id = ${mailboxes.grantId}
        AND +${grants}.workspace_id = ${mailboxes.workspaceId} AND ${grants}.provider = ${provider})`;
