import { storedBytes } from "#modules/operations/rules/costs.ts";
import { PRIORITIES, type Priority } from "#platform/ctx/job.ts";
import { costOfOne } from "#test/support/cost-of-one.ts";
import { MAX_MESSAGE_CHARS } from "#worker/queue-hits.ts";
import type { Used } from "./bill.ts";
import { ASSUMED, type LimitName, LIMITS } from "./limits.ts";
import { type Month, rowsOf, type Ways } from "./month.ts";
import type { QueueHour } from "./queue-hour.ts";
import type { QueueSettings } from "./queue-settings.ts";

/** Where the rows of workspaces lie: in an object each, or all in the install's D1 database. */
export type Layout = "objects" | "one";

/** Something that the platform limits, in its usual, its bad and its worst moment. */
export type Quantity = {
  readonly what: string;
  readonly p50: number;
  readonly p99: number;
  readonly peak: number;
  readonly limit: LimitName;
  /** The same however large the install is: a bound of the product's own. */
  readonly isFixed: boolean;
};

/** Retention of events and emails, in months, by which sizes are judged. */
const KEPT_MONTHS = 12;
/** Rows of the install itself: bytes of a workspace with its figures and people, and of what grows. */
const INSTALL = { workspace: 8_000, auditLine: 300, auditLines: 30, auditMonths: 24, optOut: 150 };
const OPT_OUTS = 0.003;
/** Bytes of a recipients' domain in the cache of DNS, which forgets after a month; leads share domains. */
const ROUTE_BYTES = 150;
const LEADS_A_DOMAIN = 3;
/** Figures of a workspace, when they changed, and what it used: written into the install by its alarm. */
const INSTALL_ROWS_AN_ALARM = 3;

const cost = (name: Parameters<typeof costOfOne>[0]) => costOfOne(name);

export type Played = {
  readonly month: Month;
  readonly hour: Readonly<Record<Priority, QueueHour>>;
  readonly settings: Readonly<Record<Priority, QueueSettings>>;
  readonly ways: Ways;
  readonly layout: Layout;
  readonly weight: number;
};

const sum = (of: Iterable<number>): number => {
  let all = 0;
  for (const one of of) all += one;
  return all;
};

/** Rows that a month of so many emails, hits, reads and alarms reads and writes, by what the product is measured to ask. */
function rows(of: "read" | "written", mails: number, hits: number, reads: number, alarms: number) {
  const { leads, opens } = rowsOf(mails, hits);
  return (
    leads * (cost("stored as a lead")[of] + cost("added to a campaign")[of]) +
    mails * (cost("sent")[of] + cost("given its receipt")[of]) +
    opens * cost("opened")[of] +
    reads * cost("a mailbox read, nothing new")[of] +
    alarms * (cost("a tick with nothing to do")[of] + (of === "written" ? 1 : 0))
  );
}

/** What a month used. */
export function usedIn({ month, layout, weight }: Played): Used {
  const [mails, hits, reads, alarms] = [
    sum(month.sends),
    sum(month.hits),
    sum(month.reads),
    sum(month.alarms),
  ];
  const handovers = sum(month.handovers);
  const messages =
    handovers + 2 * hits + sum(month.webhooks) + reads + sum(month.turns) + 2 * sum(month.notices);
  const calls = messages + 3 * mails;
  const isApart = layout === "objects";
  const ticks = isApart ? alarms : month.sends.length;
  const stored = storedOf({ month, weight });
  return {
    // Pixels and links, invocations of consumers, and calls of the companion: what it intends, and how it ended.
    requests: hits + messages + 2 * handovers,
    rowsRead: rows("read", mails, hits, reads, ticks),
    rowsWritten:
      rows("written", mails, hits, reads, ticks) +
      (isApart ? INSTALL_ROWS_AN_ALARM * busyAlarms(month) : 0),
    queueOperations: 3 * messages,
    d1Bytes: isApart ? stored.install : stored.install + stored.all,
    objectBytes: isApart ? stored.all : 0,
    objectRequests: isApart ? alarms + calls : 0,
    objectActiveMs: isApart
      ? alarms * (ASSUMED.alarmCpuMs + ASSUMED.alarmWaitMs) + calls * ASSUMED.callMs
      : 0,
  };
}

/** At most one for each minute in which something changes in a workspace. */
const busyAlarms = (month: Month): number =>
  Math.min(sum(month.alarms), sum(month.handovers) + sum(month.hits));

/** Bytes after a year: of the install's own rows, of all workspaces, and of the largest. */
function storedOf({ month, weight }: Pick<Played, "month" | "weight">) {
  const each = month.places.map(({ mails, hits }) => {
    const { leads, sends, events } = rowsOf(KEPT_MONTHS * mails, KEPT_MONTHS * hits);
    return storedBytes({ leads, sends, events });
  });
  const count = month.places.length * weight;
  const mails = sum(month.sends);
  const install =
    count * (INSTALL.workspace + INSTALL.auditLine * INSTALL.auditLines * INSTALL.auditMonths) +
    KEPT_MONTHS * mails * OPT_OUTS * INSTALL.optOut +
    (rowsOf(mails, 0).leads / LEADS_A_DOMAIN) * ROUTE_BYTES;
  return { install, all: weight * sum(each), each };
}

/** Everything that has a limit. */
export function quantitiesOf(played: Played): Quantity[] {
  const { month, hour, settings, layout, ways } = played;
  const isApart = layout === "objects";
  const stored = storedOf(played);
  const d1 = isApart ? stored.install : stored.install + stored.all;
  const written = cost("sent").written + cost("given its receipt").written;
  const ownWrites = Array.from(month.alarms, (n, i) =>
    isApart
      ? (INSTALL_ROWS_AN_ALARM * Math.min(n, (month.handovers[i] ?? 0) + (month.hits[i] ?? 0))) / 60
      : ((month.sends[i] ?? 0) * written +
          (month.hits[i] ?? 0) +
          (month.reads[i] ?? 0) * cost("a mailbox read, nothing new").written) /
        60,
  );
  const found: Quantity[] = [
    spread("size of the install's D1 database after a year, bytes", [d1], "d1Bytes"),
    spread("rows written a second in D1", ownWrites, "d1WritesASecond"),
    fixed(
      "statements of a minute of cron",
      cost("a tick with nothing to do").statements,
      "d1StatementsAnInvocation",
    ),
    fixed("bytes of the largest message", MAX_MESSAGE_CHARS, "queueMessageBytes"),
    fixed(
      "calls of a minute of cron to D1",
      cost("a tick with nothing to do").requests,
      "subrequestsAnInvocation",
    ),
  ];
  if (isApart) {
    const busiest = month.places.map(({ mostHits, mostSends, mostReads }) => ({
      // Its alarm, what is called for its emails, its hits and its reads, and twice as much in the worst second.
      requests: (2 * (1 + 3 * mostSends + 2 * mostHits + mostReads)) / 60,
      calls: Math.ceil(mostSends / ways.mailsAHandover) + mostReads + Math.min(60, mostHits) + 2,
      cpu:
        ASSUMED.alarmCpuMs +
        ASSUMED.statementCpuMs * (cost("sent").statements * mostSends + 2 * mostReads),
    }));
    found.push(
      spread("size of a workspace's object after a year, bytes", stored.each, "objectBytes"),
      spread(
        "requests a second to one object, at its busiest",
        busiest.map((b) => b.requests),
        "objectRequestsASecond",
      ),
      spread(
        "calls of a workspace's alarm, at its busiest",
        busiest.map((b) => b.calls),
        "subrequestsAnInvocation",
      ),
      spread(
        "CPU of a workspace's alarm at its busiest, ms",
        busiest.map((b) => b.cpu),
        "cpuMsAnInvocation",
      ),
    );
  }
  for (const line of PRIORITIES) {
    const { arrived, depth, consumers, waits } = hour[line];
    const perMessage = cost("sent").requests + 4;
    found.push(
      spread(`messages a second in ${line}`, arrived, "queueMessagesASecond"),
      spread(`consumers of ${line} at work`, consumers, "queueConsumers"),
      spread(
        `depth of ${line}, bytes`,
        depth.map((n) => n * ASSUMED.messageBytes),
        "queueBacklogBytes",
      ),
      spread(
        `seconds that messages of ${line} wait`,
        Array.from(waits, (ms) => ms / 1_000),
        "queueWaitSeconds",
      ),
      fixed(
        `calls of an invocation of ${line}`,
        settings[line].batch * perMessage,
        "subrequestsAnInvocation",
      ),
    );
  }
  return found;
}

/** How much of its limit the worst moment takes. */
export const shareOf = ({ peak, limit }: Quantity): number => peak / LIMITS[limit].most;

const fixed = (what: string, value: number, limit: LimitName): Quantity => ({
  ...spread(what, [value], limit),
  isFixed: true,
});

function spread(what: string, values: readonly number[], limit: LimitName): Quantity {
  const sorted = Float64Array.from(values).sort();
  const at = (share: number): number =>
    sorted[Math.max(0, Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1))] ?? 0;
  return { what, p50: at(0.5), p99: at(0.99), peak: at(1), limit, isFixed: false };
}
