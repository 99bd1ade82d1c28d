import { z } from "zod";
import { unixMs } from "#platform/rules/ids.ts";
import { DAY_MS, iso as isoOf } from "#platform/rules/time.ts";
import type { Found } from "#modules/moving/rules/found.ts";
import type { ReaderInput, RivalReader } from "#modules/moving/rules/reader.ts";
import { lemlistLead } from "#modules/moving/files/lead-rows.ts";
import { rowReader } from "#modules/moving/files/table-row.ts";
import { askRival, type Refused } from "#modules/moving/rivals/ask.ts";
import { inPhases, type PhaseRead } from "#modules/moving/rivals/in-phases.ts";
import {
  textOfJson,
  faultOf,
  isPlainAddress,
  readEach,
  rowsOfAnswer,
  unwrapped,
} from "#modules/moving/rivals/rows.ts";
import { readFileRows } from "#modules/leads/files/read-rows.ts";
import { AppError } from "#platform/rules/errors.ts";
import { BUSY_MS, askLemlist, headersOf } from "./ask.ts";
import { readFigures } from "./figures.ts";
import {
  lemlistCampaignOf,
  lemlistIsEmail,
  lemlistMailOf,
  lemlistSenderOf,
  lemlistSuppressionOf,
} from "./found-in.ts";
import {
  LemlistActivity,
  LemlistCampaign,
  CampaignLead,
  InboxMail,
  LemlistMailbox,
  LemlistSchedule,
  Sequence,
  type Step,
  StepShape,
  Team,
  Unsubscribe,
  LemlistUser,
  Variant,
} from "./shapes.ts";

const MAIL_DAYS = 180;
/** 20 in 2 seconds for a key: each request has a tenth. */
const PACE_MS = 110;
const ROWS = 100;
/** Mailboxes that a cursor remembers. */
const BOXES = 80;
/** Users, or contacts, that one page asks for: each is a request. */
const FEW = 10;

const Cursor = z.object({
  phase: z.string(),
  offset: z.int().default(0),
  page: z.int().default(1),
  /** How many campaigns were read, and the one that is. */
  campaigns: z.int().default(0),
  campaign: z.string().max(200).default(""),
  name: z.string().max(200).default(""),
  since: z.number().default(0),
  /** The month whose figures are read; empty: of all time. */
  month: z.string().max(7).default(""),
  /** Addresses of mailboxes by their id, as far as they fit: the inbox names ids. */
  boxes: z.record(z.string(), z.string()).default({}),
});
type Cursor = z.output<typeof Cursor>;

type Read = PhaseRead<Cursor> & { readonly requests: number };
type Phase = (input: ReaderInput, cursor: Cursor) => Promise<Read | Refused>;

const onwards = (cursor: Cursor, rows: number): Cursor | null =>
  rows === 0 ? null : { ...cursor, offset: cursor.offset + rows, page: cursor.page + 1 };

const iso = (at: number): string => isoOf(unixMs(at));

const PHASES: Readonly<Record<string, Phase>> = {
  async unsubscribes(input, cursor) {
    const query = { offset: cursor.offset, limit: ROWS };
    const answer = await askLemlist(input, "/unsubscribes", query);
    if ("trouble" in answer) return answer;
    const rows = rowsOfAnswer(answer.json);
    const found = readEach(rows, Unsubscribe, "lemlist, unsubscribes", (row) => [
      lemlistSuppressionOf(row),
    ]);
    const doing = `unsubscribes, page ${cursor.page}`;
    return { found, next: onwards(cursor, rows.length), doing, requests: 1 };
  },
  senders: readSenders,
  campaigns: readCampaign,
  leads: readLeads,
  sent: perCampaign(["draft"], (input, cursor) =>
    readSent(input, cursor, input.now - MAIL_DAYS * DAY_MS, false),
  ),
  replies: (input, cursor) => readReplies(input, cursor, input.now - MAIL_DAYS * DAY_MS),
  contacts: perCampaign(["draft", "archived", "ended"], readContacts),
  async figures(input, cursor) {
    const read = await readFigures(input, cursor);
    return "trouble" in read ? read : { ...read, next: read.next && { ...cursor, ...read.next } };
  },
  // Of what is new.
  newSent: perCampaign(["draft"], (input, cursor) => readSent(input, cursor, cursor.since, true)),
  newReplies: (input, cursor) => readReplies(input, cursor, cursor.since),
  newBounces: (input, cursor) => readSilenced(input, cursor, "emailsBounced", "bounced"),
  newOptOuts: (input, cursor) => readSilenced(input, cursor, "emailsUnsubscribed", "unsubscribed"),
};

const ORDER = {
  page: ["unsubscribes", "senders", "campaigns", "sent", "replies", "contacts", "figures"],
  news: ["unsubscribes", "newOptOuts", "newBounces", "newReplies", "newSent"],
} as const;

/** Mailboxes of the users of the team, some users at once. */
async function readSenders(input: ReaderInput, cursor: Cursor): Promise<Read | Refused> {
  const read = await readUsers(input, cursor.offset, FEW);
  if ("trouble" in read) return read;
  const boxes = Object.fromEntries(
    [...Object.entries(cursor.boxes), ...read.boxes].slice(0, BOXES),
  );
  const next = read.users < FEW ? null : onwards({ ...cursor, boxes }, FEW);
  const doing = `mailboxes, page ${cursor.page}`;
  return { found: read.found, next, known: { boxes }, doing, requests: 1 + read.users };
}

async function readUsers(input: ReaderInput, offset: number, most: number) {
  const team = await askLemlist(input, "/team");
  if ("trouble" in team) return team;
  const read = Team.safeParse(unwrapped(team.json));
  const ids = (read.success ? (read.data.userIds ?? []) : []).slice(offset, offset + most);
  const found: Found[] = [];
  const boxes = new Map<string, string>();
  if (offset === 0 && ids.length === 0) {
    const reason = "The team names no users.";
    found.push(faultOf("lemlist, mailboxes", { id: "team" }, "userIds", reason));
  }
  for (const id of ids) {
    const user = await askLemlist(input, `/users/${encodeURIComponent(id)}`);
    if ("trouble" in user) return user;
    const mailboxes = LemlistUser.safeParse(unwrapped(user.json));
    const rows = mailboxes.success ? (mailboxes.data.mailboxes ?? []) : [];
    found.push(
      ...readEach(rows, LemlistMailbox, "lemlist, mailboxes", (row) => {
        boxes.set(row._id, row.email);
        return [lemlistSenderOf(row)];
      }),
    );
  }
  return { found, boxes, users: ids.length };
}

/** A phase of every campaign but those in some states, each to its end before the next. */
function perCampaign(without: readonly string[], read: Phase): Phase {
  return async (input, cursor) => {
    if (cursor.campaign === "") {
      const answer = await askLemlist(input, "/campaigns", { offset: cursor.campaigns, limit: 1 });
      if ("trouble" in answer) return answer;
      const raw = rowsOfAnswer(answer.json)[0];
      if (raw === undefined) return { found: [], next: null, doing: "campaigns", requests: 1 };
      const row = LemlistCampaign.safeParse(raw);
      const next: Cursor =
        !row.success || without.includes(row.data.status ?? "")
          ? { ...cursor, campaigns: cursor.campaigns + 1 }
          : {
              ...cursor,
              campaign: row.data._id,
              name: shortName(row.data.name ?? ""),
              offset: 0,
              page: 1,
            };
      return { found: [], next, doing: "campaigns", requests: 1 };
    }
    const answer = await read(input, cursor);
    if ("trouble" in answer) return answer;
    const next = answer.next ?? {
      ...cursor,
      campaign: "",
      campaigns: cursor.campaigns + 1,
      offset: 0,
      page: 1,
    };
    return { ...answer, next };
  };
}

/** As it fits into a cursor of 10 kB. */
const shortName = (name: string): string => name.replace(/["\\\p{Cc}]/gu, "'").slice(0, 100);

/** The campaign at the cursor, with its steps, second variants and windows. */
async function readCampaign(input: ReaderInput, cursor: Cursor): Promise<Read | Refused> {
  const answer = await askLemlist(input, "/campaigns", { offset: cursor.campaigns, limit: 1 });
  if ("trouble" in answer) return answer;
  const raw = rowsOfAnswer(answer.json)[0];
  if (raw === undefined) return { found: [], next: null, doing: "campaigns", requests: 1 };
  const skipped = { ...cursor, campaigns: cursor.campaigns + 1 };
  const parsed = LemlistCampaign.safeParse(raw);
  if (!parsed.success) {
    const column = parsed.error.issues[0]?.path.join(".") ?? null;
    const found = [faultOf("lemlist, campaigns", raw, column, "The campaign can't be read.")];
    return { found, next: skipped, doing: "campaigns", requests: 1 };
  }
  const row = parsed.data;
  const named = row.name ?? row._id;
  const base = `/campaigns/${encodeURIComponent(row._id)}`;
  const tree = await askLemlist(input, `${base}/sequences`);
  if ("trouble" in tree) return tree;
  const times = await askLemlist(input, `${base}/schedules/`);
  if ("trouble" in times) return times;
  const where = `lemlist, campaign “${named}”`;
  const { faults, trunk, branches } = treeOf(tree.json, where);
  const variants = new Map<string, z.output<typeof Variant>>();
  let requests = 3;
  for (const step of trunk.steps.slice(0, 30)) {
    if (step.abTest === null || step.abTest === undefined || step.abTest === false) continue;
    // "A": the first one won, and is the step's own.
    if (step.abTest === "A" || !lemlistIsEmail(step)) continue;
    const path = `/sequences/${encodeURIComponent(trunk.id)}/steps/${encodeURIComponent(step._id)}`;
    const second = await askLemlist(input, `${path}/ab-test`);
    if ("trouble" in second) return second;
    requests++;
    const read = Variant.safeParse(unwrapped(second.json));
    if (read.success && read.data.message !== null) variants.set(step._id, read.data);
  }
  const schedules = rowsOfAnswer(times.json).flatMap((one) => {
    const read = LemlistSchedule.safeParse(one);
    return read.success ? [read.data] : [];
  });
  return {
    found: [...faults, lemlistCampaignOf(row, trunk.steps, branches, variants, schedules)],
    next: {
      ...cursor,
      phase: "leads",
      campaign: row._id,
      name: shortName(named),
    },
    doing: `campaign “${named}”`,
    requests,
  };
}

/** The sequence without conditions, and those that hang on one. */
function treeOf(json: unknown, where: string) {
  const entries =
    typeof json === "object" && json !== null && !Array.isArray(json) ? Object.values(json) : [];
  const faults: Found[] = [];
  const sequences: Sequence[] = [];
  faults.push(
    ...readEach(entries.slice(0, 200), Sequence, where, (one) => {
      sequences.push(one);
      return [];
    }),
  );
  const main = sequences.find(({ level, parentId }) => (level ?? 0) === 0 && parentId === null);
  const steps: Step[] = [];
  faults.push(
    ...readEach(main?.steps ?? [], StepShape, where, (step) => {
      steps.push(step);
      return [];
    }),
  );
  steps.sort((a, b) => (a.sequenceStep ?? a.index ?? 0) - (b.sequenceStep ?? b.index ?? 0));
  return {
    faults,
    trunk: { id: main?._id ?? "", steps },
    branches: sequences.filter((one) => one !== main),
  };
}

/** Its export of leads: JSON, or the CSV that comes where that is not known; 404 for a campaign without leads. */
async function readLeads(input: ReaderInput, cursor: Cursor): Promise<Read | Refused> {
  const path = `/campaigns/${encodeURIComponent(cursor.campaign)}/export/leads?state=all&format=json`;
  const answer = await askRival(input, {
    rival: "lemlist",
    path,
    headers: headersOf(input),
    busyMs: BUSY_MS,
  });
  if ("trouble" in answer) return answer;
  const where = `lemlist, leads of “${cursor.name}”`;
  const found = "missing" in answer ? [] : await leadsIn(answer.text, where, cursor.campaign);
  const next = { ...cursor, phase: "campaigns", campaigns: cursor.campaigns + 1 };
  return { found, next, doing: `leads of “${cursor.name}”`, requests: 1 };
}

async function leadsIn(text: string, where: string, campaign: string): Promise<Found[]> {
  const found: Found[] = [];
  const take = (line: number | null, row: ReturnType<ReturnType<typeof rowReader>>): void => {
    const read = lemlistLead(row, campaign);
    if (!("reason" in read)) found.push(...read);
    else {
      const id = row.text("id") ?? String(row.line);
      const fault = faultOf(where, { id }, read.column, read.reason);
      found.push(fault.kind === "fault" ? { ...fault, line } : fault);
    }
  };
  if (/^\s*[[{]/.test(text.slice(0, 200))) {
    let json: unknown;
    try {
      json = JSON.parse(text);
    } catch {
      return [faultOf(where, { id: "all" }, null, "The export is no JSON, or was cut.")];
    }
    for (const [n, one] of rowsOfAnswer(json).entries()) {
      if (typeof one !== "object" || one === null) continue;
      const cells = Object.entries(one).slice(0, 500);
      const reader = rowReader(cells.map(([name]) => name));
      take(
        null,
        reader(
          n + 1,
          cells.map(([, value]) => textOfJson(value)),
        ),
      );
    }
    return found;
  }
  let reader: ReturnType<typeof rowReader> | null = null;
  const bytes = (async function* () {
    yield new TextEncoder().encode(text);
  })();
  try {
    for await (const batch of readFileRows(bytes).rows) {
      for (const record of batch) {
        if (record.cells === null) {
          found.push(
            faultOf(where, { id: `line ${record.line}` }, null, "The line can't be read."),
          );
        } else if (reader === null) reader = rowReader(record.cells);
        else take(record.line, reader(record.line, record.cells));
      }
    }
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause;
    found.push(faultOf(where, { id: "all" }, null, cause.message));
  }
  return found;
}

/**
 * Emails of one campaign by their activities, without Message-IDs. They count every step of the
 * sequence from 0; ours are those that are emails.
 */
async function readSent(
  input: ReaderInput,
  cursor: Cursor,
  since: number,
  withIds: boolean,
): Promise<Read | Refused> {
  const places = await placesOf(input, cursor.campaign);
  if ("trouble" in places) return places;
  const query = { campaignId: cursor.campaign };
  const answer = await activities(input, cursor, "emailsSent", since, withIds ? FEW : ROWS, query);
  if ("trouble" in answer) return answer;
  const contacts = new Map<string, string>();
  const where = `lemlist, emails of “${cursor.name}”`;
  const found = readEach(answer.rows, LemlistActivity, where, (row) => {
    // A filter that is not known is ignored, and everything comes.
    if ((row.type ?? "emailsSent") !== "emailsSent") return [];
    if ((row.campaignId ?? cursor.campaign) !== cursor.campaign) return [];
    if (row.contactId !== null) contacts.set(row.contactId, row.leadEmail);
    const own = { ...row, type: "emailsSent", campaignId: cursor.campaign };
    return lemlistMailOf(own, row.leadEmail, places.ours(row), input.now);
  });
  let requests = 2;
  if (withIds && contacts.size > 0) {
    const asked = [...contacts].map(([contact, email]) => ({ contact, email }));
    const inboxes = await inboxesOf(input, cursor, asked, places.ours);
    if ("trouble" in inboxes) return inboxes;
    requests += inboxes.requests;
    found.push(...inboxes.found);
  }
  const doing = `emails of “${cursor.name}”, page ${cursor.page}`;
  return { found, next: onwards(cursor, answer.rows.length), doing, requests };
}

/** Which of our steps an email of the campaign is; null for one of a branch or of another kind. */
type Ours = (row: {
  readonly sequenceId: string | null;
  readonly sequenceStep: number | null;
}) => number | null;

async function placesOf(
  input: ReaderInput,
  campaign: string,
): Promise<{ readonly ours: Ours } | Refused> {
  const tree = await askLemlist(input, `/campaigns/${encodeURIComponent(campaign)}/sequences`);
  if ("trouble" in tree) return tree;
  const { trunk } = treeOf(tree.json, "");
  const ours = new Map<number, number>();
  for (const [n, step] of trunk.steps.entries()) {
    if (lemlistIsEmail(step)) ours.set(step.sequenceStep ?? step.index ?? n, ours.size + 1);
  }
  return {
    ours: ({ sequenceId, sequenceStep }) =>
      sequenceStep === null || (sequenceId !== null && sequenceId !== trunk.id)
        ? null
        : (ours.get(Math.trunc(sequenceStep)) ?? null),
  };
}

async function readReplies(
  input: ReaderInput,
  cursor: Cursor,
  since: number,
): Promise<Read | Refused> {
  const answer = await activities(input, cursor, "emailsReplied", since, ROWS);
  if ("trouble" in answer) return answer;
  const found = readEach(answer.rows, LemlistActivity, "lemlist, replies", (row) =>
    (row.type ?? "emailsReplied") === "emailsReplied"
      ? lemlistMailOf({ ...row, type: "emailsReplied" }, row.leadEmail, null, input.now)
      : [],
  );
  const doing = `replies, page ${cursor.page}`;
  return { found, next: onwards(cursor, answer.rows.length), doing, requests: 1 };
}

async function activities(
  input: ReaderInput,
  cursor: Cursor,
  type: string,
  since: number,
  limit: number,
  query: Readonly<Record<string, string>> = {},
): Promise<{ readonly rows: readonly unknown[] } | Refused> {
  const answer = await askLemlist(input, "/activities", {
    version: "v2",
    type,
    minDate: iso(since),
    offset: cursor.offset,
    limit,
    ...query,
  });
  return "trouble" in answer ? answer : { rows: rowsOfAnswer(answer.json) };
}

/** Who bounced or opted out since. */
async function readSilenced(
  input: ReaderInput,
  cursor: Cursor,
  type: string,
  reason: "bounced" | "unsubscribed",
): Promise<Read | Refused> {
  const answer = await activities(input, cursor, type, cursor.since, ROWS);
  if ("trouble" in answer) return answer;
  const found = readEach(answer.rows, LemlistActivity, `lemlist, ${type}`, (row): Found[] =>
    // A type that is not known is ignored, and everything comes.
    row.type === type
      ? [
          {
            kind: "suppression",
            ref: `${reason}:${row.leadEmail}`.slice(0, 200),
            client: null,
            value: row.leadEmail,
            reason,
          },
        ]
      : [],
  );
  const doing = `${reason}, page ${cursor.page}`;
  return { found, next: onwards(cursor, answer.rows.length), doing, requests: 1 };
}

/** Leads who are over need no thread to go on in. */
const OVER =
  /^(?:emails(?:Replied|Bounced|Unsubscribed|Interested|NotInterested|Failed)|skipped|unsubscribed|interested|notInterested|done|review|scanning)$/;

/** Message-IDs of leads who are in the middle: one request for each contact, some of them at once. */
async function readContacts(input: ReaderInput, cursor: Cursor): Promise<Read | Refused> {
  const path = `/campaigns/${encodeURIComponent(cursor.campaign)}/leads/`;
  const query = { version: "v2", offset: cursor.offset, limit: FEW };
  const answer = await askLemlist(input, path, query);
  if ("trouble" in answer) return answer;
  const rows = rowsOfAnswer(answer.json);
  const asked: { contact: string; email: string | null }[] = [];
  const found = readEach(rows, CampaignLead, `lemlist, leads of “${cursor.name}”`, (row) => {
    const isUnderWay = row.contactId !== null && !OVER.test(row.state ?? "");
    if (isUnderWay) asked.push({ contact: row.contactId ?? "", email: row.email });
    return [];
  });
  let requests = 1;
  if (asked.length > 0) {
    const places = await placesOf(input, cursor.campaign);
    if ("trouble" in places) return places;
    const inboxes = await inboxesOf(input, cursor, asked, places.ours);
    if ("trouble" in inboxes) return inboxes;
    requests += 1 + inboxes.requests;
    found.push(...inboxes.found);
  }
  const doing = `Message-IDs of “${cursor.name}”, page ${cursor.page}`;
  return { found, next: onwards(cursor, rows.length), doing, requests };
}

/** The emails of some contacts in the campaign at the cursor, by their inboxes. */
async function inboxesOf(
  input: ReaderInput,
  cursor: Cursor,
  asked: readonly { readonly contact: string; readonly email: string | null }[],
  ours: Ours,
): Promise<{ readonly found: Found[]; readonly requests: number } | Refused> {
  const found: Found[] = [];
  let requests = asked.length;
  let isWhole = false;
  let boxes: ReadonlyMap<string, string> = new Map(Object.entries(cursor.boxes));
  for (const { contact, email: known } of asked) {
    const answer = await askLemlist(input, `/inbox/${encodeURIComponent(contact)}`);
    if ("trouble" in answer) return answer;
    const rows: InboxMail[] = [];
    found.push(
      ...readEach(rowsOfAnswer(answer.json), InboxMail, "lemlist, inbox", (row) => {
        rows.push(row);
        return [];
      }),
    );
    const isKnown = ({ sendUserEmail, sendUserMailboxId: id }: InboxMail): boolean =>
      sendUserEmail !== null || id === null || boxes.has(id);
    if (!isWhole && !rows.every(isKnown)) {
      // More mailboxes than a cursor remembers: they are asked for again, once for a page.
      const users = await readUsers(input, 0, 4 * FEW);
      if ("trouble" in users) return users;
      requests += 1 + users.users;
      boxes = users.boxes;
      isWhole = true;
    }
    for (const row of rows) {
      const email = (row.leadEmail ?? row.email ?? known ?? "").trim().toLowerCase();
      if (!isPlainAddress(email) || row.campaignId !== cursor.campaign) continue;
      const sendUserEmail = row.sendUserEmail ?? boxes.get(row.sendUserMailboxId ?? "") ?? null;
      found.push(...lemlistMailOf({ ...row, sendUserEmail }, email, ours(row), input.now));
    }
  }
  return { found, requests };
}

/** lemlist by its API. A team is one account: it has no clients. */
export const lemlistReader: RivalReader = {
  rival: "lemlist",
  ...inPhases({
    Cursor,
    order: ORDER,
    phases: PHASES,
    begun: (phase, { since, boxes }) => Cursor.parse({ phase, since, boxes }),
    waitMs: ({ requests }) => PACE_MS * requests,
  }),
  async sending(input, campaign) {
    const answer = await askLemlist(input, `/campaigns/${encodeURIComponent(campaign)}`);
    if ("trouble" in answer) return answer;
    const row = z.object({ status: z.string() }).safeParse(unwrapped(answer.json));
    if (row.success) return { sending: row.data.status === "running" };
    // `[]`: it is not there any more. Anything else that can't be read counts as running.
    return { sending: !Array.isArray(answer.json) };
  },
};
