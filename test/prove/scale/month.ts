import { gapMs } from "#modules/mailboxes/rules/limits.ts";
import { normal, type Place } from "./demand.ts";
import { MINUTES, type OpenDay } from "./openings.ts";

/** What happens in each minute of the month, all workspaces together. */
export type Month = {
  readonly sends: Float64Array;
  /** Wake-ups that hand emails over. */
  readonly handovers: Float64Array;
  readonly hits: Float64Array;
  readonly webhooks: Float64Array;
  readonly reads: Float64Array;
  readonly turns: Float64Array;
  readonly alarms: Float64Array;
  readonly notices: Float64Array;
  /** Of each workspace: its emails, and the most of anything in one of its minutes. */
  readonly places: {
    readonly mailboxes: number;
    readonly mails: number;
    readonly hits: number;
    readonly mostSends: number;
    readonly mostHits: number;
    readonly mostReads: number;
  }[];
};

/** How the product works, where it matters to how often something happens. */
export type Ways = {
  readonly mailsAHandover: number;
  /** Mailboxes that one tick of a workspace wakes; the others are read by the next one. */
  readonly readsATick: number;
  /** Milliseconds between two looks into a mailbox, right after an email and else. */
  readonly readBusyMs: number;
  readonly readQuietMs: number;
  readonly leadsATurn: number;
  readonly turnMs: number;
};

/** Shares of emails, of what recipients and their servers do: as people who send cold emails report them. */
const CLICKS = 0.04;
const REPLIES = 0.03;
const BOUNCES = 0.02;
/** Hits for each open that counts: people open again, and scanners look. */
const HITS_AN_OPEN = 1.6;
const LEADS_AN_EMAIL = 1 / 3;
/** An import of more comes in several files. */
const LARGEST_IMPORT = 50_000;
const MINUTE = 60_000;

/** Plays a month, mailbox by mailbox. `weight`: each place stands for so many. */
export function playMonth(
  all: readonly Place[],
  ways: Ways,
  random: () => number,
  weight = 1,
): Month {
  const fresh = (): Float64Array => new Float64Array(MINUTES);
  const month: Month = {
    sends: fresh(),
    handovers: fresh(),
    hits: fresh(),
    webhooks: fresh(),
    reads: fresh(),
    turns: fresh(),
    alarms: fresh(),
    notices: fresh(),
    places: [],
  };
  const sends = new Uint16Array(MINUTES);
  const hits = new Uint16Array(MINUTES);
  const replies = new Uint16Array(MINUTES);
  for (const place of all) {
    sends.fill(0);
    hits.fill(0);
    replies.fill(0);
    playPlace(place, { sends, hits, replies }, random);
    addPlace(month, place, { sends, hits, replies }, ways, weight);
    addImports(month, place, ways, random, weight);
  }
  return month;
}

type Own = {
  readonly sends: Uint16Array;
  readonly hits: Uint16Array;
  readonly replies: Uint16Array;
};

function playPlace(place: Place, own: Own, random: () => number): void {
  const count = place.days.length;
  const first = place.days.findIndex(([span]) => (span?.[0] ?? 0) / 1_440 >= place.beginsOn);
  let left = place.mails;
  for (let i = 0; i < count && left > 0; i++) {
    const day = place.days[(Math.max(0, first) + i) % count] ?? [];
    for (let box = 0; box < place.mailboxes && left > 0; box++) {
      left -= playDay(place, day, Math.min(place.dailyLimit, left), own, random);
    }
  }
}

/** A day of one mailbox: the first email leaves as the window opens, the next ones behind their gaps. */
function playDay(place: Place, day: OpenDay, most: number, own: Own, random: () => number): number {
  let sent = 0;
  for (const [from, to] of day) {
    for (let at = from; at < to && sent < most; at += gapMs(place, random()) / MINUTE) {
      const minute = Math.floor(at);
      own.sends[minute] = (own.sends[minute] ?? 0) + 1;
      sent++;
      if (random() < place.openRate) {
        // Half of the people open within an hour and a half, some after days.
        for (let n = HITS_AN_OPEN; random() < n; n--)
          mark(own.hits, at + 90 * Math.exp(1.5 * normal(random)));
      }
      if (random() < CLICKS) mark(own.hits, at + 120 * Math.exp(1.5 * normal(random)));
      if (random() < REPLIES) mark(own.replies, at + 240 * Math.exp(1.3 * normal(random)));
    }
  }
  return sent;
}

/** What would come behind the end of the month stands for what came from the one before. */
function mark(minutes: Uint16Array, at: number): void {
  const minute = Math.floor(at) % MINUTES;
  minutes[minute] = (minutes[minute] ?? 0) + 1;
}

function addPlace(month: Month, place: Place, own: Own, ways: Ways, weight: number): void {
  const quiet = MINUTE / Math.max(MINUTE, ways.readQuietMs);
  const busyMinutes = Math.max(0, Math.round(120_000 / Math.max(MINUTE, ways.readBusyMs)));
  const idleAlarm = 1 - (1 - quiet) ** place.mailboxes;
  let [mails, hits, mostSends, mostHits, mostReads] = [0, 0, 0, 0, 0];
  for (let minute = 0; minute < MINUTES; minute++) {
    const sent = own.sends[minute] ?? 0;
    const hit = own.hits[minute] ?? 0;
    const replied = own.replies[minute] ?? 0;
    let lately = 0;
    for (let i = 1; i <= busyMinutes && i <= minute; i++) lately += own.sends[minute - i] ?? 0;
    const busy = Math.min(place.mailboxes, lately);
    const due = busy + (place.mailboxes - busy) * quiet + replied;
    const reads = Math.min(ways.readsATick, due);
    const isBusy = sent > 0 || hit > 0 || replied > 0 || busy > 0;
    add(month.sends, minute, weight * sent);
    add(month.handovers, minute, weight * Math.ceil(sent / ways.mailsAHandover));
    add(month.hits, minute, weight * hit);
    add(month.reads, minute, weight * reads);
    add(month.notices, minute, weight * replied);
    if (place.hasWebhooks)
      add(month.webhooks, minute, weight * (sent + hit / HITS_AN_OPEN + replied));
    add(month.alarms, minute, weight * (isBusy ? 1 : idleAlarm));
    mails += sent;
    hits += hit;
    mostSends = Math.max(mostSends, sent);
    mostHits = Math.max(mostHits, hit);
    mostReads = Math.max(mostReads, reads);
  }
  const { mailboxes } = place;
  month.places.push({ mailboxes, mails, hits, mostSends, mostHits, mostReads });
}

/** The leads of the month come in files on its day, and are validated turn after turn. */
function addImports(
  month: Month,
  place: Place,
  { leadsATurn, turnMs }: Ways,
  random: () => number,
  weight: number,
): void {
  let left = Math.round(place.mails * LEADS_AN_EMAIL);
  while (left > 0) {
    const leads = Math.min(LARGEST_IMPORT, left);
    left -= leads;
    // People upload in their working hours.
    let at = place.beginsOn * 1_440 + 540 + 540 * random();
    for (let done = 0; done < leads; done += leadsATurn) {
      add(month.turns, Math.floor(at) % MINUTES, weight);
      at += turnMs / MINUTE;
    }
  }
}

const add = (to: Float64Array, at: number, by: number): void => {
  to[at] = (to[at] ?? 0) + by;
};

/** Leads and events that so many emails leave behind. */
export const rowsOf = (mails: number, hits: number) => ({
  leads: mails * LEADS_AN_EMAIL,
  sends: mails,
  events: mails * (1 + REPLIES + BOUNCES) + hits / HITS_AN_OPEN,
  opens: hits / HITS_AN_OPEN,
});
