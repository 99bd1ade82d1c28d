import { readFileSync } from "node:fs";
import { z } from "zod";
import { MINUTE_MS, SECOND_MS } from "#platform/rules/time.ts";
import type { ScriptedSmtp } from "#test/support/mail/scripted-smtp.ts";
import type { Change } from "./copy.ts";
import { sleep, until, type World } from "./world.ts";

const EVENTS = "/api/v1/workspaces/1/events";
/** A program that follows events asks so often: fewer times than it may in a minute. */
const FOLLOW_MS = 900;
const Page = z.object({ data: z.array(z.object({ id: z.int() })) });

/** What goes on beside a campaign while processes are killed, until `isOver`. */
type Beside = { readonly isOver: () => boolean };

/** Follows the events at one process, by the id of the last one; asks again where it is away. */
export function follow(url: string, key: string, { isOver }: Beside) {
  const ids: number[] = [];
  const ended = (async () => {
    while (!isOver()) {
      const answer = await fetch(`${url}${EVENTS}?after=${ids.at(-1) ?? 0}&limit=100`, {
        headers: { authorization: `Bearer ${key}` },
        signal: AbortSignal.timeout(20_000),
      }).catch(() => null);
      const page = Page.safeParse(answer?.ok ? await answer.json().catch(() => null) : null);
      if (page.success) ids.push(...page.data.data.map(({ id }) => id));
      await sleep(FOLLOW_MS);
    }
  })();
  return { ids: ids as readonly number[], ended };
}

/** Every tenth person unsubscribes as mailbox providers do, by the link of the mail, until it is answered. */
export function leave(smtp: ScriptedSmtp, { isOver }: Beside) {
  const gone = new Set<string>();
  const leaving = () =>
    smtp.accepted.filter(({ to }) => Number(/^lead(\d+)@/.exec(to[0] ?? "")?.[1]) % 10 === 0);
  const ended = (async () => {
    while (!isOver()) {
      for (const { to, raw } of leaving()) {
        const who = to[0] ?? "";
        const header = raw.replace(/\r\n[ \t]+/g, " ");
        const link = /^list-unsubscribe:\s*<([^>]+)>/im.exec(header)?.[1];
        if (gone.has(who) || link === undefined) continue;
        const body = new URLSearchParams({ "List-Unsubscribe": "One-Click" });
        const answer = await fetch(link, { method: "POST", body }).catch(() => null);
        if (answer?.ok) gone.add(who);
      }
      await sleep(100);
    }
  })();
  return { gone: gone as ReadonlySet<string>, leaving: () => leaving().length, ended };
}

/** A key that asks as fast as it is answered: what was granted, refused, and broken off by a kill. */
export function askTooOften(
  url: string,
  key: string,
  { times, atOnce, limit, isOver }: Beside & { times: number; atOnce: number; limit: number },
) {
  const answers = { granted: 0, refused: 0, cut: 0 };
  /** What was granted in each window, as its answers tell when it ends. */
  const windows = new Map<number, number>();
  let left = times;
  const ask = async (): Promise<void> => {
    while (left-- > 0 && !isOver()) {
      const answer = await fetch(`${url}${EVENTS}?limit=1`, {
        headers: { authorization: `Bearer ${key}` },
        signal: AbortSignal.timeout(60_000),
      }).catch(() => null);
      await answer?.text().catch(() => "");
      const endsAt = Date.now() + Number(answer?.headers.get("x-ratelimit-reset")) * SECOND_MS;
      const window = Math.round(endsAt / MINUTE_MS);
      if (answer?.status === 200) {
        answers.granted++;
        windows.set(window, (windows.get(window) ?? 0) + 1);
      } else if (answer?.status === 429) answers.refused++;
      else answers.cut++;
    }
  };
  const ended = Promise.all(Array.from({ length: atOnce }, ask));
  return {
    answers: answers as Readonly<typeof answers>,
    /** The most that was granted in one window. */
    most: (): number => Math.max(0, ...windows.values()),
    tooMany: (): string | undefined => {
      const found = Math.max(0, ...windows.values());
      return found > limit ? `${found} requests were granted in a minute, not ${limit}` : undefined;
    },
    ended,
  };
}

/** An import link that somebody else's clock makes due, and its runs. */
export function dueLink(world: Pick<World, "rows">, stillMs: number) {
  const one = async (query: string): Promise<number> =>
    Number(Object.values((await world.rows(query))[0] ?? {})[0]);
  const runs = (): Promise<number> => one("SELECT count(*) FROM jobs WHERE kind = 'link'");
  const open = `SELECT (SELECT count(*) FROM jobs WHERE kind = 'link' AND state = 'running')
    + (SELECT count(*) FROM import_links WHERE next_at <= unixepoch() * 1000)`;
  const settled = async (before: number): Promise<void> => {
    const isSettled = async (): Promise<boolean> =>
      (await runs()) > before && (await one(open)) === 0;
    if (!(await until(isSettled, stillMs, 100))) throw new Error("a link that was due did not run");
  };
  return {
    settled,
    /** Has it come due so often, each time once its last run is over; answers how often it ran. */
    async comeDue(times: number, pauseMs: () => number): Promise<number> {
      const before = await runs();
      for (let time = 0; time < times; time++) {
        await sleep(pauseMs());
        await world.rows(`UPDATE import_links SET next_at = ${Date.now()}`);
        await settled(before + time);
      }
      return (await runs()) - before;
    },
  };
}

const WATCH_MS = 10 * SECOND_MS;
/** A machine that stands still for most of a turn lets it lapse. */
const MOST_OVERLAPS = 2;

/** A tick that ended; one that was killed has no end. */
type Tick = { readonly pid: string; readonly from: number; readonly to: number | null };

/** The ticks of all processes, as a copy with `changes` notes them in `file`. */
export function noteTicks(file: string, everyMs: number) {
  const note = (what: "begin" | "end"): string =>
    `process.getBuiltinModule("node:fs").appendFileSync(${JSON.stringify(file)}, Date.now() + " " + process.pid + " ${what}\\n");`;
  const last =
    "  for (const db of await dueDatabases(deps)) await turn(OF_DATABASES, { ...deps, db });";
  const changes: readonly Change[] = [
    { from: "  usedOnlyBy(null);", to: `  usedOnlyBy(null); ${note("begin")}` },
    { from: last, to: `${last} ${note("end")}` },
  ].map((change) => ({ file: "src/app/jobs/tick.ts", ...change }));
  // Turns are 0.9 of a tick apart at least; two more stand at the edges.
  const most = Math.ceil(WATCH_MS / (0.9 * everyMs)) + 2;
  const read = (): readonly Tick[] => {
    const ticks: { pid: string; from: number; to: number | null }[] = [];
    for (const line of readOrEmpty(file).split("\n")) {
      const [at = "", pid = "", what = ""] = line.split(" ");
      if (what === "begin") ticks.push({ pid, from: Number(at), to: null });
      const ended = ticks.findLast((tick) => tick.pid === pid && tick.to === null);
      if (what === "end" && ended) ended.to = Number(at);
    }
    return ticks;
  };
  return {
    changes,
    read,
    /** Whether more began within ten seconds than one process makes, or several went on at once. */
    tooMany(): string | undefined {
      const ticks = read();
      const within = ticks.map(
        ({ from }) => ticks.filter((one) => one.from >= from && one.from < from + WATCH_MS).length,
      );
      const found = Math.max(0, ...within);
      if (found > most) return `${found} ticks within ${WATCH_MS / SECOND_MS} s`;
      const amid = ticks.filter(({ pid, from }) =>
        ticks.some((one) => one.pid !== pid && one.from < from && (one.to ?? 0) > from),
      ).length;
      return amid > MOST_OVERLAPS ? `${amid} ticks began amid another process's` : undefined;
    },
    /** The longest time without one. */
    silence(): number {
      const ticks = read();
      return Math.max(0, ...ticks.slice(1).map(({ from }, i) => from - (ticks[i]?.from ?? from)));
    },
  };
}

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    // Nothing was noted yet.
    return "";
  }
}
