import type { z } from "zod";
import type { Found } from "#modules/moving/rules/found.ts";
import type { ReaderInput, RivalReader } from "#modules/moving/rules/reader.ts";
import type { Refused } from "./ask.ts";
import { readCursor } from "./cursor.ts";

type Road = "page" | "news";

/** What a request of a phase brought; `next` is null at its end. */
export type PhaseRead<Cursor> = {
  readonly found: readonly Found[];
  readonly next: Cursor | null;
  /** What later phases know by it, where it ends. */
  readonly known?: Partial<Cursor>;
  readonly doing: string;
};

/** The pages of a rival whose things are read one kind after the other, each in a phase of its own. */
export function inPhases<
  Cursor extends { readonly phase: string },
  Read extends PhaseRead<Cursor>,
>(rival: {
  readonly Cursor: z.ZodType<Cursor>;
  readonly order: Readonly<Record<Road, readonly string[]>>;
  readonly phases: Readonly<
    Record<string, (input: ReaderInput, cursor: Cursor) => Promise<Read | Refused>>
  >;
  /** The beginning of a phase, with what is known by then. */
  readonly begun: (phase: string, cursor: Cursor) => Cursor;
  /** What the requests of a page cost of the rival's rate, in milliseconds. */
  readonly waitMs: (read: Read, phase: string) => number;
}): Pick<RivalReader, "page" | "news"> {
  async function step(
    road: Road,
    input: ReaderInput,
    text: string | null,
    since: number,
  ): ReturnType<RivalReader["page"]> {
    const order = rival.order[road];
    const cursor = readCursor(rival.Cursor, text) ?? rival.Cursor.parse({ phase: order[0], since });
    const phase = rival.phases[cursor.phase];
    if (!phase) return { page: { found: [], cursor: null, waitMs: 0, doing: "" } };
    const read = await phase(input, cursor);
    if ("trouble" in read) return read;
    const following = order[order.indexOf(cursor.phase) + 1];
    const known = { ...cursor, ...read.known };
    const next = read.next ?? (following === undefined ? null : rival.begun(following, known));
    return {
      page: {
        found: read.found,
        cursor: next && JSON.stringify(next),
        waitMs: rival.waitMs(read, cursor.phase),
        doing: read.doing,
      },
    };
  }
  return {
    page: (input, cursor) => step("page", input, cursor, 0),
    news: (input, cursor, since) => step("news", input, cursor, since),
  };
}
