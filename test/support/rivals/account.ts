import { chooser } from "#platform/rules/seed.ts";
import type { Rival } from "#modules/moving/rules/found.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

export type RivalClient = { readonly id: number; readonly name: string };

export type RivalMailbox = {
  readonly id: number;
  readonly client: number | null;
  readonly email: string;
  readonly fromName: string;
  readonly provider: "google" | "microsoft" | "other";
  readonly dailyLimit: number;
  readonly gapMinutes: number;
  readonly signature: string;
  /** What must never be stored. */
  readonly password: string;
  readonly tags: readonly string[];
};

export type RivalVariant = { readonly id: number; readonly subject: string; readonly body: string };
export type RivalStep = {
  readonly id: number;
  readonly number: number;
  /** Before this step. */
  readonly waitDays: number;
  readonly kind: "email" | "task";
  readonly variants: readonly RivalVariant[];
};

export type RivalCampaign = {
  readonly id: number;
  readonly client: number | null;
  readonly name: string;
  status: "draft" | "active" | "paused" | "completed";
  readonly zone: string;
  /** 0 is Sunday. */
  readonly days: readonly number[];
  readonly from: string;
  readonly to: string;
  readonly dailyLimit: number;
  readonly trackOpens: boolean;
  readonly trackClicks: boolean;
  readonly plainText: boolean;
  readonly senders: readonly string[];
  /** Senders are named by this tag alone. */
  readonly senderTag: string | null;
  readonly steps: readonly RivalStep[];
  /** Of a follow-up that hangs on this campaign. */
  readonly subsequences: readonly string[];
};

export type RivalLead = {
  readonly id: number;
  readonly client: number | null;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly company: string;
  readonly jobTitle: string;
  readonly phone: string;
  readonly website: string;
  readonly custom: Readonly<Record<string, string>>;
  readonly list: number | null;
  readonly createdAt: number;
};

export type RivalState =
  | "waiting"
  | "running"
  | "paused"
  | "completed"
  | "replied"
  | "bounced"
  | "unsubscribed";
export type RivalInterest = "interested" | "not_interested" | "do_not_contact" | null;

export type RivalEnrolment = {
  /** Of the lead in this campaign. */
  readonly id: number;
  readonly campaign: RivalCampaign;
  readonly lead: RivalLead;
  readonly sender: string;
  state: RivalState;
  interest: RivalInterest;
  lastStep: number;
  lastSentAt: number | null;
};

export type RivalMail = {
  readonly id: number;
  readonly enrolment: RivalEnrolment | null;
  readonly client: number | null;
  readonly leadEmail: string;
  readonly sender: string;
  readonly direction: "sent" | "received" | "by_hand";
  readonly step: number | null;
  /** With its brackets. */
  readonly messageId: string;
  readonly threadId: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly at: number;
};

export type RivalBlock = {
  readonly id: number;
  readonly client: number | null;
  /** An address, or a domain. */
  readonly value: string;
  readonly reason: "unsubscribed" | "bounced" | "blocked";
  readonly at: number;
};

/** Somebody's account at a rival: what a double of its API answers from, and what a test holds a move against. */
export type RivalAccount = {
  readonly rival: Rival;
  now: number;
  readonly clients: readonly RivalClient[];
  readonly mailboxes: readonly RivalMailbox[];
  readonly lists: readonly {
    readonly id: number;
    readonly client: number | null;
    readonly name: string;
  }[];
  readonly campaigns: readonly RivalCampaign[];
  readonly leads: RivalLead[];
  readonly enrolments: RivalEnrolment[];
  readonly mails: RivalMail[];
  readonly blocks: RivalBlock[];
  /** The names of the leads' own variables, exactly. */
  readonly variables: readonly string[];
};

export type AccountSize = {
  readonly rival: Rival;
  readonly seed: string;
  readonly now: number;
  /** 0: an account without clients. */
  readonly clients?: number;
  readonly leadsPerClient?: number;
  readonly campaignsPerClient?: number;
  readonly mailboxesPerClient?: number;
  readonly steps?: number;
  /** Stands in every address, so that several accounts do not share any; `c` when left out. */
  readonly mark?: string;
  /** All ids are above it, those in Message-IDs too; 1,000 when left out. */
  readonly idsAbove?: number;
  /** The mailboxes of each provider lie in a domain of their own. */
  readonly domainByProvider?: boolean;
  /** Campaigns send at any hour, and mailboxes without a pause. */
  readonly anytime?: boolean;
};

const VARIABLES: Readonly<Record<Rival, readonly string[]>> = {
  instantly: ["City", "city", "teamSize"],
  smartlead: ["City", "city", "team size"],
  lemlist: ["City", "city", "Team size"],
};

/** A step's text in the rival's own language: fallback, choice, condition, sender and way out. */
const COPY: Readonly<Record<Rival, { readonly subject: string; readonly body: string }>> = {
  instantly: {
    subject: "{{RANDOM | Question | Idea}} for {{companyName|you}}",
    body: '<div>{{RANDOM | Hi | Hey}} {{firstName|there}},</div><div>{% if City %}How is {{City}}?{% else %}How are you?{% endif %}</div><div>{{sendingAccountFirstName}}</div><div><a href="{unsubscribe_link}">Stop</a></div>',
  },
  smartlead: {
    subject: "{Question|Idea} for {{company_name}}",
    body: "<p>{Hi|Hey} {{first_name}},</p><p>{{#if City}}How is {{City}}?{{else}}How are you?{{/if}}</p><p>%sender-firstname%</p><p>%unsubscribe-text%</p>",
  },
  lemlist: {
    subject:
      "{% spin %}{% variation %}Question{% variation %}Idea{% endspin %} for {{companyName|you}}",
    body: "<p>{% spin %}{% variation %}Hi{% variation %}Hey{% endspin %} {{firstName|there}},</p><p>{% if City %}How is {{City}}?{% else %}How are you?{% endif %} {{Team size|a few}}</p><p>{{senderName}}</p>",
  },
};

const ANYTIME = { days: [0, 1, 2, 3, 4, 5, 6], from: "00:00", to: "23:59", dailyLimit: 5_000 };

const FIRST = ["Ada", "Grace", "Alan", "Edsger", "Barbara", "Donald", "Frances", "Ken"];
const LAST = ["Lovelace", "Hopper", "Turing", "Dijkstra", "Liskov", "Knuth", "Allen", "Thompson"];
const CITIES = ["Rome", "Oslo", "Bern", "Lyon"];

/** Makes an account whose history led to where its leads stand, alike for an equal seed. */
export function makeAccount(size: AccountSize): RivalAccount {
  const { rival, now } = size;
  const draw = chooser(size.seed);
  const counted = size.clients ?? 2;
  const perClient = size.leadsPerClient ?? 20;
  const steps = size.steps ?? 3;
  const mark = size.mark ?? "c";
  let id = size.idsAbove ?? 1_000;
  const next = (): number => ++id;
  const clients = Array.from({ length: counted }, (_, n) => ({
    id: next(),
    name: `Client ${n + 1}`,
  }));
  const mailboxes: RivalMailbox[] = [];
  const lists: RivalAccount["lists"][number][] = [];
  const campaigns: RivalCampaign[] = [];
  const account: RivalAccount = {
    rival,
    now,
    clients,
    mailboxes,
    lists,
    campaigns,
    leads: [],
    enrolments: [],
    mails: [],
    blocks: [],
    variables: VARIABLES[rival],
  };
  for (const client of clients.length === 0 ? [null] : clients) {
    const owner = client?.id ?? null;
    const domain = `${mark}${owner ?? 0}.example`;
    for (let n = 0; n < (size.mailboxesPerClient ?? 2); n++) {
      const provider = (["google", "microsoft", "other"] as const)[n % 3] ?? "other";
      const host = size.domainByProvider ? `${provider}.${domain}` : domain;
      mailboxes.push({
        id: next(),
        client: owner,
        email: `${FIRST[n % 8]?.toLowerCase()}${n}@${host}`,
        fromName: `${FIRST[n % 8]} ${LAST[n % 8]}`,
        provider,
        dailyLimit: 30 + n,
        gapMinutes: size.anytime ? 0 : 10,
        signature: `<p>${FIRST[n % 8]}</p>`,
        password: `secret-of-${owner ?? 0}-${n}`,
        tags: ["all"],
      });
    }
    const own = mailboxes.filter((mailbox) => mailbox.client === owner);
    const list = { id: next(), client: owner, name: `List of ${client?.name ?? "everybody"}` };
    lists.push(list);
    const ours: RivalCampaign[] = [];
    for (let n = 0; n < (size.campaignsPerClient ?? 2); n++) {
      const made = makeCampaign(rival, owner, n, steps, own, next);
      ours.push(size.anytime ? { ...made, ...ANYTIME } : made);
    }
    campaigns.push(...ours);
    for (let n = 0; n < perClient; n++) {
      const named = draw(8);
      const lead: RivalLead = {
        id: next(),
        client: owner,
        email: `lead${n}.${mark}${owner ?? 0}@company${n % 50}.example`,
        firstName: draw(10) === 0 ? "" : (FIRST[named] ?? ""),
        lastName: LAST[draw(8)] ?? "",
        company: `Company ${n % 50}`,
        jobTitle: draw(3) === 0 ? "Director" : "Buyer",
        phone: draw(4) === 0 ? `+44 20 ${1_000_000 + n}` : "",
        website: `https://company${n % 50}.example`,
        custom: {
          ...(draw(5) === 0 ? {} : { City: CITIES[draw(4)] ?? "" }),
          city: "lower",
          [VARIABLES[rival][2] ?? ""]: String(1 + draw(90)),
        },
        list: list.id,
        createdAt: now - 90 * DAY,
      };
      account.leads.push(lead);
      const campaign = ours[n % ours.length];
      if (!campaign) continue;
      const enrolment: RivalEnrolment = {
        id: next(),
        campaign,
        lead,
        sender: own[n % own.length]?.email ?? "",
        state: "waiting",
        interest: null,
        lastStep: 0,
        lastSentAt: null,
      };
      account.enrolments.push(enrolment);
      // One lead in two campaigns is one lead in two places.
      const second = ours[(n + 1) % ours.length];
      if (n % 10 === 9 && second && second !== campaign) {
        account.enrolments.push({ ...enrolment, id: next(), campaign: second });
      }
      playHistory(account, enrolment, draw, next);
    }
    account.blocks.push(
      {
        id: next(),
        client: owner,
        value: `blocked-${owner ?? 0}.example`,
        reason: "blocked",
        at: now - 30 * DAY,
      },
      {
        id: next(),
        client: owner,
        value: `never@other-${owner ?? 0}.example`,
        reason: "blocked",
        at: now - 20 * DAY,
      },
    );
  }
  return account;
}

function makeCampaign(
  rival: Rival,
  client: number | null,
  n: number,
  steps: number,
  own: readonly RivalMailbox[],
  next: () => number,
): RivalCampaign {
  const copy = COPY[rival];
  // A step that is no email, in the middle; at Instantly one that is switched off.
  const tasks: RivalStep[] =
    n === 1 ? [{ id: next(), number: 0, waitDays: 1, kind: "task", variants: [] }] : [];
  return {
    id: next(),
    client,
    name: `Campaign ${n + 1} of ${client ?? "all"}`,
    status: n === 0 ? "active" : n === 1 ? "paused" : "completed",
    zone: n === 0 ? "Europe/Berlin" : "America/Chicago",
    days: [1, 2, 3, 4, 5],
    from: "09:00",
    to: "17:30",
    dailyLimit: 100,
    trackOpens: n === 0,
    trackClicks: n !== 0,
    plainText: n === 1,
    senders: own.map(({ email }) => email),
    senderTag: rival === "instantly" && n === 1 ? "all" : null,
    steps: Array.from({ length: steps }, (_, s): RivalStep => ({
      id: next(),
      number: 0,
      waitDays: s === 0 ? 0 : 2 + s,
      kind: "email",
      variants: Array.from({ length: s === 0 ? 2 : 1 }, (_, v) => ({
        id: next(),
        subject: s === 0 ? copy.subject : "",
        body:
          s === 0
            ? copy.body + (v === 0 ? "" : "<p>B</p>")
            : `<p>Step ${s + 1}, {{firstName}}</p>`.replace(
                "firstName",
                rival === "smartlead" ? "first_name" : "firstName",
              ),
      })),
    }))
      .flatMap((step, s) => (s === 1 ? [...tasks, step] : [step]))
      .map((step, s) => ({ ...step, number: s + 1 })),
    subsequences: n === 0 ? ["Opened, no reply"] : [],
  };
}

/** The steps that are emails: their places among these are the steps that a lead got. */
export const emailsOf = (campaign: RivalCampaign): RivalStep[] =>
  campaign.steps.filter(({ kind }) => kind === "email");

/** Sends some steps, takes a reply, a bounce or an opt-out, so that leads stand at every place. */
function playHistory(
  account: RivalAccount,
  enrolment: RivalEnrolment,
  draw: (below: number) => number,
  next: () => number,
): void {
  const count = draw(emailsOf(enrolment.campaign).length + 1);
  let at = account.now - (40 + draw(20)) * DAY + draw(1_000) * MINUTE;
  for (let s = 0; s < count; s++) {
    at += (emailsOf(enrolment.campaign)[s]?.waitDays ?? 0) * DAY;
    sendStep(account, enrolment, at, next);
  }
  const chance = draw(20);
  if (count === 0) return;
  if (chance < 3)
    takeReply(account, enrolment, at + 60 * MINUTE, next, chance === 0 ? "interested" : null);
  else if (chance === 3) takeBounce(account, enrolment);
  else if (chance === 4) takeOptOut(account, enrolment, at + 30 * MINUTE, next);
  else if (chance === 5) enrolment.state = "paused";
}

const later = (account: RivalAccount) => {
  let id = Math.max(0, ...account.mails.map((mail) => mail.id), ...account.blocks.map((b) => b.id));
  id = Math.max(id, 10_000_000);
  return () => ++id;
};

/** The account goes on living: the next step of a lead leaves now. */
export function sendNextStep(account: RivalAccount, enrolment: RivalEnrolment): RivalMail {
  return sendStep(account, enrolment, account.now, later(account));
}

/** A lead answers now. */
export const replyNow = (
  account: RivalAccount,
  enrolment: RivalEnrolment,
  interest: RivalInterest = null,
): void => takeReply(account, enrolment, account.now, later(account), interest);

/** A lead opts out now. */
export const optOutNow = (account: RivalAccount, enrolment: RivalEnrolment): void =>
  takeOptOut(account, enrolment, account.now, later(account));

/** A lead's last email bounces now. */
export const bounceNow = (account: RivalAccount, enrolment: RivalEnrolment): void =>
  takeBounce(account, enrolment);

/** An address or a domain comes onto the block list now. */
export function blockNow(account: RivalAccount, client: number | null, value: string): void {
  const id = later(account)();
  account.blocks.push({ id, client, value, reason: "blocked", at: account.now });
}

function sendStep(
  account: RivalAccount,
  enrolment: RivalEnrolment,
  at: number,
  next: () => number,
): RivalMail {
  const number = enrolment.lastStep + 1;
  const { lead, campaign, sender } = enrolment;
  const id = next();
  const subject = `Idea for ${lead.company}`;
  const mail: RivalMail = {
    id,
    enrolment,
    client: campaign.client,
    leadEmail: lead.email,
    sender,
    direction: "sent",
    step: number,
    messageId: `<m${id}.${enrolment.id}@mail.example>`,
    threadId: `t${enrolment.id}`,
    subject: number === 1 ? subject : `Re: ${subject}`,
    text: `Hi ${lead.firstName}, step ${number}`,
    html: `<p>Hi ${lead.firstName}, step ${number}</p>`,
    at,
  };
  account.mails.push(mail);
  enrolment.lastStep = number;
  enrolment.lastSentAt = at;
  enrolment.state = number >= emailsOf(campaign).length ? "completed" : "running";
  return mail;
}

function takeReply(
  account: RivalAccount,
  enrolment: RivalEnrolment,
  at: number,
  next: () => number,
  interest: RivalInterest,
): void {
  const id = next();
  account.mails.push({
    id,
    enrolment,
    client: enrolment.campaign.client,
    leadEmail: enrolment.lead.email,
    sender: enrolment.sender,
    direction: "received",
    step: null,
    messageId: `<r${id}@${enrolment.lead.email.split("@")[1] ?? ""}>`,
    threadId: `t${enrolment.id}`,
    subject: `Re: Idea for ${enrolment.lead.company}`,
    text: "Thanks, tell me more.",
    html: "<p>Thanks, tell me more.</p>",
    at,
  });
  enrolment.state = "replied";
  enrolment.interest = interest;
}

function takeBounce(_account: RivalAccount, enrolment: RivalEnrolment): void {
  enrolment.state = "bounced";
}

function takeOptOut(
  account: RivalAccount,
  enrolment: RivalEnrolment,
  at: number,
  next: () => number,
): void {
  enrolment.state = "unsubscribed";
  const { client, email } = enrolment.lead;
  account.blocks.push({ id: next(), client, value: email, reason: "unsubscribed", at });
}

/** Every password of the account, in clear and as the rivals hide it. */
export const secretsOf = (account: RivalAccount): string[] =>
  account.mailboxes.flatMap(({ password }) => [password, Buffer.from(password).toString("base64")]);
