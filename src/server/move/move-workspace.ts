import type { Applied, Carried, Change, Cursor, Destination, Source } from "./ends.ts";
import { type Key, keyOfRow, keyText, type Row, type Table } from "./tables.ts";

/** Where a move has come, in order. */
export const STEPS = [
  "begun",
  "watched",
  "copied",
  "compared",
  "frozen",
  "drained",
  "decided",
] as const;
export type Step = (typeof STEPS)[number];

/** Everything a move needs to know of who runs it. */
export type Course = {
  readonly move: string;
  readonly tables: readonly Table[];
  readonly source: Source;
  readonly destination: Destination;
  /** Called at each step, and with each slice: how far it is. */
  readonly reached: (step: Step, table?: string) => Promise<void>;
  /** Lets others work between two slices; rejects where the move is to end. */
  readonly pause: () => Promise<void>;
  /** Waits until nobody is under way who knows the workspace by its former place. */
  readonly settled: () => Promise<void>;
  /** Runs the last step while no sweep does. */
  readonly alone: (work: () => Promise<void>) => Promise<void>;
  /** The one statement, with what belongs into its transaction. */
  readonly decide: (carried: Carried) => Promise<void>;
  /** How long writes were held back, in milliseconds. */
  readonly froze: (ms: number) => void;
  /** To another installation: what has to be over before the last step. */
  readonly quiet?: {
    /** Waits for it, while others work. */
    readonly come: () => Promise<void>;
    /** Whether it is still so, while nobody writes. */
    readonly isThere: () => Promise<boolean>;
  };
  /** Writes are held back no longer than this, in milliseconds; then the move tries again. */
  readonly frozenMs?: number;
};

/** A move that cannot be; nothing has changed. */
export class MoveError extends Error {
  override readonly name = "MoveError";
}

/** A slice takes so long, more or less: everybody else waits meanwhile. */
const SLICE_MS = 8;
const SLICE = { least: 16, first: 200, most: 20_000 } as const;
/** Changes that are brought together. */
const CHANGES = 200;
/** With no more left, writes are held back for the rest. */
const FEW = 50;
/** `frozenMs` between two databases of one machine. */
const FROZEN_MS = 400;
const TRIES = 20;

/**
 * Copies a workspace while it is in use, holds its writes back for the last changes, and decides.
 * Killed anywhere before the decision, it goes on where it was.
 */
export async function fillAndDecide(course: Course): Promise<void> {
  const { source, destination, reached } = course;
  const cursor = await destination.begin(course.move, course.pause);
  await reached("begun");
  await source.watch();
  await reached("watched");
  await copy(course, cursor);
  await reached("copied");
  await compare(course);
  await reached("compared");
  await course.settled();
  for (let attempt = 1; ; attempt++) {
    await course.quiet?.come();
    while ((await drain(course, CHANGES)) > FEW) await course.pause();
    let isDecided = false;
    await course.alone(async () => void (isDecided = await freezeAndDecide(course)));
    if (isDecided) return;
    if (attempt === TRIES) throw new MoveError("Too much is written to it: try when it is calmer.");
    await course.pause();
  }
}

/** Behind the decision there is only forward. */
export async function clear({ source, destination, pause }: Course): Promise<void> {
  await destination.opened(pause);
  await source.clear(pause);
}

/** Before it, everything is as it was. */
export async function giveUp({ source, destination, pause }: Course): Promise<void> {
  await destination.wipe(pause);
  await source.unwatch();
}

async function copy(course: Course, from: Cursor | null): Promise<void> {
  const { source, destination, tables } = course;
  const names = tables.map(({ name }) => name);
  const first = Math.max(0, names.indexOf(from?.table ?? ""));
  let limit: number = SLICE.first;
  for (const table of tables.slice(first)) {
    for (let after = table.name === from?.table ? from.after : -1; ;) {
      const began = performance.now();
      const { rows, last } = await source.slice(table, after, limit);
      if (last === null) break;
      await destination.put(table, rows, { table: table.name, after: last });
      after = last;
      limit = nextLimit(limit, performance.now() - began);
      await course.reached("watched", table.name);
      await course.pause();
    }
    await drain(course, CHANGES);
  }
}

const nextLimit = (limit: number, tookMs: number): number =>
  tookMs > SLICE_MS
    ? Math.max(SLICE.least, Math.floor(limit / 2))
    : Math.min(SLICE.most, Math.ceil(limit * 1.5));

/** Every row is on both sides and alike, or comes with a change. */
async function compare(course: Course): Promise<void> {
  const { source, tables } = course;
  for (const table of tables) {
    let limit: number = SLICE.first;
    for (let after = -1; ;) {
      const began = performance.now();
      const { rows, last } = await source.slice(table, after, limit);
      if (last === null) break;
      if (!table.isShared) await untilSame(course, table, rows);
      after = last;
      limit = nextLimit(limit, performance.now() - began);
      await course.pause();
    }
    if (!table.isShared) await untilCounted(course, table);
  }
}

async function untilSame(course: Course, table: Table, rows: readonly Row[]): Promise<void> {
  const { source, destination } = course;
  const keys = rows.map((row) => keyOfRow(table, row));
  let there = rows;
  for (let attempt = 0; attempt < TRIES; attempt++) {
    if (await destination.holds(table, keys, there)) return;
    await drain(course, CHANGES);
    await course.pause();
    there = await source.rowsOf(table, keys);
  }
  throw new MoveError(`Rows of ${table.name} do not arrive as they are.`);
}

async function untilCounted(course: Course, table: Table): Promise<void> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const [there, here] = [await course.source.count(table), await course.destination.count(table)];
    if (there === here) return;
    await drain(course, CHANGES);
    await course.pause();
  }
  throw new MoveError(`${table.name} has another number of rows where it moves.`);
}

/** Brings the oldest changes; answers how many there were. */
async function drain(course: Course, limit: number): Promise<number> {
  const { source, destination, tables } = course;
  const changes = await source.changes(limit);
  const last = changes.at(-1);
  if (!last) return 0;
  const applied: Applied[] = [];
  for (const table of tables) {
    const keys = keysIn(changes, table);
    if (keys.length > 0) applied.push({ table, keys, rows: await source.rowsOf(table, keys) });
  }
  await destination.apply(applied);
  await source.forget(last.id);
  return changes.length;
}

const keysIn = (changes: readonly Change[], { name }: Table): readonly Key[] => [
  ...new Map(
    changes.filter(({ table }) => table === name).map(({ key }) => [keyText(key), key]),
  ).values(),
];

/** Answers whether it came to the decision in time. */
async function freezeAndDecide(course: Course): Promise<boolean> {
  const { source, destination, reached } = course;
  const began = performance.now();
  await source.freeze();
  let isDecided = false;
  try {
    await reached("frozen");
    if ((await course.quiet?.isThere()) === false) return false;
    while ((await drain(course, CHANGES)) > 0) {
      if (performance.now() - began > (course.frozenMs ?? FROZEN_MS)) return false;
    }
    await reached("drained");
    const carried = await source.carried();
    await destination.ready(carried);
    await course.decide(carried);
    isDecided = true;
  } finally {
    if (!isDecided) await source.thaw();
    course.froze(performance.now() - began);
  }
  await reached("decided");
  return isDecided;
}
