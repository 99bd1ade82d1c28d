import { eq } from "drizzle-orm";
import { MODULES } from "#app/modules.ts";
import { claimDueSends } from "#modules/campaigns/claim/claim-due.ts";
import { sends, stats } from "#modules/campaigns/schema/sending.ts";
import { grantIntents } from "#modules/delivery/engine/grant-intents.ts";
import { settleResults } from "#modules/delivery/engine/settle.ts";
import { rivalReaders } from "#modules/moving/hooks.ts";
import type { Found, FoundOf } from "#modules/moving/rules/found.ts";
import type { RivalReader, RivalTrouble } from "#modules/moving/rules/reader.ts";
import { inWorkspace } from "#platform/ctx/ctx.ts";
import { fetchEgress } from "#platform/adapters/fetch-egress.ts";
import { answer, hooksOf } from "#platform/ctx/hooks.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import { DAY_MS } from "#platform/rules/time.ts";
import type { OutgoingMail } from "#platform/wire/transmission.ts";
import type { InboundMail, PastMail } from "#platform/wire/mail-reading.ts";
import { harness, TEST_START } from "./harness.ts";
import { inboxes } from "./inbox.ts";
import { reportOf } from "./outreach.ts";
import { addMailboxes } from "./warmup-world.ts";

export const MOVES = "/api/v1/moves";
export const SENDER = "max@ours.test";

/** What the rival has: pages of it, changed by the test. */
export type RivalState = {
  pages: Found[][];
  news: Found[];
  /** Further pages of what is new, each a minute after the one before. */
  moreNews: Found[][];
  sending: Set<string>;
  trouble: RivalTrouble | null;
  /** Of who asks for what is new. */
  newsTrouble: RivalTrouble | null;
  /** Requests that were made. */
  asked: string[];
  waitMs: number;
};

/** A reader that gives pages which a test lists. */
function listReader(state: RivalState): RivalReader {
  return {
    rival: "smartlead",
    async page(_, cursor) {
      state.asked.push(`page ${cursor ?? "-"}`);
      if (state.trouble) return { trouble: state.trouble };
      const at = cursor === null ? 0 : Number(cursor);
      const next = at + 1 < state.pages.length ? String(at + 1) : null;
      return {
        page: {
          found: state.pages[at] ?? [],
          cursor: next,
          waitMs: state.waitMs,
          doing: `page ${at + 1}`,
        },
      };
    },
    async news(_, cursor, since) {
      state.asked.push(`news ${since}`);
      if (state.newsTrouble) return { trouble: state.newsTrouble };
      const pages = [state.news, ...state.moreNews];
      const at = cursor === null ? 0 : Number(cursor);
      const isLast = at + 1 >= pages.length;
      return {
        page: {
          found: pages[at] ?? [],
          cursor: isLast ? null : String(at + 1),
          waitMs: isLast ? 0 : 60_000,
          doing: "news",
        },
      };
    },
    async sending(_, campaign) {
      state.asked.push(`sending ${campaign}`);
      return { sending: state.sending.has(campaign) };
    },
  };
}

/** An install beside a rival, with mailboxes whose folders a test fills. */
export async function movingWorld(options: { readonly real?: true } = {}) {
  const rival: RivalState = {
    pages: [],
    news: [],
    moreNews: [],
    sending: new Set(),
    trouble: null,
    newsTrouble: null,
    asked: [],
    waitMs: 0,
  };
  const world = inboxes();
  const sent: OutgoingMail[] = [];
  const t = await harness({
    // Doubles of the rivals listen on loopback.
    ...(options.real && {
      settings: { ALLOW_PRIVATE_NETWORKS: "true" },
      egress: fetchEgress({ allowPrivate: true }),
    }),
    mail: {
      transmit: async (mails) => {
        for (const mail of mails) {
          const { ticket, lease } = mail;
          const asked = await grantIntents(t.deps, { intents: [{ ticket, lease }] });
          if (asked.granted.length === 0) continue;
          sent.push(mail);
          await settleResults(t.deps, { results: [reportOf(mail)] });
        }
      },
      fetch: async (request) => {
        const [first] = request.folders;
        if (first?.uids === undefined) {
          const whole = await world.fetch(request);
          return whole;
        }
        const mails = world.in(request.imap.username, first.folder);
        const found = mails.filter(({ uid }) => first.uids?.includes(uid));
        return {
          folders: [{ folder: first.folder, uid_validity: "1", mails: found, more: false }],
        };
      },
      tend: async (request) => {
        const done = await world.tend(request);
        return done;
      },
      past: async ({ imap, folder, since, uid_validity, last_uid, limit }) => {
        const above = uid_validity === "1" ? last_uid : 0;
        const mails = world
          .in(imap.username, folder)
          .filter(({ uid, received_at }) => uid > above && received_at >= since - DAY_MS);
        return {
          uid_validity: "1",
          mails: mails.slice(0, limit).map(pastOf),
          more: mails.length > limit,
        };
      },
    },
  });
  const reader = listReader(rival);
  const readers = { instantly: reader, smartlead: reader, lemlist: reader };
  const others = MODULES.flatMap(({ answers = [] }) => answers).filter(
    ({ hook }) => hook !== rivalReaders.name,
  );
  if (!options.real)
    Object.assign(t.deps, { hooks: hooksOf([...others, answer(rivalReaders, () => readers)]) });
  const { wid, user, cookie } = await t.signUp();
  return {
    t,
    wid,
    cookie,
    rival,
    world,
    sent,
    /** Connects mailboxes of the workspace, for sending and reading. */
    connect: (emails: readonly string[] = [SENDER], into = wid) =>
      addMailboxes(t, into, emails, { rampEnabled: false, dailyLimit: 500 }),
    async begin(body: object = { rival: "smartlead", key: "sl_key", workspace_id: wid }) {
      const made = await t.post(MOVES, body);
      if (made.status !== 201) throw new Error(made.text);
      await t.drain();
      return made.json.id as number;
    },
    async move(id: number) {
      const answered = await t.post(`${MOVES}/${id}/move`);
      if (answered.status !== 202) throw new Error(answered.text);
      await t.drain();
      return (await t.get(`${MOVES}/${id}`)).json;
    },
    async start(id: number, campaigns: readonly string[], more: object = {}) {
      const answered = await t.post(`${MOVES}/${id}/start`, { campaigns, ...more });
      if (answered.status === 202) await t.drain();
      return answered;
    },
    /** A session has ended meanwhile. */
    async signIn() {
      const login = await t.post("/api/v1/auth/login", {
        username: user.username,
        password: "correct horse battery",
      });
      t.useCookie((login.headers.get("set-cookie") ?? "").split(";")[0] ?? "");
    },
    /** Lets everything leave that is due. */
    async send(rounds = 5) {
      for (let n = 0; n < rounds; n++) {
        await t.sweep(claimDueSends);
        await t.drain();
      }
    },
    rows: (into = wid) =>
      inWorkspace(t.deps, into as WorkspaceId)
        .db.select()
        .from(sends)
        .where(eq(sends.workspaceId, into as WorkspaceId)),
    stats: (into = wid) =>
      inWorkspace(t.deps, into as WorkspaceId)
        .db.select()
        .from(stats)
        .where(eq(stats.workspaceId, into as WorkspaceId)),
  };
}

const pastOf = (mail: InboundMail): PastMail => ({
  uid: mail.uid,
  message_id: mail.message_id,
  original_id: mail.headers["x-google-original-message-id"] ?? null,
  in_reply_to: mail.in_reply_to,
  references: mail.references,
  from: mail.from?.address ?? null,
  to: mail.to.map(({ address }) => address),
  subject: mail.subject,
  at: mail.received_at,
  headers: mail.headers,
});

export const daysAgo = (days: number): number => TEST_START - days * DAY_MS;

const STEPS: FoundOf<"campaign">["steps"] = [
  {
    number: 1,
    wait_minutes: 0,
    same_thread: false,
    variants: [
      { ref: "v1", subject: "Hello {{ first_name }}", body_html: "<p>Hi</p>", weight: null },
    ],
  },
  {
    number: 2,
    wait_minutes: 3 * 1_440,
    same_thread: true,
    variants: [{ ref: "v2", subject: "", body_html: "<p>Again</p>", weight: null }],
  },
  {
    number: 3,
    wait_minutes: 4 * 1_440,
    same_thread: true,
    variants: [{ ref: "v3", subject: "", body_html: "<p>Last</p>", weight: null }],
  },
];

export const client = (ref: string, name: string): FoundOf<"client"> => ({
  kind: "client",
  ref,
  name,
});

export const sender = (email = SENDER, of: string | null = null): FoundOf<"sender"> => ({
  kind: "sender",
  ref: `sender:${email}`,
  client: of,
  email,
  provider: "other",
  from_name: "Max",
  daily_limit: 40,
  gap_minutes: 10,
  signature_html: "<p>Max</p>",
  reply_to: null,
  warmup_daily: null,
});

export const campaign = (
  ref = "c1",
  more: Partial<FoundOf<"campaign">> = {},
): FoundOf<"campaign"> => ({
  kind: "campaign",
  ref,
  client: null,
  name: `Campaign ${ref}`,
  status: "paused",
  time_zone: "UTC",
  windows: [{ days: [0, 1, 2, 3, 4, 5, 6], from: "00:00", to: "24:00" }],
  starts_on: null,
  ends_on: null,
  daily_limit: null,
  track_opens: false,
  track_clicks: false,
  plain_text: false,
  stop_on_reply: true,
  senders: [SENDER],
  steps: STEPS,
  left_behind: [],
  ...more,
});

export const lead = (email: string, more: Partial<FoundOf<"lead">> = {}): FoundOf<"lead"> => ({
  kind: "lead",
  ref: `lead:${email}`,
  client: null,
  email,
  first_name: email.split("@")[0] ?? "",
  last_name: null,
  company: "Acme",
  job_title: null,
  phone: null,
  website: null,
  custom: {},
  lists: [],
  ...more,
});

export const place = (
  email: string,
  step: number | null,
  more: Partial<FoundOf<"place">> = {},
): FoundOf<"place"> => ({
  kind: "place",
  ref: `place:${more.campaign ?? "c1"}:${email}`,
  campaign: "c1",
  email,
  last_step: step,
  last_sent_at: step === null || step === 0 ? null : daysAgo(2),
  sender: SENDER,
  state: step === 0 ? "waiting" : "running",
  interest: null,
  ...more,
});

export const mail = (
  email: string,
  step: number,
  more: Partial<FoundOf<"mail">> = {},
): FoundOf<"mail"> => ({
  kind: "mail",
  ref: `mail:${more.direction ?? "sent"}:${more.campaign ?? "c1"}:${email}:${step}`,
  campaign: "c1",
  email,
  sender: SENDER,
  direction: "sent",
  step,
  message_id: `theirs-${step}-${email.split("@")[0]}@rival.test`,
  subject: `${step > 1 ? "Re: " : ""}Hello ${email.split("@")[0]}`,
  text: `Step ${step}`,
  html: "",
  at: daysAgo(8 - 3 * step),
  ...more,
});

/** A lead who got so many steps, with their emails. */
export const moved = (email: string, step: number): Found[] => [
  lead(email),
  place(email, step, step > 0 ? { last_sent_at: daysAgo(8 - 3 * step) } : {}),
  ...Array.from({ length: step }, (_, i) => mail(email, i + 1)),
];
