import { domainOf } from "#modules/leads/rules/suppression-hash.ts";
import type { Db } from "#platform/db/db.ts";
import type { LedgerPlace } from "#modules/receipts/rules/read-to.ts";
import type { About, Fact, Found, LEDGERS } from "./facts.ts";
import { type MailRow, selectEndedMails, selectEndedSends } from "./ledgers-store.ts";

const KIND = { send: "step", again: "again", test: "test" } as const;

/** Mails that left, or may have, up to `until`. */
export async function ledgerFacts(
  db: Db,
  ledger: (typeof LEDGERS)[number],
  after: LedgerPlace,
  until: number,
  limit: number,
): Promise<Found<LedgerPlace>> {
  if (ledger === "mail") {
    const rows = await selectEndedMails(db, after, until, limit);
    return found(rows, rows.flatMap(factsOfMail), after, limit);
  }
  const rows = await selectEndedSends(db, ledger, after, until, limit);
  const facts = rows.flatMap((row): Fact[] =>
    mayHaveLeft(row)
      ? [
          {
            workspaceId: row.workspaceId,
            kind: KIND[ledger],
            at: row.sentAt,
            cause: ledger === "again" ? `again:${row.id}:${row.times}` : `${ledger}:${row.id}`,
            ...whom(row.toEmail),
            step: row.step,
            detail: wordOf(row.state),
          },
        ]
      : [],
  );
  return found(rows, facts, after, limit);
}

function found(
  rows: readonly { readonly id: number; readonly finishedAt: number }[],
  facts: readonly Fact[],
  after: LedgerPlace,
  limit: number,
): Found<LedgerPlace> {
  const last = rows.at(-1);
  return { facts, to: last ? [last.finishedAt, last.id] : after, isAll: rows.length < limit };
}

const mayHaveLeft = <T extends { readonly sentAt: number | null; readonly state: string }>(
  row: T,
): row is T & { readonly sentAt: number } =>
  row.sentAt !== null && ["sent", "unknown", "failed"].includes(row.state);

/** Nobody knows of an unknown mail whether it left, nor when. */
const wordOf = (state: string): string => (state === "unknown" ? "unclear" : "");

/** An erased person's mail has no address any more. */
const whom = (email: string): { person: About | null; domain: About | null } => {
  const value = email.trim().toLowerCase();
  return value === ""
    ? { person: null, domain: null }
    : { person: { value }, domain: { value: domainOf(value) } };
};

function factsOfMail(row: MailRow): Fact[] {
  if (!mayHaveLeft(row)) return [];
  const all = (JSON.parse(row.recipients) as string[][]).flat();
  const recipients = [...new Set(all.map((one) => one.trim().toLowerCase()))];
  return (recipients.length === 0 ? [""] : recipients).map((email, i) => ({
    workspaceId: row.workspaceId,
    kind: row.forced ? "forced_reply" : "reply",
    at: row.sentAt,
    cause: `mail:${row.id}:${i}`,
    ...whom(email),
    step: "",
    detail: wordOf(row.state),
  }));
}
