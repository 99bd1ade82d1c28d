import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { has } from "#test/support/needs.ts";
import { REAL_MAIL_PARTS } from "#test/support/mail/real-mail.ts";
import { type Books, booksOf } from "#test/support/rivals/books.ts";
import { type Api, createApi } from "../api.ts";
import { dueFrom } from "../moving/tables.ts";
import type { Progress } from "../progress.ts";
import { differs, type Row, row } from "../report.ts";
import type { DemoResult } from "../run.ts";
import { SETTINGS } from "../world.ts";
import { type AgencySize, makeAccounts, openSources, type Source } from "./accounts.ts";
import { connectClient, countActive, enterApps, hurry } from "./connect.ts";
import { goOn, stopThere } from "./life.ts";
import { type AgencyMail, openMail, PASSWORD } from "./mail.ts";
import { type MortalProduct, startMortal } from "./mortal-product.ts";
import {
  checked,
  choose,
  clientsOf,
  type Move,
  type MovedClient,
  openMoves,
  start,
  takeOver,
  unsettled,
} from "./moves.ts";
import { clientRows, movedRows } from "./reckon.ts";

export type AgencyDemoOptions = AgencySize & {
  readonly host: "node" | "worker";
  readonly databases: "one" | "per_workspace";
  readonly mail: "sandbox" | "dovecot" | null;
  /** How many times faster than true ones the rivals' clocks go. */
  readonly speed: number;
  /** Leaves everything up until the signal. */
  readonly keep: boolean;
  readonly progress: Progress;
  readonly signal?: AbortSignal;
};

const OWNER = { name: "Olivia Owner", email: "olivia@agency.test", password: PASSWORD };
/** An afternoon move is over within this time. */
const MOST_MINUTES = 45;
const KILLS = 3;
const PAUSE_MS = 1_000;
/** What is too much comes within it; equal figures must stay so. */
const STEADY_MS = 8_000;
const FIGURES_MS = 240_000;

const Registered = z.object({ workspace: z.object({ id: z.int() }) });
const Total = z.object({ pagination: z.object({ total: z.int() }) });

/**
 * An agency moves in from three rivals in the middle of its sequences, with all of its mailboxes, while
 * people answer and leave on both sides and the product is killed. What leaves is counted by the servers
 * of the recipients, and held against the rivals' books.
 */
export async function runAgencyDemo(options: AgencyDemoOptions): Promise<DemoResult> {
  const { host, databases, progress, keep, signal } = options;
  const mailKind =
    options.mail ?? (REAL_MAIL_PARTS.every((part) => has(part)) ? "dovecot" : "sandbox");
  const began = performance.now();
  const accounts = makeAccounts(options);
  const mail = await openMail(
    accounts.map(({ account }) => account),
    mailKind,
  );
  let sources: Source[] = [];
  let product: MortalProduct | null = null;
  try {
    sources = await openSources(accounts, options.speed, (one) => mail.put(one));
    await mail.settle();
    product = await startMortal(host, { ...SETTINGS, ...mail.environment, DATABASES: databases });
    mail.lab.welcome(product.url);
    progress.say(
      `the product runs on ${host} at ${product.url}; mailboxes with passwords lie at ${mailKind === "dovecot" ? "Dovecot and Postfix" : "a mail server in memory"}`,
    );
    const road = openRoad(product, mail, options);
    const { minutes, rows } = await play(road, sources, began);
    progress.say(
      `${minutes} minutes, with rivals at ${options.speed} times their pace; what was read takes ${minutesAt(sources)} at theirs`,
    );
    if (keep) {
      progress.say(`everything stays up at ${product.url}: ${OWNER.email}, ${PASSWORD}`);
      await wait(2 ** 31 - 1, undefined, signal ? { signal } : {}).catch(() => {});
    }
    return {
      rows: [
        ...rows,
        row(
          `minutes, at most ${MOST_MINUTES}`,
          "within",
          minutes <= MOST_MINUTES ? "within" : minutes,
        ),
      ],
      problems: road.problems,
      log: product.lines(),
    };
  } catch (cause) {
    for (const line of product?.lines().slice(-20) ?? []) progress.say(line);
    throw cause;
  } finally {
    progress.end();
    await product?.stop();
    for (const { server } of sources) await server.close();
    await mail.stop();
  }
}

type Road = Pick<AgencyDemoOptions, "progress" | "signal"> & {
  readonly api: Api;
  readonly product: MortalProduct;
  readonly mail: AgencyMail;
  readonly problems: string[];
  readonly pause: () => Promise<unknown>;
  /** Kills of the product so far, and the longest way back, in seconds. */
  readonly killed: { times: number; longest: number };
  most: number;
};

function openRoad(
  product: MortalProduct,
  mail: AgencyMail,
  { progress, signal }: AgencyDemoOptions,
): Road {
  return {
    progress,
    product,
    mail,
    api: createApi(product.url),
    problems: [],
    pause: () => wait(PAUSE_MS, undefined, signal ? { signal } : {}),
    killed: { times: 0, longest: 0 },
    most: 0,
    ...(signal && { signal }),
  };
}

async function play(
  road: Road,
  sources: readonly Source[],
  began: number,
): Promise<{ minutes: number; rows: Row[] }> {
  const { api, mail, progress, product } = road;
  await api.call("POST", "/auth/register", Registered, OWNER);
  await enterApps(api, mail);

  const moves = await openMoves(api, sources);
  await settled(road, moves, "ready", { kills: 1 });
  const books = sources.map(({ account }) => booksOf(account));
  const previews: Books[] = [];
  for (const move of moves) previews.push(await choose(api, move));
  progress.say(
    `read ${sum(previews, ({ leads }) => leads)} leads of ${sources.length} accounts: which takes ${minutesAt(sources)} minutes at the rivals' own pace`,
  );

  for (const move of moves) await takeOver(api, move);
  await settled(road, moves, "ready_to_start", {
    kills: 2,
    meanwhile: () => sources.forEach(goOn),
  });
  const clients: MovedClient[] = [];
  for (const move of moves) clients.push(...(await clientsOf(api, move)));
  progress.say(`took ${clients.length} clients over; meanwhile people answered and left`);

  for (const [n, client] of clients.entries()) {
    await connectClient(api, mail, client);
    progress.show(`${n + 1} of ${clients.length} clients have their mailboxes`);
  }
  const mailboxes = sum(clients, (one) => one.mailboxes.length);
  await until(road, async () => {
    const active = await countActive(api, clients);
    return active === mailboxes ? null : `${active} of ${mailboxes} mailboxes are active`;
  });
  progress.say(`connected ${mailboxes} mailboxes by organisations and files`);
  await mail.settle();
  for (const move of moves) await takeOver(api, move);
  await settled(road, moves, "ready_to_start", { kills: 2 });
  progress.say("read the folders of all mailboxes");
  for (const client of clients) await hurry(api, client);

  const early = [];
  for (const move of moves) early.push(await start(api, move));
  for (const source of sources) {
    goOn(source);
    stopThere(source);
  }
  await mail.settle();
  progress.say("it went on there for a while, and is stopped there now");
  for (const move of moves) await start(api, move);
  await settled(road, moves, "started", {});
  const due = sources.map(({ account, lived }) => dueFrom(account, lived));
  const expected = sum(due, (one) => one.length);
  progress.say(`started all campaigns: ${expected} mails are due`);
  await sent(road, expected);
  const minutes = Math.ceil((performance.now() - began) / 60_000);
  progress.say(`${mail.mails.length} mails arrived; the move took ${minutes} minutes`);

  const each: Parameters<typeof movedRows>[0][number][] = [];
  for (const [n, move] of moves.entries()) {
    const { source } = move;
    const [before, preview] = [books[n], previews[n]];
    if (!before || !preview) throw new Error(`${source.mark} was not read`);
    const { read, problems } = await checked(api, move);
    road.problems.push(...problems);
    const own = new Set(source.account.mailboxes.map(({ email }) => email));
    const seen = {
      books: before,
      preview,
      moved: {
        leads: await countLeads(
          api,
          clients.filter((one) => one.source === source),
        ),
      },
      early: early[n] ?? "",
      read,
      mails: mail.mails.filter(({ from }) => own.has(from)),
    };
    each.push({ source, due: due[n] ?? [], seen });
  }
  const moved = movedRows(each);
  const rows = await steady(road, async () => [
    ...moved,
    ...(await clientRows(api, clients, mail.mails)),
    row("mailboxes active in the end", mailboxes, await countActive(api, clients)),
    row("kills of the product", product.killAndRestart ? KILLS : 0, road.killed.times),
  ]);
  progress.say(
    `the product held at most ${road.most} MB, and was back ${road.killed.longest.toFixed(1)} s after a kill at the latest`,
  );
  return { minutes, rows };
}

const sum = <T>(all: readonly T[], of: (one: T) => number): number =>
  all.reduce((total, one) => total + of(one), 0);

/** Accounts of one rival with a key of their own are read side by side, workspaces of an agency four at a time. */
const minutesAt = (sources: readonly Source[]): number =>
  Math.ceil(Math.max(...sources.map(({ server }) => server.secondsAtTrueRates(4))) / 60);

/** Until all moves are in a state; kills the product on the way, up to so many times in all, and lets life go on meanwhile. */
async function settled(
  road: Road,
  moves: readonly Move[],
  state: string,
  { kills = 0, meanwhile }: { kills?: number; meanwhile?: () => void },
): Promise<void> {
  let looks = 0;
  await until(road, async () => {
    const left = await unsettled(road.api, moves, state);
    looks++;
    if (looks === 1) meanwhile?.();
    if (looks === 2 && left.length > 0 && road.killed.times < kills) await strike(road);
    return left.length === 0 ? null : `${left.length} moves: ${left[0]}`;
  });
}

async function strike({ product, progress, killed }: Road): Promise<void> {
  if (product.killAndRestart === null) return;
  const seconds = await product.killAndRestart();
  killed.times++;
  killed.longest = Math.max(killed.longest, seconds);
  progress.say(`killed the product; it was back after ${seconds.toFixed(1)} s`);
}

/** Until nothing more comes; the product is killed in the middle. */
async function sent(road: Road, expected: number): Promise<void> {
  const { mail } = road;
  let last = -1;
  let since = Date.now();
  await until(road, async () => {
    const count = mail.mails.length;
    if (count !== last) [last, since] = [count, Date.now()];
    if (count > expected / 3 && road.killed.times < KILLS) await strike(road);
    const isOver =
      count >= expected ? Date.now() - since > STEADY_MS : Date.now() - since > 180_000;
    return isOver ? null : `${count} of ${expected} mails`;
  });
}

async function countLeads(api: Api, clients: readonly MovedClient[]): Promise<number> {
  let leads = 0;
  for (const { workspaceId } of clients) {
    const at = `/workspaces/${workspaceId}/leads?limit=1`;
    leads += (await api.call("GET", at, Total)).pagination.total;
  }
  return leads;
}

/** Asks until nothing is left to wait for. */
async function until(road: Road, left: () => Promise<string | null>): Promise<void> {
  for (const end = Date.now() + MOST_MINUTES * 60_000; ;) {
    const what = await left();
    road.most = Math.max(road.most, road.product.megabytes() ?? 0);
    if (what === null) return;
    if (Date.now() > end) throw new Error(`not within ${MOST_MINUTES} minutes: ${what}`);
    road.progress.show(what);
    await road.pause();
  }
}

async function steady(road: Road, reckon: () => Promise<Row[]>): Promise<Row[]> {
  const end = Date.now() + FIGURES_MS;
  let equalSince: number | null = null;
  for (;;) {
    const rows = await reckon();
    const differing = rows.filter(differs).length;
    equalSince = differing > 0 ? null : (equalSince ?? Date.now());
    if (equalSince !== null && Date.now() - equalSince > STEADY_MS) return rows;
    if (Date.now() > end) return rows;
    road.progress.show(`${differing} figures differ yet`);
    await road.pause();
  }
}
