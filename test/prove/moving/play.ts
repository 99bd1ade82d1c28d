import { eq } from "drizzle-orm";
import { syncDueMailboxes } from "#modules/inbox/sync/sync-due.ts";
import { claimDueSends } from "#modules/campaigns/claim/claim-due.ts";
import { leads, suppressions } from "#modules/leads/schema/leads.ts";
import { selectMove } from "#modules/moving/moves/store.ts";
import type { Rival } from "#modules/moving/rules/found.ts";
import { NEWS_NOT_STORED } from "#modules/moving/rules/states.ts";
import { wakeDueMoves } from "#modules/moving/running/work-move.ts";
import { inWorkspace } from "#platform/ctx/ctx.ts";
import type { MoveId, WorkspaceId } from "#platform/rules/ids.ts";
import { chooser } from "#platform/rules/seed.ts";
import { HOUR_MS, MINUTE_MS } from "#platform/rules/time.ts";
import { mailFrom, returned } from "#test/support/inbox.ts";
import { MOVES, movingWorld } from "#test/support/moving-world.ts";
import {
  blockNow,
  bounceNow,
  makeAccount,
  optOutNow,
  replyNow,
  type RivalEnrolment,
} from "#test/support/rivals/account.ts";
import { booksIn, booksOf } from "#test/support/rivals/books.ts";
import { isClientOf } from "#test/support/rivals/client-of.ts";
import { startInstantly } from "#test/support/rivals/instantly.ts";
import { startLemlist } from "#test/support/rivals/lemlist.ts";
import { liveIn, type LyingMail } from "#test/support/rivals/lived.ts";
import { startSmartlead } from "#test/support/rivals/smartlead.ts";
import { mortal } from "./kills.ts";

const START = { instantly: startInstantly, smartlead: startSmartlead, lemlist: startLemlist };
/** No rate is met: the product's own waits are what it is held to, and they pass at once. */
const FREE = 1_000_000;
/** After it the product dies where the lease of its work has to lapse. */
const LAPSED_MS = 6 * MINUTE_MS;
/** How long the rival's own opt-outs may take to be read: every six hours, and the rest of a round. */
const NEWS_MS = 8 * HOUR_MS;

/** All the waits of a sequence, and some more. */
const SENDING_DAYS = 16;

export type Play = {
  readonly rival: Rival;
  readonly clients: number;
  readonly leads: number;
  readonly kills: number;
  readonly events: number;
  readonly seed: string;
};

/** One agency moves in, is killed on the way, and sends to the end of its sequences. */
export async function play({ rival, clients, kills, events, seed, ...size }: Play) {
  const w = await movingWorld({ real: true });
  const { t } = w;
  const draw = chooser(seed);
  const account = makeAccount({
    rival,
    seed,
    now: t.clock.now,
    clients: rival === "lemlist" ? 0 : clients,
    leadsPerClient: size.leads,
    mailboxesPerClient: Math.max(2, Math.ceil(size.leads / 50)),
    anytime: true,
  });
  const lived = liveIn(account, (mail) => put(w, mail));
  const server = await START[rival](account, { speed: FREE });
  const life = mortal();
  Object.assign(t.deps, {
    install: life.wrap(t.deps.install),
    db: life.wrap(t.deps.db),
    log: () => {},
  });
  let left = { kills, events };
  /** When somebody ended a sequence, and how long the product may take to hear of it. */
  const endedAt = new Map<RivalEnrolment, number>();

  const happen = (isSending: boolean): void => {
    if (left.events <= 0) return;
    left.events--;
    account.now = t.clock.now;
    const open = lived.candidates();
    const one = open[draw(open.length)];
    if (!one) return;
    const from = account.mails.length;
    // What only the rival knows is read there every six hours.
    const there = isSending ? t.clock.now + NEWS_MS : t.clock.now;
    const what = draw(isSending ? 5 : 8);
    if (what < 3) lived.tell(one, (["answer", "opt out", "bounce"] as const)[what] ?? "answer");
    else if (what === 3) optOutNow(account, one);
    else if (what === 4) blockNow(account, one.lead.client, one.lead.email);
    else if (what === 5) replyNow(account, one);
    else if (what === 6) bounceNow(account, one);
    else lived.sendThere(one);
    if (what === 5) lived.fileNew(from);
    if (what !== 7) endedAt.set(one, what < 3 ? t.clock.now : there);
  };

  const revive = (): void => {
    if (!life.state.isDead) return;
    life.restart();
    t.queue.length = 0;
    t.advance(LAPSED_MS);
  };
  const settle = async (id: number, state: string, goesOn: boolean): Promise<void> => {
    for (let n = 0; n < 100_000; n++) {
      if (left.kills > 0 && life.state.left === Number.POSITIVE_INFINITY) {
        left.kills--;
        life.arm(draw(25));
      }
      await t.drain().catch(() => {});
      revive();
      const move = await selectMove(t.deps.install, id as MoveId);
      if (move?.trouble && !["move_failed", NEWS_NOT_STORED].includes(move.trouble.code))
        throw new Error(JSON.stringify(move.trouble));
      if (move?.state === state && move.trouble === null && (move.dueAt ?? 0) <= t.clock.now) {
        if (move.dueAt === null) break;
      }
      if (goesOn && n % 3 === 0) happen(false);
      const due = Math.max(t.clock.now + 1_000, move?.dueAt ?? 0, move?.leaseUntil ?? 0);
      t.advance(due - t.clock.now);
      account.now = t.clock.now;
      await t.sweep(wakeDueMoves).catch(() => {});
      revive();
    }
    life.restart();
  };
  const asked = async (of: Promise<{ status: number; text: string }>): Promise<void> => {
    const { status, text } = await of;
    if (status >= 300) throw new Error(text);
  };

  const books = booksOf(account);
  const made = await t.post(MOVES, { rival, key: server.key, base_url: server.url });
  if (made.status !== 201) throw new Error(made.text);
  const id = made.json.id as number;
  await settle(id, "ready", false);
  await choose(w, id);
  const preview = booksIn((await t.get(`${MOVES}/${id}/preview`)).json);
  await asked(t.post(`${MOVES}/${id}/move`));
  await settle(id, "ready_to_start", true);
  // Workspaces that the move made can have mailboxes now; their leads go on from them.
  const workspaceOf = await workspacesOf(w, id);
  for (const [ref, wid] of workspaceOf) {
    const own = account.mailboxes.filter(({ client }) => isClientOf(rival, client, ref));
    await w.connect(
      own.map(({ email }) => email),
      wid,
    );
  }
  await t.sweep(syncDueMailboxes);
  await t.drain();
  await asked(t.post(`${MOVES}/${id}/move`));
  await settle(id, "ready_to_start", true);
  for (const one of account.campaigns) one.status = "paused";
  const refs = (await t.get(`${MOVES}/${id}/check`)).json.campaigns.map(
    ({ ref }: { ref: string }) => ref,
  );
  await asked(t.post(`${MOVES}/${id}/start`, { campaigns: refs }));
  await settle(id, "started", false);
  const { campaigns, mailboxes } = (await t.get(`${MOVES}/${id}/check`)).json;
  const problems = [...campaigns, ...mailboxes].flatMap(({ problem }) => problem ?? []);

  // What must come, as it stands when the product begins to send.
  const due = account.enrolments.map((one) => ({
    one,
    steps: lived.stepsLeft(one),
    thread: lived.threadOf(one),
  }));
  const sent: { mail: (typeof w.sent)[number]; at: number }[] = [];
  left = { kills: 0, events };
  for (let round = 0; round < SENDING_DAYS * 6; round++) {
    t.advance(4 * HOUR_MS);
    account.now = t.clock.now;
    if (round < 40) happen(true);
    await readNews(w, id);
    await t.sweep(syncDueMailboxes);
    await t.drain();
    let n = -1;
    // As many turns as there is something to send.
    while (n !== w.sent.length) {
      n = w.sent.length;
      await t.sweep(claimDueSends);
      await t.drain();
    }
    for (const mail of w.sent.slice(sent.length)) sent.push({ mail, at: t.clock.now });
  }
  const came = { leads: 0, strange: 0 };
  for (const [ref, wid] of workspaceOf) {
    const { db } = inWorkspace(t.deps, wid as WorkspaceId);
    const mine = new Set(
      account.leads.flatMap(({ client, email }) => (isClientOf(rival, client, ref) ? [email] : [])),
    );
    const all = new Set(account.leads.map(({ email }) => email));
    const rows = await db
      .select({ email: leads.email })
      .from(leads)
      .where(eq(leads.workspaceId, wid as WorkspaceId));
    const blocked = await db
      .select({ value: suppressions.value })
      .from(suppressions)
      .where(eq(suppressions.workspaceId, wid as WorkspaceId));
    came.leads += rows.length;
    came.strange += rows.filter(({ email }) => !mine.has(email)).length;
    came.strange += blocked.filter(
      ({ value }) => value !== null && all.has(value) && !mine.has(value),
    ).length;
  }
  await server.close();
  t.close();
  return {
    account,
    lived,
    due,
    sent,
    endedAt,
    books,
    preview,
    came,
    problems,
    killed: life.state.killed,
  };
}
export type Played = Awaited<ReturnType<typeof play>>;

type World = Awaited<ReturnType<typeof movingWorld>>;

/** Each client into a workspace of its own. */
async function choose(w: World, id: number): Promise<void> {
  const { t } = w;
  const { data } = (await t.get(`${MOVES}/${id}/clients`)).json;
  const clients = data.map(({ ref, name }: { ref: string; name: string }, i: number) =>
    data.length === 1
      ? { ref, choice: "workspace", workspace_id: w.wid }
      : { ref, choice: "new", name: name || "Other", slug: `client-${i}` },
  );
  const mapped = await t.put(`${MOVES}/${id}/clients`, { clients });
  if (mapped.status !== 200) throw new Error(mapped.text);
  const { campaigns } = (await t.get(`${MOVES}/${id}/preview`)).json;
  for (const { ref, time_zone } of campaigns) {
    if (time_zone !== null) continue;
    await t.put(`${MOVES}/${id}/campaigns/${encodeURIComponent(ref)}`, { time_zone: "UTC" });
  }
}

/** Lets the product read what is new there, page by page. */
async function readNews({ t }: World, id: number): Promise<void> {
  for (let n = 0; n < 1_000; n++) {
    await t.sweep(wakeDueMoves);
    await t.drain();
    const move = await selectMove(t.deps.install, id as MoveId);
    const next = Math.min(move?.dueAt ?? Infinity, move?.newsAt ?? Infinity);
    if (next > t.clock.now + MINUTE_MS) return;
    t.advance(Math.max(next - t.clock.now, 0) + 1_000);
  }
}

/** By the client's id there. */
async function workspacesOf({ t }: World, id: number): Promise<ReadonlyMap<string, number>> {
  const after = (await t.get(`${MOVES}/${id}/clients`)).json.data;
  return new Map(
    after.flatMap((one: { ref: string; workspace_id: number | null }) =>
      one.workspace_id === null ? [] : [[one.ref, one.workspace_id] as const],
    ),
  );
}

function put({ world }: World, mail: LyingMail): void {
  const folder = mail.folder === "Sent" ? "\\Sent" : "INBOX";
  const isSent = mail.kind === "sent";
  const base = { message_id: mail.messageId, received_at: mail.at };
  const inReplyTo = mail.inReplyTo === null ? [] : [mail.inReplyTo];
  const to = [{ address: isSent ? mail.lead : mail.mailbox, name: "" }];
  if (mail.kind === "bounce") {
    world.put(
      returned(mail.inReplyTo, { recipient: mail.lead }, { ...base, to }),
      mail.mailbox,
      folder,
    );
    return;
  }
  const from = isSent ? mail.mailbox : mail.lead;
  const { subject, text } = mail;
  world.put(
    mailFrom(from, { ...base, to, subject, text, in_reply_to: inReplyTo, references: inReplyTo }),
    mail.mailbox,
    folder,
  );
}
