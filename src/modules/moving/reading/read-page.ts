import { NEWS_NOT_STORED, RIVAL_NAMES, RIVAL_URLS } from "#modules/moving/rules/states.ts";
import type { Found } from "#modules/moving/rules/found.ts";
import { Found as FoundShape } from "#modules/moving/rules/found.ts";
import type { Page, ReaderInput, RivalFetch, RivalTrouble } from "#modules/moving/rules/reader.ts";
import type { MovePatch, MoveRow } from "#modules/moving/moves/store.ts";
import { progress, whileLeased } from "#modules/moving/moves/store.ts";
import { keyPlace } from "#modules/moving/moves/access.ts";
import { rivalReaders } from "#modules/moving/hooks.ts";
import type { Deps } from "#platform/ctx/ctx.ts";
import { describe } from "#platform/ctx/log.ts";
import { runBatch } from "#platform/db/db.ts";
import { DAY_MS, HOUR_MS, later, MINUTE_MS } from "#platform/rules/time.ts";
import { keepFound } from "./found-store.ts";

const TIMEOUT_MS = 30_000;
const MAX_BYTES = 20 * 1024 * 1024;
/** Things that are stored at once: some dozen milliseconds. */
const PORTION = 2_000;

/** What a piece of work says: how the row goes on. Null: the lease was lost. */
export type Worked = { readonly waitMs: number; readonly goesOn: boolean } | null;

/** How a reader asks: as ourselves, guarded, with the limits of one answer. */
export const fetchFor =
  (deps: Pick<Deps, "egress">): RivalFetch =>
  async (url, { method = "GET", headers = {}, body }) => {
    const result = await deps.egress.send({
      url,
      method,
      headers: { "User-Agent": "Outrider (move in)", ...headers },
      body: body ?? null,
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
    });
    if (!result.ok) return { status: 0, headers: new Headers(), text: result.error };
    const { status, body: text, retryAfter, contentType } = result.reply;
    const answered = new Headers();
    if (retryAfter !== null) answered.set("retry-after", retryAfter);
    if (contentType != null) answered.set("content-type", contentType);
    return { status, headers: answered, text };
  };

/** What a reader is given; null where no key is left. */
export async function readerInput(deps: Deps, move: MoveRow): Promise<ReaderInput | null> {
  if (move.key === null) return null;
  return {
    fetch: fetchFor(deps),
    key: await deps.vault.open(move.key, keyPlace(move.hash)),
    baseUrl: move.baseUrl ?? RIVAL_URLS[move.rival],
    now: deps.now(),
  };
}

/** Reads the next page of the rival and keeps it; its cursor moves in the same batch. */
export async function readPage(deps: Deps, move: MoveRow, token: string): Promise<Worked> {
  const input = await readerInput(deps, move);
  const reader = deps.hooks.one(rivalReaders)()[move.rival];
  if (!input) return note(deps, move, token, KEY_GONE);
  const answer = await reader.page(input, move.cursor);
  if ("trouble" in answer) return note(deps, move, token, answer.trouble);
  const { page } = answer;
  const isOver = page.cursor === null;
  const now = deps.now();
  const next = isOver ? afterReading(move, now) : { dueAt: later(now, page.waitMs) };
  return keep(deps, move, token, page, {
    cursor: page.cursor,
    doing: page.doing,
    requests: move.requests + 1,
    waitedMs: move.waitedMs + page.waitMs,
    ...next,
  });
}

/** Where a move goes on when everything was read. */
export function afterReading(
  move: Pick<MoveRow, "goal" | "newsSince" | "readStartedAt" | "requests">,
  now: ReturnType<Deps["now"]>,
): MovePatch {
  const read = {
    readAt: now,
    doing: "",
    lastRequests: move.requests + 1,
    newsSince: move.readStartedAt ?? now,
  };
  return move.goal === "read"
    ? { ...read, state: "ready", dueAt: null }
    : { ...read, state: "moving", dueAt: now };
}

/** Reads what came since the last reading: who may no longer be written to. */
export async function readNews(deps: Deps, move: MoveRow, token: string): Promise<Worked> {
  const input = await readerInput(deps, move);
  const now = deps.now();
  if (!input || move.newsSince === null) {
    return settleMove(deps, move, token, { newsAt: null });
  }
  const reader = deps.hooks.one(rivalReaders)()[move.rival];
  // An hour more: clocks differ, and a rival may be late with its own figures.
  const answer = await reader.news(input, move.newsCursor, move.newsSince - HOUR_MS);
  if ("trouble" in answer) return note(deps, move, token, answer.trouble, "newsAt");
  const { page } = answer;
  const isOver = page.cursor === null;
  // What a page brings is stored before the next one is read: an agency's pages take an hour.
  const next: MovePatch = {
    newsCursor: page.cursor,
    ...(isOver
      ? { newsSince: now, newsAt: nextNews(move, now) }
      : { newsAt: later(now, page.waitMs) }),
    ...((isOver || page.found.length > 0) && move.dueAt === null && { dueAt: now }),
  };
  try {
    return await keep(deps, move, token, page, next);
  } catch (cause) {
    deps.log("move.news_not_stored", { moveId: move.id, cause: describe(cause) }, "warn");
    return notStored(deps, move, token);
  }
}

/** Who opted out is known and could not be noted: campaigns of the move write to nobody until it is. */
const notStored = (deps: Deps, move: MoveRow, token: string): Promise<Worked> =>
  settleMove(deps, move, token, {
    trouble: {
      code: NEWS_NOT_STORED,
      detail: `What came from ${RIVAL_NAMES[move.rival]} since the start could not be stored. Its campaigns wait, and it is tried again.`,
    },
    troubles: move.troubles + 1,
    newsAt: later(deps.now(), backoffOf(move)),
  });

/** Longer with each trouble that follows another. */
export const backoffOf = ({ troubles }: Pick<MoveRow, "troubles">): number =>
  Math.min(MINUTE_MS * 2 ** Math.min(troubles, 6), HOUR_MS);

const NEWS_EVERY_MS = 6 * HOUR_MS;

/** When the rival is asked again; null once the time is over. */
export const nextNews = (
  move: Pick<MoveRow, "watchUntil">,
  now: ReturnType<Deps["now"]>,
): MoveRow["newsAt"] => {
  const next = later(now, NEWS_EVERY_MS);
  return move.watchUntil !== null && next <= move.watchUntil ? next : null;
};

const KEY_GONE: RivalTrouble = {
  code: "rival_key_refused",
  detail: "The key was deleted. Give a key, or upload files.",
};

async function keep(
  deps: Deps,
  move: MoveRow,
  token: string,
  page: Page,
  patch: MovePatch,
): Promise<Worked> {
  const { install } = deps;
  const now = deps.now();
  const leased = whileLeased(move.id, token);
  let found = page.found;
  // A page of an honest rival has 100 to 1,000 rows. A larger one is stored before the cursor moves, a portion at
  // a time, so that the service answers between them; after a kill the page is read again, and changes nothing.
  for (; found.length > PORTION; found = found.slice(PORTION)) {
    const some = found.slice(0, PORTION).map((one) => shaped(one, move));
    await runBatch(install, keepFound(install, move.id, some, now, leased));
    await deps.wait(0);
  }
  const rest = found.map((one) => shaped(one, move));
  const results = await runBatch(install, [
    ...keepFound(install, move.id, rest, now, leased),
    progress(install, move.id, token, { ...patch, trouble: null, troubles: 0, updatedAt: now }),
  ]);
  if ((results.at(-1) as unknown[]).length === 0) return null;
  return { waitMs: page.waitMs, goesOn: patch.state === undefined && page.cursor !== null };
}

/** In one order of its fields, so that a second reading of the same is the same text. */
function shaped(found: Found, move: Pick<MoveRow, "rival">): Found {
  const read = FoundShape.safeParse(found);
  if (read.success) return read.data;
  const issue = read.error.issues[0];
  return {
    kind: "fault",
    ref: `shape:${found.kind}:${found.ref}`.slice(0, 200),
    where: `${RIVAL_NAMES[move.rival]}, ${found.kind}`,
    line: null,
    column: issue?.path.join(".") ?? null,
    reason: issue?.message ?? "It could not be read.",
  };
}

/** Trouble shows in the move; what passes is tried again, what needs a person waits for one. */
export async function note(
  deps: Deps,
  move: MoveRow,
  token: string,
  trouble: RivalTrouble,
  when: "dueAt" | "newsAt" = "dueAt",
): Promise<Worked> {
  const now = deps.now();
  if (trouble.code === "rival_busy") {
    const waitMs = Math.min(Math.max(trouble.waitMs, 1_000), DAY_MS);
    return settleMove(deps, move, token, {
      waitedMs: move.waitedMs + waitMs,
      [when]: later(now, waitMs),
    });
  }
  const waits = trouble.code !== "rival_unavailable";
  return settleMove(deps, move, token, {
    trouble: { code: trouble.code, detail: trouble.detail },
    troubles: move.troubles + 1,
    [when]:
      waits && when === "dueAt"
        ? null
        : later(now, when === "newsAt" ? NEWS_EVERY_MS : backoffOf(move)),
  });
}

/** Moves the row on and stops for now. */
export async function settleMove(
  deps: Deps,
  move: MoveRow,
  token: string,
  patch: MovePatch,
): Promise<Worked> {
  const { install } = deps;
  const updatedAt = deps.now();
  const results = await runBatch(install, [
    progress(install, move.id, token, { ...patch, updatedAt }),
  ]);
  if ((results.at(-1) as unknown[]).length === 0) return null;
  return { waitMs: 0, goesOn: false };
}
