/** Random numbers that are the same for the same seed (sfc32), from 0 to 1. */
export function chance(seed: number): () => number {
  let [a, b, c, d] = [0x9e3779b9 ^ seed, (0x243f6a88 + seed) | 0, 0xb7e15162 | 0, 1];
  const next = (): number => {
    const t = (a + b + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + t) | 0;
    return (t >>> 0) / 4_294_967_296;
  };
  for (let i = 0; i < 20; i++) next();
  return next;
}

/** A number of the normal curve (Box and Muller). */
export const normal = (draw: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - draw())) * Math.cos(2 * Math.PI * draw());

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Infinity;
}

/** Of so many, in percent with one digit. */
export const percentOf = (part: number, all: number): number =>
  Math.round((1000 * part) / all) / 10;
