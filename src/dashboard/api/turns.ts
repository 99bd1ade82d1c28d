/**
 * A page asks by itself once in so many ms, however much of it moves. Above a quarter of a minute: a
 * timer that fires late must not bring a fifth request into any minute.
 */
export const BEAT_MS = 18_000;

/** One of the things of a page that move. */
export type Turn = {
  /** Its place among them, from 0 on, and how many there are. */
  readonly place: number;
  readonly of: number;
  /** How often it would like to be asked, in ms. */
  readonly wishMs: number;
};

/** How long, in ms, one round takes in which each is asked once: about as long as wished, or longer for many. */
export const roundMs = ({ of, wishMs }: Pick<Turn, "of" | "wishMs">): number =>
  Math.ceil(wishMs / (of * BEAT_MS)) * of * BEAT_MS;

/** When, in ms, it is its turn after an answer of `answeredAt`: no two have theirs in the same beat. */
export function turnAfter(answeredAt: number, turn: Turn): number {
  const round = roundMs(turn);
  const own = turn.place * BEAT_MS;
  // A turn that comes just after the answer is left out, and no more than that.
  const rest = Math.min(BEAT_MS, round / 2);
  return Math.ceil((answeredAt - own + rest) / round) * round + own;
}
