import type { OutsideText } from "./outside-text.ts";
import { type UnixMs, unixMs } from "./ids.ts";
import { DAY_MS, MINUTE_MS, SECOND_MS } from "./time.ts";

/** No zone changes its offset twice within a chunk: the closest two changes lie 35 days apart. */
const CHUNK_MS = 30 * DAY_MS;
const KEPT_CHUNKS = 20_000;

/** An offset that holds within a chunk, or two with the moment between them. */
type Chunk = { readonly before: number; readonly change: number; readonly after: number };
const chunks = new Map<string, Map<number, Chunk>>();
const formats = new Map<string, Intl.DateTimeFormat>();
let keptChunks = 0;

/** Whether this is an IANA zone that the host knows. */
export function isTimezone(name: OutsideText): boolean {
  if (!/^[A-Za-z][\w+/-]*$/.test(name)) return false;
  try {
    formatOf(name);
    return true;
  } catch {
    return false;
  }
}

/** Milliseconds that the zone's clocks are ahead of UTC. Throws a RangeError for an unknown zone. */
export function offsetAt(zone: string, at: number): number {
  const chunk = chunkOf(zone, Math.floor(at / CHUNK_MS));
  return at < chunk.change ? chunk.before : chunk.after;
}

/** Wall-clock time as milliseconds, as if the zone were UTC. */
export const wallClock = (zone: string, at: number): number => at + offsetAt(zone, at);

/**
 * The moment of a wall-clock time: the first of a repeated one, and for a skipped one the moment
 * at which the clocks jump over it.
 */
export function momentOf(zone: string, wall: number): UnixMs {
  const early = offsetAt(zone, wall - DAY_MS);
  const late = offsetAt(zone, wall + DAY_MS);
  const first = wall - Math.max(early, late);
  if (wallClock(zone, first) === wall) return unixMs(first);
  const second = wall - Math.min(early, late);
  if (wallClock(zone, second) === wall) return unixMs(second);
  return unixMs(changeWithin(zone, wall - 2 * DAY_MS, wall + 2 * DAY_MS) ?? second);
}

/** Whether the wall clock showed this time before, since clocks were set back: `until` ends the repetition. */
export function repetition(zone: string, at: number): { readonly until: UnixMs } | null {
  const change = lastChange(zone, at);
  if (change === null) return null;
  const back = offsetAt(zone, change - 1) - offsetAt(zone, change);
  return back > 0 && at < change + back ? { until: unixMs(change + back) } : null;
}

/** The latest offset change at or before `at`, as far back as a repetition can reach. */
function lastChange(zone: string, at: number): number | null {
  const index = Math.floor(at / CHUNK_MS);
  for (const chunk of [chunkOf(zone, index), chunkOf(zone, index - 1)]) {
    if (chunk.before !== chunk.after && chunk.change <= at) {
      return at - chunk.change <= DAY_MS ? chunk.change : null;
    }
  }
  return null;
}

/** The offset change in a span shorter than a chunk, if there is one. */
export function changeWithin(zone: string, from: number, to: number): number | null {
  for (let index = Math.floor(from / CHUNK_MS); index <= Math.floor(to / CHUNK_MS); index++) {
    const { before, change, after } = chunkOf(zone, index);
    if (before !== after && change > from && change <= to) return change;
  }
  return null;
}

function chunkOf(zone: string, index: number): Chunk {
  let ofZone = chunks.get(zone);
  if (!ofZone) chunks.set(zone, (ofZone = new Map()));
  let chunk = ofZone.get(index);
  if (!chunk) {
    if (++keptChunks > KEPT_CHUNKS) {
      chunks.clear();
      keptChunks = 1;
      chunks.set(zone, (ofZone = new Map()));
    }
    chunk = measure(zone, index * CHUNK_MS);
    ofZone.set(index, chunk);
  }
  return chunk;
}

/** Finds the change in a chunk, counting a change at its very start to the chunk itself. */
function measure(zone: string, start: number): Chunk {
  let low = start - 1;
  let high = start + CHUNK_MS - 1;
  const before = askOffset(zone, low);
  const after = askOffset(zone, high);
  if (before === after) return { before, change: start, after };
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (askOffset(zone, middle) === before) low = middle;
    else high = middle;
  }
  return { before, change: high, after };
}

/** Asks the host's zone data; slow, so only `measure` does. */
function askOffset(zone: string, at: number): number {
  const name = formatOf(zone).format(at);
  const match = /GMT(?:([+-])(\d{1,2}):?(\d{2})?(?::?(\d{2}))?)?/.exec(name);
  if (!match) throw new RangeError(`no offset of ${zone} in ${name}`);
  const [, sign, hours = "0", minutes = "0", seconds = "0"] = match;
  const size = (Number(hours) * 60 + Number(minutes)) * MINUTE_MS + Number(seconds) * SECOND_MS;
  return sign === "-" ? -size : size;
}

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      timeZoneName: "longOffset",
      year: "numeric",
    });
    formats.set(zone, format);
  }
  return format;
}
