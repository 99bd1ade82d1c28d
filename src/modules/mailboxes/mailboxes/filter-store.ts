import { and, eq, or, type SQL, sql } from "drizzle-orm";
import type { MailboxFilter } from "#modules/mailboxes/contract/mailboxes.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { containing } from "#platform/db/containing.ts";

/** The condition on `mailboxes` that a filter means; undefined: it has none. */
export function ofFilter({ status, tag, group, domain, q }: MailboxFilter): SQL | undefined {
  const text = q?.trim() ?? "";
  return and(
    status === undefined ? undefined : eq(mailboxes.status, status),
    tag === undefined ? undefined : sql`${tag} IN (SELECT value FROM json_each(${mailboxes.tags}))`,
    group === undefined ? undefined : eq(mailboxes.groupName, group),
    domain === undefined ? undefined : eq(mailboxes.domain, domain),
    text === ""
      ? undefined
      : or(containing(mailboxes.email, text), containing(mailboxes.fromName, text)),
  );
}
