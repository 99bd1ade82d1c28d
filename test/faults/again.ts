import { z } from "zod";
import type { Api } from "#test/demo/api.ts";
import type { Change } from "./copy.ts";
import type { Check, Ledger } from "./ledger.ts";
import { type Row, sleep, until, type World } from "./world.ts";

/** What is sent again waits for no Sent folder, and hardly where it was given back. */
export const SOON_AGAIN: readonly Change[] = [
  {
    file: "src/modules/campaigns/rules/leaving/again.ts",
    from: "return looked > now ? looked : now;",
    to: "return now;",
  },
  {
    file: "src/modules/delivery/rules/leases.ts",
    from: "AWAY_MS = 10 * SECOND_MS",
    to: "AWAY_MS = 0.3 * SECOND_MS",
  },
];

/** A server that has not taken a mail so long after its outcome became unclear never will. */
const SETTLED_MS = 1_500;
/** People who press at the same moment. */
const AT_ONCE = 3;

/**
 * Asks for every unclear mail that the server did not take to be sent again, by several people at
 * once and as often as it takes, until each is taken, amid kills. Answers how often it was asked.
 */
export async function sendAgain(
  world: World,
  with_: {
    readonly api: Api;
    readonly campaignId: number;
    readonly isTaken: (messageIds: readonly string[]) => ReadonlySet<string>;
    readonly patienceMs: number;
    readonly kill: () => Promise<void>;
  },
): Promise<number> {
  const { api, campaignId } = with_;
  let pressed = 0;
  const press = async (id: number, times: number): Promise<void> => {
    const path = `/workspaces/1/campaigns/${campaignId}/sends/${id}/again`;
    const answers = await Promise.allSettled(
      Array.from({ length: AT_ONCE }, () => api.call("POST", path, z.unknown(), { times })),
    );
    if (answers.some(({ status }) => status === "fulfilled")) pressed++;
  };
  const killing = with_.kill();
  const isOver = async (): Promise<boolean> => {
    const open = await unclear(world);
    // What has reached the server is read before it is asked.
    await sleep(50);
    // Asked after the rows were read: what is pressed stands, and was not taken, at one moment.
    const taken = with_.isTaken(open.map((row) => String(row["message_id"])));
    const missing = open.filter((row) => !taken.has(String(row["message_id"])));
    const idle = missing.filter(
      (row) => row["open"] === 0 && Number(row["at"]) < Date.now() - SETTLED_MS,
    );
    for (const row of idle) await press(Number(row["id"]), Number(row["times"]));
    return missing.length === 0 && open.every((row) => row["open"] === 0);
  };
  await until(isOver, with_.patienceMs, 300);
  await killing;
  await until(isOver, with_.patienceMs, 300);
  // What is left is told by the checks.
  await sleep(SETTLED_MS);
  return pressed;
}

/** Sends of which nobody knows, and whether they are being sent again. */
const unclear = (world: World): Promise<Row[]> =>
  world.rows(`SELECT s.id, s.message_id, coalesce(r.times, 0) AS times, max(s.finished_at, coalesce(r.finished_at, 0)) AS at,
      coalesce(r.state, '') IN ('queued', 'leased', 'sending') AS open
    FROM sends s LEFT JOIN resends r ON r.id = s.id WHERE s.state = 'unknown'`);

/** What must be true once all has been sent again. */
export async function againChecks(
  world: World,
  ledger: Ledger,
  pressed: number,
): Promise<readonly Check[]> {
  const lost = ledger.in("unknown").filter((row) => !ledger.isTaken(row)).length;
  const [rows] = await world.rows(`SELECT
    (SELECT count(*) FROM resends WHERE state IN ('queued', 'leased', 'sending')) AS open,
    (SELECT coalesce(sum(times), 0) FROM resends) - (SELECT count(*) FROM resends WHERE state = 'cancelled') AS tries,
    (SELECT count(*) FROM resends WHERE times > 1) AS twice,
    (SELECT coalesce(sum(used), 0) FROM daily_usage WHERE scope = 'mailbox') AS used,
    (SELECT unknown FROM stats WHERE campaign_id = 0 AND dimension = 'total') AS unknown,
    (SELECT count(*) FROM events WHERE type = 'campaign.completed') AS completed,
    (SELECT count(*) FROM audit_log WHERE action = 'send.asked_again') AS audited,
    (SELECT coalesce(sum(times), 0) FROM resends) AS asked`);
  const n = (name: string): number => Number(rows?.[name]);
  const places = ledger.sends.length + n("tries");
  return [
    [`${lost} unclear mails never arrived, though they were sent again`, lost === 0],
    [`${n("open")} are still to be sent again`, n("open") === 0],
    [`${n("used")} places of mailboxes are taken, not ${places}`, n("used") === places],
    [
      `${n("unknown")} are counted as unclear, not ${ledger.in("unknown").length}`,
      n("unknown") === ledger.in("unknown").length,
    ],
    [`the campaign's end was told ${n("completed")} times`, n("completed") === 1],
    [`${n("audited")} lines of the audit log tell of ${n("asked")}`, n("audited") === n("asked")],
    [
      `only ${pressed} were asked for, ${n("twice")} more than once`,
      pressed > 0 && n("twice") > 0,
      "enough",
    ],
  ];
}
