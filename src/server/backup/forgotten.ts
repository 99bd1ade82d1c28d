import type { Client } from "@libsql/client";
import type { UnixMs } from "#platform/rules/ids.ts";

/** What came into a database after a moment, and would be missing in one of before. */
export type Forgotten = {
  /** Emails that left, or may have; without warmup. */
  readonly mails: number;
  /** Emails that came in. */
  readonly replies: number;
  readonly suppressions: number;
  readonly leads: number;
};

const LEDGERS = ["sends", "resends", "outbox", "placement_mails"];

/** Counts it in one database; one call each where workspaces have files of their own. */
export async function countForgotten(client: Client, since: UnixMs): Promise<Forgotten> {
  const left = LEDGERS.map(
    (ledger) =>
      `(SELECT count(*) FROM ${ledger} WHERE finished_at > ?1 AND +state IN ('sent', 'unknown'))`,
  );
  const { rows } = await client.execute({
    sql: `SELECT ${left.join(" + ")} AS mails,
      (SELECT count(*) FROM messages WHERE direction = 'inbound' AND created_at > ?1) AS replies,
      (SELECT count(*) FROM suppressions WHERE created_at > ?1) AS suppressions,
      (SELECT count(*) FROM leads WHERE created_at > ?1) AS leads`,
    args: [since],
  });
  const count = (name: keyof Forgotten): number => Number(rows[0]?.[name] ?? 0);
  return {
    mails: count("mails"),
    replies: count("replies"),
    suppressions: count("suppressions"),
    leads: count("leads"),
  };
}

export const addForgotten = (a: Forgotten, b: Forgotten): Forgotten => ({
  mails: a.mails + b.mails,
  replies: a.replies + b.replies,
  suppressions: a.suppressions + b.suppressions,
  leads: a.leads + b.leads,
});

/** For a person who decides. */
export function forgottenWords({ mails, replies, suppressions, leads }: Forgotten): string {
  const parts = [
    [mails, "email that left", "emails that left"],
    [replies, "reply", "replies"],
    [suppressions, "suppression or opt-out", "suppressions and opt-outs"],
    [leads, "new lead", "new leads"],
  ] as const;
  const named = parts.flatMap(([n, one, many]) => (n > 0 ? [`${n} ${n === 1 ? one : many}`] : []));
  return named.length === 0
    ? "nothing was sent, received, suppressed or imported"
    : `${named.join(", ")}, and every other change`;
}
