import { unixMs } from "#platform/rules/ids.ts";
import { DAY_MS, iso as isoOf } from "#platform/rules/time.ts";
import type { Found } from "#modules/moving/rules/found.ts";
import type { Page, ReaderInput, RivalReader } from "#modules/moving/rules/reader.ts";
import { askJson, type Refused } from "#modules/moving/rivals/ask.ts";
import { Cursor, gapsWith, readCursor, startOf } from "#modules/moving/rivals/cursor.ts";
import { hasPlace, onwardsIn, SideBySide } from "./side-by-side.ts";
import { daysOfMonth, firstMonth } from "#modules/moving/rivals/months.ts";
import {
  faultOf,
  readEach,
  rowsOfAnswer,
  unwrapped,
  withoutFigures,
} from "#modules/moving/rivals/rows.ts";
import {
  instantlyCampaignOf,
  instantlyFigureOf,
  instantlyGaps,
  instantlyLeadOf,
  instantlyMailOf,
  instantlyMonthsOf,
  instantlyPlaceOf,
  instantlySenderOf,
  instantlySilenceOf,
  instantlySuppressionOf,
  type Workspace,
} from "./found-in.ts";
import {
  InstantlyAccount,
  InstantlyAnalytics,
  InstantlyBlock,
  InstantlyCampaign,
  InstantlyDay,
  InstantlyEmail,
  InstantlyLead,
  List,
  InstantlyMember,
  Subsequence,
  TagMapping,
} from "./shapes.ts";

/** Emails of so many days are read, and those before them of campaigns that are not over. */
const MAIL_DAYS = 180;
/** One operator's pace: nine a second; `/emails` allows 20 a minute. */
const PACE_MS = 120;
const EMAILS_MS = 3_050;
const BUSY_MS = 5_000;
/** Most rows of a page; above it the list is empty, and nobody says so. */
const ROWS = 100;
/** Each of them may cost a request for its subsequences. */
const CAMPAIGNS = 10;
/** Pages of mailboxes by tag: more than any workspace has. */
const MAX_TAG_PAGES = 60;

type Asked = {
  readonly rows: readonly unknown[];
  readonly next: string | null;
  /** It is not given to this key. */
  readonly isMissing?: boolean;
};

/** What a phase reads of one page. */
type Phase = {
  readonly named: string;
  readonly waitMs: number;
  readonly read: (input: ReaderInput, cursor: Cursor) => Promise<Brought | Refused>;
};

type Brought = {
  readonly found: readonly Found[];
  readonly next: Cursor | null;
  /** How many there were, where the phase can't say beforehand. */
  readonly requests?: number;
};

async function list(
  input: ReaderInput,
  workspace: Workspace,
  path: string,
  scope: string,
  query: Readonly<Record<string, string>>,
  optional = false,
): Promise<Asked | Refused> {
  const isPost = path === "/leads/list";
  const given = { limit: String(ROWS), ...query };
  const answer = await askJson(input, {
    rival: "instantly",
    path: isPost ? path : `${path}?${new URLSearchParams(given).toString()}`,
    headers: headersOf(input, workspace),
    ...(isPost ? { body: { ...given, limit: Number(given.limit) } } : {}),
    scope,
    busyMs: BUSY_MS,
    optional,
  });
  if ("trouble" in answer) return answer;
  if ("missing" in answer) return { rows: [], next: null, isMissing: true };
  const rows = rowsOfAnswer(answer.json);
  // The last page has a cursor as well: only an empty one is the end.
  const after: unknown =
    typeof answer.json === "object" && answer.json !== null && "next_starting_after" in answer.json
      ? answer.json.next_starting_after
      : null;
  return { rows, next: rows.length > 0 && typeof after === "string" ? after : null };
}

const headersOf = (input: ReaderInput, workspace: Workspace): Record<string, string> => ({
  Authorization: `Bearer ${input.key}`,
  ...(workspace === null ? {} : { "x-as-workspace": workspace }),
});

const after = (cursor: Cursor): Record<string, string> =>
  cursor.after === null ? {} : { starting_after: cursor.after };

const where = (cursor: Cursor, what: string): string =>
  cursor.parentName === "" ? `Instantly, ${what}` : `Instantly, ${what} of “${cursor.parentName}”`;

/** A phase of one list, page by page. */
const listed = (
  named: string,
  path: string,
  scope: string,
  found: (rows: readonly unknown[], cursor: Cursor, input: ReaderInput) => readonly Found[],
  query: (input: ReaderInput, cursor: Cursor) => Readonly<Record<string, string>> = () => ({}),
  waitMs = PACE_MS,
): Phase => ({
  named,
  waitMs,
  async read(input, cursor) {
    const asked = await list(input, cursor.parent, path, scope, {
      ...query(input, cursor),
      ...after(cursor),
    });
    if ("trouble" in asked) return asked;
    const next =
      asked.next === null ? null : { ...cursor, after: asked.next, page: cursor.page + 1 };
    return { found: found(asked.rows, cursor, input), next };
  },
});

const mailsIn = (rows: readonly unknown[], cursor: Cursor, input: ReaderInput): Found[] =>
  readEach(rows, InstantlyEmail, where(cursor, "emails"), (row) =>
    instantlyMailOf(row, cursor.parent, cursor.gaps, input.now),
  );

const iso = (at: number): string => isoOf(unixMs(at));

const blocks = listed(
  "block list",
  "/block-lists-entries",
  "block_list_entries:read",
  (rows, cursor) =>
    readEach(rows, InstantlyBlock, where(cursor, "block list"), (row) => [
      instantlySuppressionOf(row, cursor.parent),
    ]),
);

const PHASES: Readonly<Record<string, Phase>> = {
  blocks,
  senders: listed("mailboxes", "/accounts", "accounts:read", (rows, cursor) =>
    readEach(rows, InstantlyAccount, where(cursor, "mailboxes"), (row) => [
      instantlySenderOf(row, cursor.parent),
    ]),
  ),
  lists: listed("lists", "/lead-lists", "lead_lists:read", (rows, cursor) =>
    readEach(rows, List, where(cursor, "lists"), (row) => [
      { kind: "list", ref: `list:${row.id}`, client: cursor.parent, name: row.name ?? "List" },
    ]),
  ),
  leads: listed("leads", "/leads/list", "leads:read", (rows, cursor) =>
    readEach(rows, InstantlyLead, where(cursor, "leads"), (row) =>
      instantlyLeadOf(row, cursor.parent),
    ),
  ),
  campaigns: { named: "campaigns", waitMs: PACE_MS * CAMPAIGNS, read: readCampaigns },
  mails: listed(
    "emails",
    "/emails",
    "emails:read",
    mailsIn,
    ({ now }) => ({ min_timestamp_created: iso(now - MAIL_DAYS * DAY_MS) }),
    EMAILS_MS,
  ),
  older: { named: "older emails", waitMs: EMAILS_MS, read: readOlder },
  figures: { named: "figures", waitMs: PACE_MS, read: readFigures },
  months: { named: "figures by month", waitMs: PACE_MS, read: readMonths },
  // Of what is new.
  optOuts: silenced("opt-outs", "FILTER_VAL_UNSUBSCRIBED"),
  bounces: silenced("bounces", "FILTER_VAL_BOUNCED"),
  gaps: { named: "steps", waitMs: PACE_MS, read: readGaps },
  newMails: listed(
    "new emails",
    "/emails",
    "emails:read",
    mailsIn,
    (_input, cursor) => ({ min_timestamp_created: cursor.note ?? "" }),
    EMAILS_MS,
  ),
};

/** Leads who opted out or bounced. A filter that is ignored brings everybody: the status decides. */
function silenced(named: string, filter: string): Phase {
  return listed(
    named,
    "/leads/list",
    "leads:read",
    (rows, cursor) =>
      readEach(rows, InstantlyLead, where(cursor, named), (row) => {
        const silence = instantlySilenceOf(row, cursor.parent);
        return silence.length === 0 ? [] : [...silence, ...instantlyPlaceOf(row, cursor.parent)];
      }),
    () => ({ filter }),
  );
}

async function readCampaigns(input: ReaderInput, cursor: Cursor): ReturnType<Phase["read"]> {
  const workspace = cursor.parent;
  const asked = await list(input, workspace, "/campaigns", "campaigns:read", {
    limit: String(CAMPAIGNS),
    ...after(cursor),
  });
  if ("trouble" in asked) return asked;
  const found: Found[] = [];
  let { gaps } = cursor;
  let tagged: ReadonlyMap<string, readonly string[]> | null = null;
  for (const raw of asked.rows) {
    const parsed = InstantlyCampaign.safeParse(raw);
    if (!parsed.success) {
      const issue = parsed.error.issues[0];
      const column = issue?.path.join(".") ?? null;
      found.push(faultOf(where(cursor, "campaigns"), raw, column, issue?.message ?? "Not a row."));
      continue;
    }
    const row = parsed.data;
    gaps = gapsWith(gaps, row.id, instantlyGaps(row));
    const tags = (row.email_list?.length ?? 0) === 0 ? (row.email_tag_list ?? []) : [];
    if (tags.length > 0 && tagged === null) {
      const all = await readTagged(input, workspace);
      if ("trouble" in all) return all;
      tagged = all.byTag;
    }
    const subsequences = await list(input, workspace, "/subsequences", "subsequences:read", {
      parent_campaign: row.id,
    });
    if ("trouble" in subsequences) return subsequences;
    const names = subsequences.rows.flatMap((one) => {
      const read = Subsequence.safeParse(one);
      return read.success && read.data.parent_campaign === row.id
        ? [read.data.name ?? "without a name"]
        : [];
    });
    const senders = [...(row.email_list ?? []), ...tags.flatMap((tag) => tagged?.get(tag) ?? [])];
    found.push(instantlyCampaignOf(row, workspace, senders, names));
  }
  if (asked.next === null) return { found, next: behind("page", { ...cursor, gaps }, 0) };
  return { found, next: { ...cursor, gaps, after: asked.next, page: cursor.page + 1 } };
}

/** Which places of the campaigns' sequences are no step here, for emails that are new. */
async function readGaps(input: ReaderInput, cursor: Cursor): ReturnType<Phase["read"]> {
  const scope = "campaigns:read";
  const asked = await list(input, cursor.parent, "/campaigns", scope, after(cursor));
  if ("trouble" in asked) return asked;
  let { gaps } = cursor;
  for (const raw of asked.rows) {
    const row = InstantlyCampaign.pick({ id: true, sequences: true }).safeParse(raw);
    if (row.success) gaps = gapsWith(gaps, row.data.id, instantlyGaps(row.data));
  }
  const read = { ...cursor, gaps };
  const next =
    asked.next === null
      ? behind("news", read, 0)
      : { ...read, after: asked.next, page: cursor.page + 1 };
  return { found: [], next };
}

/** Addresses of mailboxes by the id of their tag. */
async function readTagged(input: ReaderInput, workspace: Workspace) {
  const byTag = new Map<string, string[]>();
  let after: string | null = null;
  for (let page = 0; page < MAX_TAG_PAGES; page++) {
    const asked: Asked | Refused = await list(
      input,
      workspace,
      "/custom-tag-mappings",
      "custom_tag_mappings:read",
      after === null ? {} : { starting_after: after },
    );
    if ("trouble" in asked) return asked;
    for (const one of asked.rows) {
      const read = TagMapping.safeParse(one);
      if (!read.success || read.data.resource_type !== 1) continue;
      const { tag_id: tag, resource_id: email } = read.data;
      if (tag !== null && email !== null) byTag.set(tag, [...(byTag.get(tag) ?? []), email]);
    }
    if (asked.next === null) break;
    after = asked.next;
  }
  return { byTag };
}

/** What campaigns that are not over sent before the last 180 days: the oldest first, up to there. */
async function readOlder(input: ReaderInput, cursor: Cursor): ReturnType<Phase["read"]> {
  const workspace = cursor.parent;
  const [behindIt, campaign] = (cursor.note ?? "").split(" ");
  if (!campaign) {
    const asked = await list(input, workspace, "/campaigns", "campaigns:read", {
      limit: "1",
      ...(behindIt ? { starting_after: behindIt } : {}),
    });
    if ("trouble" in asked) return asked;
    const row = InstantlyCampaign.pick({ id: true, status: true }).safeParse(asked.rows[0]);
    if (asked.next === null) return { found: [], next: null };
    const isOver = !row.success || row.data.status === 0 || row.data.status === 3;
    const note = isOver ? asked.next : `${asked.next} ${row.data.id}`;
    return { found: [], next: { ...cursor, note, after: null } };
  }
  const asked = await list(input, workspace, "/emails", "emails:read", {
    campaign_id: campaign,
    email_type: "sent",
    sort_order: "asc",
    ...after(cursor),
  });
  if ("trouble" in asked) return asked;
  const since = input.now - MAIL_DAYS * DAY_MS;
  const mails = mailsIn(asked.rows, cursor, input);
  const old = mails.filter((mail) => mail.kind !== "mail" || mail.at < since);
  const isDone = asked.next === null || old.length < mails.length;
  const next = isDone
    ? { ...cursor, note: behindIt ?? "", after: null }
    : { ...cursor, after: asked.next, page: cursor.page + 1 };
  return { found: old, next };
}

async function readFigures(input: ReaderInput, cursor: Cursor): ReturnType<Phase["read"]> {
  const path = "/campaigns/analytics";
  const asked = await list(input, cursor.parent, path, "campaigns:read", {}, true);
  if ("trouble" in asked) return asked;
  if (asked.isMissing) {
    return { found: [withoutFigures(where(cursor, "figures"))], next: null };
  }
  const found = readEach(asked.rows, InstantlyAnalytics, where(cursor, "figures"), (row) => [
    instantlyFigureOf(row, cursor.parent),
  ]);
  return { found, next: null };
}

/**
 * What some campaigns did by month: by their days, for the figures of all time ignore the span that is
 * asked for.
 */
async function readMonths(input: ReaderInput, cursor: Cursor): ReturnType<Phase["read"]> {
  const workspace = cursor.parent;
  const asked = await list(input, workspace, "/campaigns", "campaigns:read", {
    limit: String(CAMPAIGNS),
    ...after(cursor),
  });
  if ("trouble" in asked) return asked;
  const found: Found[] = [];
  let requests = 1;
  for (const raw of asked.rows) {
    const row = InstantlyCampaign.pick({ id: true, status: true }).safeParse(raw);
    if (!row.success || row.data.status === 0) continue;
    requests++;
    const span = {
      campaign_id: row.data.id,
      start_date: daysOfMonth(firstMonth(null, input.now))[0],
      end_date: iso(input.now).slice(0, 10),
    };
    const path = "/campaigns/analytics/daily";
    const daily = await list(input, workspace, path, "campaigns:read", span, true);
    if ("trouble" in daily) return daily;
    if (daily.isMissing) found.push(withoutFigures(where(cursor, "figures")));
    const days: InstantlyDay[] = [];
    const faults = readEach(daily.rows, InstantlyDay, where(cursor, "figures"), (day) => {
      days.push(day);
      return [];
    });
    found.push(...faults, ...instantlyMonthsOf(days, workspace, row.data.id));
  }
  const next = asked.next === null ? null : { ...cursor, after: asked.next, page: cursor.page + 1 };
  return { found, next, requests };
}

/** Phases of one workspace that are read before the next one's turn. */
const ROUNDS = {
  page: [
    ["blocks"],
    ["senders", "lists", "leads", "campaigns", "mails", "older", "figures", "months"],
  ],
  news: [["blocks", "optOuts", "bounces", "gaps", "newMails"]],
} as const;
type Road = keyof typeof ROUNDS;

/** Names of the workspaces first: all else names them. */
const CLIENTS = "clients";
/** Whether the key has workspaces beside its own. */
const NEXT = "next";

async function step(
  road: Road,
  input: ReaderInput,
  text: string | null,
  since: number,
): ReturnType<RivalReader["page"]> {
  const several = readCursor(SideBySide, text);
  if (several) return stepAmong(input, several);
  const first = road === "page" ? startOf(CLIENTS) : startOf("blocks", { note: iso(since) });
  return stepIn(road, input, readCursor(Cursor, text) ?? first, since);
}

/** Reads in the workspace that may be asked first; takes another one up while there is a place. */
async function stepAmong(input: ReaderInput, state: SideBySide): ReturnType<RivalReader["page"]> {
  const { readings, feed } = state;
  const { now } = input;
  const goOn = (page: Page, next: SideBySide) => ({
    page: { ...page, ...onwardsIn(next, now, PACE_MS) },
  });
  if (feed !== null && hasPlace(state)) {
    const asked = await nextWorkspace("page", input, feed, 0);
    if ("trouble" in asked) return asked;
    const cursor = readCursor(Cursor, asked.page.cursor);
    if (cursor === null) return goOn(asked.page, { readings, feed: null });
    const taken = [...readings, { cursor, readyAt: now }];
    return goOn(asked.page, { readings: taken, feed: startOf(feed.phase, kept(cursor)) });
  }
  const [reading, ...others] = readings.toSorted((a, b) => a.readyAt - b.readyAt);
  if (!reading) return { page: ended() };
  const read = await stepIn("page", input, reading.cursor, 0);
  if ("trouble" in read) {
    if (read.trouble.code !== "rival_busy" || others.length === 0) return read;
    // The others have a rate of their own.
    const late = { ...reading, readyAt: now + read.trouble.waitMs };
    return goOn({ ...ended(), doing: "workspaces" }, { readings: [...others, late], feed });
  }
  const cursor = readCursor(Cursor, read.page.cursor);
  const isOver = cursor === null || cursor.phase.startsWith(NEXT);
  const readyAt = now + read.page.waitMs;
  return goOn(read.page, { readings: isOver ? others : [...others, { cursor, readyAt }], feed });
}

async function stepIn(
  road: Road,
  input: ReaderInput,
  cursor: Cursor,
  since: number,
): ReturnType<RivalReader["page"]> {
  if (cursor.phase === CLIENTS) return readClients(input, cursor);
  if (cursor.phase.startsWith(NEXT)) return nextWorkspace(road, input, cursor, since);
  const phase = PHASES[cursor.phase];
  if (!phase) return { page: ended() };
  const read = await phase.read(input, cursor);
  if ("trouble" in read) {
    // A client whose plan ended stops nobody else's move; a key that ended is seen at the next request.
    if (read.trouble.code !== "rival_key_refused" || cursor.parent === null) return read;
    return { page: withoutClient(road, cursor, read.trouble.detail) };
  }
  const next = read.next ?? behind(road, cursor, since);
  const page: Page = {
    found: read.found,
    cursor: JSON.stringify(next),
    waitMs: phase.waitMs * (read.requests ?? 1),
    doing: `${where(cursor, phase.named)}, page ${cursor.page}`.replace("Instantly, ", ""),
  };
  return { page };
}

const ended = (): Page => ({ found: [], cursor: null, waitMs: 0, doing: "" });

function withoutClient(road: Road, cursor: Cursor, reason: string): Page {
  const round = roundOf(road, cursor.phase);
  const next = startOf(`${NEXT} ${round}`, { ...kept(cursor), note: cursor.note });
  return {
    found: [faultOf(where(cursor, "workspace"), { id: cursor.parent ?? "" }, null, reason)],
    cursor: JSON.stringify(next),
    waitMs: PACE_MS,
    doing: "workspaces",
  };
}

const roundOf = (road: Road, phase: string): number =>
  ROUNDS[road].findIndex((phases) => (phases as readonly string[]).includes(phase));

const kept = ({ parent, parentAfter, parentName, gaps }: Cursor): Partial<Cursor> => ({
  parent,
  parentAfter,
  parentName,
  gaps,
});

/** The next phase of the same workspace, else the question for the next workspace. */
function behind(road: Road, cursor: Cursor, since: number): Cursor {
  const round = roundOf(road, cursor.phase);
  const phases: readonly string[] = ROUNDS[road][round] ?? [];
  const next = phases[phases.indexOf(cursor.phase) + 1];
  const from = { ...kept(cursor), note: road === "news" ? (cursor.note ?? iso(since)) : null };
  return startOf(next ?? `${NEXT} ${round}`, from);
}

async function nextWorkspace(
  road: Road,
  input: ReaderInput,
  cursor: Cursor,
  since: number,
): ReturnType<RivalReader["page"]> {
  const round = Number(cursor.phase.slice(NEXT.length));
  const note = road === "news" ? (cursor.note ?? iso(since)) : null;
  const asked = await list(input, null, "/workspace-group-members", "workspaces:read", {
    limit: "1",
    ...(cursor.parentAfter === null ? {} : { starting_after: cursor.parentAfter }),
  });
  // A key without workspaces beside its own may not ask for them.
  if ("trouble" in asked && !mayNotList(asked)) return asked;
  const member = "trouble" in asked ? null : InstantlyMember.safeParse(asked.rows[0]);
  if (member?.success) {
    const from = {
      parent: member.data.sub_workspace_id,
      parentAfter: ("next" in asked ? asked.next : null) ?? member.data.id,
      parentName: member.data.sub_workspace_name ?? "",
      note,
    };
    const next = startOf(ROUNDS[road][round]?.[0] ?? "", from);
    return {
      page: { ...ended(), cursor: JSON.stringify(next), waitMs: PACE_MS, doing: "workspaces" },
    };
  }
  const later: string | undefined = ROUNDS[road][round + 1]?.[0];
  if (later === undefined) return { page: ended() };
  // Who may not be written to is known of all of them: the rest is read side by side.
  const own = { cursor: startOf(later, { note }), readyAt: input.now };
  const next: SideBySide = { readings: [own], feed: startOf(`${NEXT} ${round + 1}`) };
  return {
    page: { ...ended(), cursor: JSON.stringify(next), waitMs: PACE_MS, doing: "workspaces" },
  };
}

const mayNotList = ({ trouble }: Refused): boolean => trouble.code === "rival_scope_missing";

async function readClients(input: ReaderInput, cursor: Cursor): ReturnType<RivalReader["page"]> {
  const asked = await list(
    input,
    null,
    "/workspace-group-members",
    "workspaces:read",
    after(cursor),
  );
  if ("trouble" in asked) {
    if (asked.trouble.code !== "rival_scope_missing") return asked;
    const reason = "The key may not list workspaces: only its own is read.";
    const found = [faultOf("Instantly, workspaces", { id: "scope" }, null, reason)];
    const next = JSON.stringify(startOf("blocks"));
    return { page: { found, cursor: next, waitMs: PACE_MS, doing: "workspaces" } };
  }
  const found = readEach(asked.rows, InstantlyMember, "Instantly, workspaces", (row) => [
    {
      kind: "client",
      ref: row.sub_workspace_id,
      name: row.sub_workspace_name ?? "Workspace",
    },
  ]);
  const next =
    asked.next === null
      ? startOf("blocks")
      : { ...cursor, after: asked.next, page: cursor.page + 1 };
  return {
    page: {
      found,
      cursor: JSON.stringify(next),
      waitMs: PACE_MS,
      doing: `workspaces, page ${cursor.page}`,
    },
  };
}

/**
 * Instantly by its API version 2. A key of an agency reads its own workspace and each of those below
 * it, which are its clients.
 */
export const instantlyReader: RivalReader = {
  rival: "instantly",
  page: (input, cursor) => step("page", input, cursor, 0),
  news: (input, cursor, since) => step("news", input, cursor, since),
  async sending(input, campaign) {
    const [id = "", workspace = null] = campaign.split("/").reverse();
    const answer = await askJson(input, {
      rival: "instantly",
      path: `/campaigns/${encodeURIComponent(id)}`,
      headers: headersOf(input, workspace),
      scope: "campaigns:read",
      busyMs: BUSY_MS,
    });
    if ("trouble" in answer) return answer;
    if ("missing" in answer) return { sending: false };
    const row = InstantlyCampaign.pick({ status: true }).safeParse(unwrapped(answer.json));
    // One whose state can't be read counts as running: both must not write.
    return { sending: !row.success || row.data.status === 1 || row.data.status === 4 };
  },
};
