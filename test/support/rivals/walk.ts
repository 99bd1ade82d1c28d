import { setTimeout } from "node:timers/promises";
import { Found, type FoundOf } from "#modules/moving/rules/found.ts";
import type { Page, ReaderInput, RivalReader, RivalTrouble } from "#modules/moving/rules/reader.ts";

/** Asks a double over real HTTP. */
export const overHttp: ReaderInput["fetch"] = async (url, init) => {
  const response = await fetch(url, { ...init, headers: { ...init.headers } });
  return { status: response.status, headers: response.headers, text: await response.text() };
};

export type Walked = {
  readonly found: readonly Found[];
  readonly cursors: readonly (string | null)[];
  readonly requests: number;
  /** What the rates would have cost at the rival. */
  readonly waitedMs: number;
  readonly busy: number;
  readonly doing: readonly string[];
};

export type WalkOptions = {
  /** As the double's. */
  readonly speed?: number;
  /** Each page is read twice, as if it were killed before its cursor was stored. */
  readonly killed?: boolean;
  /** Without regard to the rates: only refusals stop it. */
  readonly hasty?: boolean;
  /** After each page. */
  readonly between?: (page: Page, n: number) => void;
  /** Where to go on. */
  readonly from?: string | null;
  /** Ends after so many pages, for one who goes on from the last cursor. */
  readonly pages?: number;
};

type Read = (cursor: string | null) => ReturnType<RivalReader["page"]>;

/** Reads everything, waits as the reader says, and obeys 429; every row must have its declared shape. */
export async function walk(read: Read, options: WalkOptions = {}): Promise<Walked> {
  const speed = options.speed ?? 1;
  const found: Found[] = [];
  const cursors: (string | null)[] = [];
  const doing: string[] = [];
  let cursor = options.from ?? null;
  let requests = 0;
  let waitedMs = 0;
  let busy = 0;
  const ask = async (): Promise<Page> => {
    for (let tries = 0; tries < 200; tries++) {
      requests++;
      const answer = await read(cursor);
      if ("page" in answer) return answer.page;
      if (answer.trouble.code !== "rival_busy") throw new Trouble(answer.trouble);
      busy++;
      waitedMs += answer.trouble.waitMs;
      await setTimeout(answer.trouble.waitMs / speed);
    }
    throw new Error("The double never let the reader in.");
  };
  for (let n = 0; n < (options.pages ?? 10_000); n++) {
    let page = await ask();
    if (options.killed) {
      if (page.waitMs > 0) await setTimeout(page.waitMs / speed);
      page = await ask();
    }
    for (const one of page.found) found.push(Found.parse(one));
    doing.push(page.doing);
    options.between?.(page, n);
    waitedMs += page.waitMs;
    cursors.push(page.cursor);
    if (page.cursor === null) break;
    if (page.cursor.length > 10_000) throw new Error("The cursor is too long.");
    cursor = page.cursor;
    if (page.waitMs > 0 && !options.hasty) await setTimeout(page.waitMs / speed);
  }
  return { found, cursors, requests, waitedMs, busy, doing };
}

/** What a reader could not get past. */
export class Trouble extends Error {
  readonly trouble: RivalTrouble;
  constructor(trouble: RivalTrouble) {
    super(JSON.stringify(trouble));
    this.trouble = trouble;
  }
}

/** Those of one kind, each once by its ref: a row that was read twice is one. */
export function ofKind<K extends Found["kind"]>(found: readonly Found[], kind: K): FoundOf<K>[] {
  const rows = found.filter((one): one is FoundOf<K> => one.kind === kind);
  return [...new Map(rows.map((row) => [row.ref, row])).values()];
}
