import { z } from "zod";
import { unixMs } from "#platform/rules/ids.ts";
import { DAY_MS, iso as isoOf } from "#platform/rules/time.ts";
import type { Found } from "#modules/moving/rules/found.ts";
import type { ReaderInput, RivalReader } from "#modules/moving/rules/reader.ts";
import { askJson, type Refused } from "#modules/moving/rivals/ask.ts";
import { gapsWith } from "#modules/moving/rivals/cursor.ts";
import { inPhases, type PhaseRead } from "#modules/moving/rivals/in-phases.ts";
import { daysOfMonth, firstMonth, isAnything, monthAfter } from "#modules/moving/rivals/months.ts";
import {
  faultOf,
  readEach,
  rowsOfAnswer,
  unwrapped,
  withoutFigures,
} from "#modules/moving/rivals/rows.ts";
import {
  smartleadCampaignOf,
  smartleadIsEmail,
  smartleadFigureOf,
  smartleadLeadOf,
  mailsOf,
  replyOf,
  smartleadSenderOf,
  smartleadSilenceOf,
  smartleadSuppressionOf,
} from "./found-in.ts";
import {
  Activities,
  SmartleadAnalytics,
  SmartleadBlock,
  SmartleadCampaign,
  Category,
  SmartleadClient,
  SmartleadLead,
  LeadActivities,
  SmartleadMailbox,
  Statistic,
  SmartleadStep,
} from "./shapes.ts";

const MAIL_DAYS = 180;
/** Three limits are documented; one a second fits two of them, and 429 tells of the third. */
const PACE_MS = 1_000;
/** Its 429 may not say how long. */
const BUSY_MS = 10_000;
/** Of leads with all their emails: a thousand could be more than one answer may be. */
const ACTIVITIES = 250;
/** Campaigns that a cursor remembers, so that the list is not asked for each. */
const REMEMBERED = 50;
/** Of a campaign's name, and of what hangs on it. */
const NAME_CHARS = 40;

const Queued = z.tuple([z.string(), z.string(), z.string().nullable(), z.array(z.string())]);
const Cursor = z.object({
  phase: z.string(),
  offset: z.int().default(0),
  page: z.int().default(1),
  /** Campaigns to come: id, name, client, names of subsequences. */
  queue: z.array(Queued).default([]),
  /** The last campaign that was remembered. */
  last: z.number().default(-1),
  /** What own categories mean. */
  own: z.record(z.string(), z.string()).default({}),
  since: z.number().default(0),
  /** Places in a campaign's sequence that are no email, for the few that have some. */
  gaps: z.record(z.string(), z.array(z.number())).default({}),
  /** The month whose figures are read next, the emails that no month had yet, and whether this one is the last. */
  month: z.string().default(""),
  left: z.number().default(0),
  isTail: z.boolean().default(false),
});
type Cursor = z.output<typeof Cursor>;

type Read = PhaseRead<Cursor>;
type Phase = (input: ReaderInput, cursor: Cursor) => Promise<Read | Refused>;

async function get(
  input: ReaderInput,
  path: string,
  query: Readonly<Record<string, string | number>> = {},
  optional = false,
): Promise<{ readonly json: unknown } | Refused> {
  const given = Object.entries(query).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  // The key stands in the address: it is built here alone, and no error repeats it.
  const params = new URLSearchParams([...given, ["api_key", input.key]]);
  const answer = await askJson(input, {
    rival: "smartlead",
    path: `${path}?${params.toString()}`,
    busyMs: BUSY_MS,
    optional,
  });
  return "missing" in answer ? { json: {} } : answer;
}

/** A list by offset, page by page, up to its total or an empty page. */
const listed =
  (
    what: string,
    path: string,
    limit: number,
    found: (rows: readonly unknown[]) => readonly Found[],
  ): Phase =>
  async (input, cursor) => {
    const answer = await get(input, path, { offset: cursor.offset, limit });
    if ("trouble" in answer) return answer;
    const rows = rowsOfAnswer(answer.json);
    return {
      found: found(rows),
      next: onwards(cursor, rows.length, totalIn(answer.json)),
      doing: `${what}, page ${cursor.page}`,
    };
  };

function onwards(cursor: Cursor, rows: number, total: number | null): Cursor | null {
  const offset = cursor.offset + rows;
  if (rows === 0 || (total !== null && offset >= total)) return null;
  return { ...cursor, offset, page: cursor.page + 1 };
}

/** Totals may be text, and lie at two depths. */
function totalIn(json: unknown): number | null {
  const Totals = z.object({
    total_leads: z.coerce.number().optional(),
    total_stats: z.coerce.number().optional(),
  });
  for (const place of [json, unwrapped(json)]) {
    const read = Totals.safeParse(place);
    const total = read.success ? (read.data.total_leads ?? read.data.total_stats) : undefined;
    if (total !== undefined && Number.isFinite(total)) return total;
  }
  return null;
}

const whereOf = (what: string, [id, name]: z.output<typeof Queued>): string =>
  `Smartlead, ${what} of “${name === "" ? id : name}”`;

const PHASES: Readonly<Record<string, Phase>> = {
  async clients(input) {
    const answer = await get(input, "/client/");
    if ("trouble" in answer) return answer;
    const found = readEach(
      rowsOfAnswer(answer.json),
      SmartleadClient,
      "Smartlead, clients",
      (row) => [{ kind: "client", ref: row.id, name: row.name ?? `Client ${row.id}` }],
    );
    return { found, next: null, doing: "clients" };
  },
  blocks: listed("block list", "/leads/get-domain-block-list", 1_000, (rows) =>
    readEach(rows, SmartleadBlock, "Smartlead, block list", (row) => [smartleadSuppressionOf(row)]),
  ),
  async categories(input) {
    const answer = await get(input, "/leads/fetch-categories");
    if ("trouble" in answer) return answer;
    const own: Record<string, string> = {};
    for (const row of rowsOfAnswer(answer.json).slice(0, 60)) {
      const read = Category.safeParse(row);
      const mood = read.success ? read.data.sentiment_type?.toLowerCase() : undefined;
      if (read.success && (mood === "positive" || mood === "negative")) {
        own[String(read.data.id)] = mood;
      }
    }
    return { found: [], next: null, known: { own }, doing: "categories" };
  },
  senders: listed("mailboxes", "/email-accounts/", 100, (rows) =>
    readEach(rows, SmartleadMailbox, "Smartlead, mailboxes", (row) => [smartleadSenderOf(row)]),
  ),
  campaigns: (input, cursor) => remember(input, cursor, "campaign"),
  campaign: readCampaign,
  months: readMonth,
  leads: readLeads,
  activities: (input, cursor) =>
    readActivities(input, cursor, {
      event_time_from: iso(input.now - MAIL_DAYS * DAY_MS),
    }),
  older: (input, cursor) =>
    readActivities(
      input,
      cursor,
      { event_time_to: iso(input.now - MAIL_DAYS * DAY_MS) },
      UNDER_WAY,
    ),
  // Of what is new.
  newCampaigns: (input, cursor) => remember(input, cursor, "statistics"),
  statistics: readStatistics,
  newActivities: (input, cursor) =>
    readActivities(input, cursor, { event_time_from: iso(cursor.since) }),
};

const ORDER = {
  page: ["clients", "blocks", "categories", "senders", "campaigns", "activities", "older"],
  news: ["blocks", "newCampaigns", "newActivities"],
} as const;

/** Leads who are in the middle, whose emails are read however old they are. */
const UNDER_WAY = new Set(["STARTED", "INPROGRESS", "PAUSED"]);

const iso = (at: number): string => isoOf(unixMs(at));

/** Remembers the next campaigns, by their ids; those that hang on another are named there. */
async function remember(
  input: ReaderInput,
  cursor: Cursor,
  then: "campaign" | "statistics",
): Promise<Read | Refused> {
  const answer = await get(input, "/campaigns/");
  if ("trouble" in answer) return answer;
  const rows = rowsOfAnswer(answer.json).flatMap((row) => {
    const read = SmartleadCampaign.safeParse(row);
    return read.success ? [read.data] : [];
  });
  const faults =
    cursor.last < 0
      ? readEach(rowsOfAnswer(answer.json), SmartleadCampaign, "Smartlead, campaigns", () => [])
      : [];
  const queue = rows
    .filter((row) => row.parent_campaign_id === null && Number(row.id) > cursor.last)
    .filter((row) => then === "campaign" || row.status !== "DRAFTED")
    .toSorted((a, b) => Number(a.id) - Number(b.id))
    .slice(0, REMEMBERED)
    .map((row): z.output<typeof Queued> => [
      row.id,
      short(row.name, NAME_CHARS),
      row.client_id,
      few(rows.filter((one) => one.parent_campaign_id === row.id).map(({ name }) => name)),
    ]);
  const last = Number(queue.at(-1)?.[0] ?? cursor.last);
  const next =
    queue.length === 0 ? null : { ...cursor, phase: then, queue, last, offset: 0, page: 1 };
  return { found: faults, next, doing: "campaigns" };
}

/** A name as it fits into a cursor of 10 kB. */
const short = (name: string | null, chars: number): string =>
  (name ?? "").replace(/["\\\p{Cc}]/gu, "'").slice(0, chars);

const few = (names: readonly (string | null)[]): string[] => [
  ...names.slice(0, 2).map((name) => short(name, NAME_CHARS / 2)),
  ...(names.length > 2 ? [`and ${names.length - 2} more`] : []),
];

/** The next one of those that are remembered, else those behind them. */
function nextCampaign(cursor: Cursor, phase: string, again: string): Cursor {
  const queue = cursor.queue.slice(1);
  const next = queue.length === 0 ? again : phase;
  return { ...cursor, queue, phase: next, offset: 0, page: 1 };
}

/** A campaign with its steps, mailboxes and figures: four requests. */
async function readCampaign(input: ReaderInput, cursor: Cursor): Promise<Read | Refused> {
  const queued = cursor.queue[0];
  if (!queued) return { found: [], next: { ...cursor, phase: "campaigns" }, doing: "campaigns" };
  const [id, , , subsequences] = queued;
  const named = whereOf("campaign", queued);
  const answers: unknown[] = [];
  for (const path of ["", "/sequences", "/email-accounts", "/analytics"]) {
    const answer = await get(input, `/campaigns/${id}${path}`, {}, path === "/analytics");
    if ("trouble" in answer) return answer;
    answers.push(answer.json);
  }
  const [row, sequences, accounts, analytics] = answers;
  const doing = named.replace("Smartlead, ", "");
  const campaign = SmartleadCampaign.safeParse(unwrapped(row));
  if (!campaign.success) {
    const column = campaign.error.issues[0]?.path.join(".") ?? null;
    return {
      found: [faultOf(named, { id }, column, "The campaign can't be read.")],
      next: nextCampaign(cursor, "campaign", "campaigns"),
      doing,
    };
  }
  const steps: SmartleadStep[] = [];
  const faults = readEach(rowsOfAnswer(sequences), SmartleadStep, named, (step) => {
    steps.push(step);
    return [];
  });
  const senders = rowsOfAnswer(accounts).flatMap((one) => {
    const read = SmartleadMailbox.safeParse(one);
    return read.success ? [read.data.from_email] : [];
  });
  const figures = SmartleadAnalytics.safeParse(unwrapped(analytics));
  const isGiven = figures.success && counts(unwrapped(analytics));
  const gaps = gapsWith(cursor.gaps, id, gapsOf(steps));
  const found: Found[] = [
    ...faults,
    smartleadCampaignOf(campaign.data, steps, senders, subsequences),
    ...(isGiven ? [smartleadFigureOf(figures.data, campaign.data.id)] : [NO_FIGURES]),
  ];
  const next = { ...cursor, phase: "leads", offset: 0, page: 1, gaps };
  const left = isGiven ? figures.data.sent_count : 0;
  if (left === 0) return { found, next, doing };
  const month = firstMonth(campaign.data.created_at, input.now);
  return { found, next: { ...next, phase: "months", month, left, isTail: false }, doing };
}

const NO_FIGURES = withoutFigures("Smartlead, figures");

/** Whether an answer counts at all: of what it does not know it says `{}`. */
const counts = (json: unknown): boolean =>
  z.object({ sent_count: z.unknown().refine((value) => value !== undefined) }).safeParse(json)
    .success;

/**
 * One month of a campaign, from its first on: no more than 30 days are given at once. Ends one month
 * behind its last email, since answers come later.
 */
async function readMonth(input: ReaderInput, cursor: Cursor): Promise<Read | Refused> {
  const queued = cursor.queue[0];
  if (!queued) return { found: [], next: { ...cursor, phase: "campaigns" }, doing: "campaigns" };
  const { month } = cursor;
  const [first, last] = daysOfMonth(month);
  const path = `/campaigns/${queued[0]}/analytics-by-date`;
  const answer = await get(input, path, { start_date: first, end_date: last }, true);
  if ("trouble" in answer) return answer;
  const row = SmartleadAnalytics.safeParse(unwrapped(answer.json));
  const doing = `figures of ${month}`;
  const leads = { ...cursor, phase: "leads", offset: 0, page: 1 };
  if (!row.success || !counts(unwrapped(answer.json))) {
    return { found: [NO_FIGURES], next: leads, doing };
  }
  const figure = smartleadFigureOf(row.data, queued[0], month);
  const left = cursor.left - figure.sent;
  const next = monthAfter(month);
  const isOver = cursor.isTail || next > iso(input.now).slice(0, 7);
  return {
    found: isAnything(figure) ? [figure] : [],
    next: isOver ? leads : { ...cursor, month: next, left, isTail: left <= 0 },
    doing,
  };
}

/** Places of a sequence that are no email. */
const gapsOf = (steps: readonly SmartleadStep[]): number[] =>
  steps.flatMap((one) => (smartleadIsEmail(one) ? [] : (one.seq_number ?? [])));

async function readLeads(input: ReaderInput, cursor: Cursor): Promise<Read | Refused> {
  const queued = cursor.queue[0];
  if (!queued) return { found: [], next: { ...cursor, phase: "campaigns" }, doing: "campaigns" };
  const [id, , client] = queued;
  const answer = await get(input, `/campaigns/${id}/leads`, { offset: cursor.offset, limit: 100 });
  if ("trouble" in answer) return answer;
  const rows = rowsOfAnswer(answer.json);
  const where = whereOf("leads", queued);
  return {
    found: readEach(rows, SmartleadLead, where, (row) =>
      smartleadLeadOf(row, id, client, cursor.own),
    ),
    next:
      onwards(cursor, rows.length, totalIn(answer.json)) ??
      nextCampaign(cursor, "campaign", "campaigns"),
    doing: `${where.replace("Smartlead, ", "")}, page ${cursor.page}`,
  };
}

/** Opt-outs and bounces of one campaign: its statistics have a row for each email. */
async function readStatistics(input: ReaderInput, cursor: Cursor): Promise<Read | Refused> {
  const queued = cursor.queue[0];
  if (!queued) return { found: [], next: { ...cursor, phase: "newCampaigns" }, doing: "campaigns" };
  const [id, , client] = queued;
  const query = { offset: cursor.offset, limit: 1_000 };
  const answer = await get(input, `/campaigns/${id}/statistics`, query);
  if ("trouble" in answer) return answer;
  const rows = rowsOfAnswer(answer.json);
  let { gaps } = cursor;
  if (cursor.offset === 0) {
    const sequences = await get(input, `/campaigns/${id}/sequences`);
    if ("trouble" in sequences) return sequences;
    const steps = rowsOfAnswer(sequences.json).flatMap((one) => {
      const read = SmartleadStep.safeParse(one);
      return read.success ? [read.data] : [];
    });
    gaps = gapsWith(gaps, id, gapsOf(steps));
  }
  const where = whereOf("statistics", queued);
  const found = readEach(rows, Statistic, where, (row): Found[] => [
    ...(row.is_unsubscribed === true
      ? [smartleadSilenceOf(row.lead_email, client, "unsubscribed")]
      : []),
    ...(row.is_bounced === true ? [smartleadSilenceOf(row.lead_email, client, "bounced")] : []),
    ...((row.reply_time ?? 0) >= cursor.since ? replyOf(id, row) : []),
  ]);
  return {
    found,
    next:
      onwards({ ...cursor, gaps }, rows.length, totalIn(answer.json)) ??
      nextCampaign({ ...cursor, gaps }, "statistics", "newCampaigns"),
    doing: `${where.replace("Smartlead, ", "")}, page ${cursor.page}`,
  };
}

/** What was sent to every lead of every campaign, without a request for each. */
async function readActivities(
  input: ReaderInput,
  cursor: Cursor,
  range: Readonly<Record<string, string>>,
  only: ReadonlySet<string> | null = null,
): Promise<Read | Refused> {
  const query = { offset: cursor.offset, limit: ACTIVITIES, ...range };
  const answer = await get(input, "/campaigns/all-leads-activities", query);
  if ("trouble" in answer) return answer;
  const rows = rowsOfAnswer(answer.json);
  const found = readEach(rows, LeadActivities, "Smartlead, emails", (row) =>
    only !== null && !only.has(row.status ?? "")
      ? []
      : readEach(row.activities ?? [], Activities, "Smartlead, emails", (one) =>
          mailsOf(one, row.campaign_id, row.lead_email, cursor.gaps[row.campaign_id], input.now),
        ),
  );
  const more = z.object({ hasMore: z.boolean() }).safeParse(answer.json);
  const inner = z.object({ hasMore: z.boolean() }).safeParse(unwrapped(answer.json));
  const isLast = (more.success && !more.data.hasMore) || (inner.success && !inner.data.hasMore);
  return {
    found,
    next: isLast ? null : onwards(cursor, rows.length, null),
    doing: `emails, page ${cursor.page}`,
  };
}

/** Requests of one page, where there are more than one. */
const REQUESTS: Readonly<Record<string, number>> = { campaign: 4, statistics: 2 };

/** Smartlead by its API. Both editions of its answers are read; passwords of mailboxes are not. */
export const smartleadReader: RivalReader = {
  rival: "smartlead",
  ...inPhases({
    Cursor,
    order: ORDER,
    phases: PHASES,
    begun: (phase, cursor) => ({ ...cursor, phase, queue: [], offset: 0, page: 1, last: -1 }),
    waitMs: (_, phase) => (REQUESTS[phase] ?? 1) * PACE_MS,
  }),
  async sending(input, campaign) {
    const answer = await get(input, `/campaigns/${encodeURIComponent(campaign)}`);
    if ("trouble" in answer) return answer;
    const status = z.object({ status: z.string() }).safeParse(unwrapped(answer.json));
    if (status.success) return { sending: status.data.status.toUpperCase() === "ACTIVE" };
    // `{}`: it is not there any more. Anything else that can't be read counts as running.
    return { sending: JSON.stringify(unwrapped(answer.json)) !== "{}" };
  },
};
