import { journalKey } from "#modules/delivery/rules/journal.ts";
import type { ScriptedSmtp } from "#test/support/mail/scripted-smtp.ts";
import { seenBroken } from "./early.ts";
import type { Row, World } from "./world.ts";

/** The rows of a run against what its mail server took. */
export type Ledger = {
  readonly sends: readonly Row[];
  readonly in: (state: string) => readonly Row[];
  readonly isTaken: (send: Row) => boolean;
  /** Messages that the server took more than once. */
  readonly twice: number;
  /** Promises that hold whatever happened, each with what is wrong where it does not. */
  readonly checks: readonly Check[];
};
/** `enough`: whether the run was hard enough to prove anything. A mutant is caught by a broken promise alone. */
export type Check = readonly [wrong: string, holds: boolean, what?: "enough"];

/** Behind a database that was put back a row may name another sender's domain. */
const idOf = (raw: string): string => journalKey(/^message-id:\s*<([^>]+)>/im.exec(raw)?.[1] ?? "");

/** How often the server took each message, by its key; asked anew each time, since it goes on taking. */
const timesOf = (taken: ScriptedSmtp["accepted"]): ReadonlyMap<string, number> => {
  const times = new Map<string, number>();
  for (const mail of taken) {
    const id = idOf(mail.raw);
    times.set(id, (times.get(id) ?? 0) + 1);
  }
  return times;
};

/** Whether the server took a message twice, read on from where the last look ended. */
export function twiceAmong(taken: ScriptedSmtp["accepted"]): () => string | undefined {
  const seen = new Set<string>();
  let read = 0;
  return () => {
    for (; read < taken.length; read++) {
      const id = idOf(taken[read]?.raw ?? "");
      if (seen.has(id)) return `${id} was delivered twice`;
      seen.add(id);
    }
    return undefined;
  };
}

/** Which of these messages the server has taken by now. */
export const takenBy =
  (taken: ScriptedSmtp["accepted"]) =>
  (messageIds: readonly string[]): ReadonlySet<string> => {
    const times = timesOf(taken);
    return new Set(messageIds.filter((id) => times.has(journalKey(id))));
  };

const LEDGERS = ["sends", "resends", "outbox", "warmup_mails", "placement_mails"];

/** Where what a day's limits have used is not what the mails hold that took a place of it. */
export const WRONG_SLOTS = `
  SELECT scope, key, day, sum(used) AS used, sum(held) AS held FROM (
    SELECT scope, key, day, used, 0 AS held FROM daily_usage UNION ALL SELECT * FROM (
    ${LEDGERS.map((table) => `SELECT u.value->>0, u.value->>1, u.value->>2, 0, 1 FROM ${table}, json_each(usage) u`).join("\n    UNION ALL ")}))
  GROUP BY 1, 2, 3 HAVING sum(used) < sum(held)
    -- A mail that is asked for once more forgets what its earlier try took, for that one may have left.
    OR (sum(used) > sum(held) AND NOT EXISTS (SELECT 1 FROM resends WHERE times > 1))`;

/** Reads the rows; `taken` are the messages that the server took responsibility for (I1, I2, I3, I8). */
export async function readLedger(
  world: Pick<World, "rows">,
  taken: ScriptedSmtp["accepted"],
): Promise<Ledger> {
  const times = timesOf(taken);
  const sends = await world.rows(
    "SELECT state, message_id, to_email, attempts, evidence FROM sends ORDER BY id",
  );
  const within = (state: string) => sends.filter((row) => row["state"] === state);
  const isTaken = (row: Row): boolean => times.has(journalKey(String(row["message_id"])));
  const twice = [...times.values()].filter((count) => count > 1).length;
  const wrongSent = within("sent").filter((row) => !isTaken(row)).length;
  const wrongFailed = within("failed").filter(isTaken).length;
  const kept = await world.rows(
    "SELECT coalesce(sum(sent), 0) AS sent FROM stats WHERE campaign_id = 0 AND dimension = 'total'",
  );
  const counted = within("sent").length;
  const keptSent = kept.reduce((sum, row) => sum + Number(row["sent"]), 0);
  const slots = (await world.rows(WRONG_SLOTS)).map((row) => Object.values(row).join(" "));
  return {
    sends,
    in: within,
    isTaken,
    twice,
    checks: [
      [`${twice} messages were delivered twice`, twice === 0],
      [`${wrongSent} are called sent that no server took`, wrongSent === 0],
      [`${wrongFailed} are called failed that a server took`, wrongFailed === 0],
      [`${keptSent} are counted as sent, not ${counted}`, keptSent === counted],
      [`the day's limits count otherwise than the mails: ${slots.join(", ")}`, slots.length === 0],
    ],
  };
}

/** Exit code of a run that proves nothing: too little happened, or its draws let the mutant get away. No program ends so by itself. */
export const UNPROVEN = 75;

/**
 * Prints what broke and sets the exit code: a mutant has to be caught, by a promise that it breaks.
 * 1 says that a promise is broken, `UNPROVEN` that the run should be made again.
 */
export function conclude(
  plan: string,
  checks: readonly Check[],
  run: { readonly seed?: string; readonly mutant?: string | undefined },
): void {
  const broken = [...seenBroken(), ...checks].filter(([, holds]) => !holds);
  const isBroken = broken.some(([, , what]) => what !== "enough");
  for (const [wrong] of broken) console.error(`BROKEN: ${wrong}`);
  const name = run.seed === undefined ? plan : `${plan} (seed ${run.seed})`;
  if (run.mutant === undefined) {
    if (broken.length > 0) process.exitCode = isBroken ? 1 : UNPROVEN;
    const verdict = isBroken ? "broken" : "too little happened to prove anything";
    console.log(`${name}: ${broken.length === 0 ? "every promise held" : verdict}.`);
    return;
  }
  if (!isBroken) process.exitCode = UNPROVEN;
  console.log(`${name}: the mutant ${run.mutant} ${isBroken ? "was caught" : "got away"}.`);
}
