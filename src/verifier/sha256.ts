/*
 * SHA-256 (FIPS 180-4) in plain arithmetic: a page that was saved, or that a browser got without TLS,
 * has no other. Texts are ASCII, one byte a character.
 */

const ROUNDS = roundsOf();

/** The fractional parts of the cube roots of the first 64 primes, as the standard has them. */
function roundsOf(): Uint32Array {
  const rounds = new Uint32Array(64);
  let found = 0;
  for (let n = 2; found < 64; n++) {
    let isPrime = true;
    for (let by = 2; by * by <= n; by++) if (n % by === 0) isPrime = false;
    if (isPrime) rounds[found++] = (Math.cbrt(n) % 1) * 2 ** 32;
  }
  return rounds;
}

const INITIAL = [
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
];

/** The digest of an ASCII text, in hex. */
export function digestOfText(text: string): string {
  const blocks = Math.ceil((text.length + 9) / 64);
  const bytes = new Uint8Array(64 * blocks);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  bytes[text.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(bytes.length - 4, text.length << 3);
  view.setUint32(bytes.length - 8, Math.floor(text.length / 2 ** 29));
  const state = Uint32Array.from(INITIAL);
  const words = new Uint32Array(64);
  for (let block = 0; block < blocks; block++) {
    for (let i = 0; i < 16; i++) words[i] = view.getUint32(64 * block + 4 * i);
    addBlock(state, words);
  }
  return [...state].map((word) => word.toString(16).padStart(8, "0")).join("");
}

function addBlock(state: Uint32Array, words: Uint32Array): void {
  const word = (i: number): number => words[i] ?? 0;
  for (let i = 16; i < 64; i++) {
    const far = word(i - 15);
    const near = word(i - 2);
    const one = turn(far, 7) ^ turn(far, 18) ^ (far >>> 3);
    const two = turn(near, 17) ^ turn(near, 19) ^ (near >>> 10);
    words[i] = word(i - 16) + one + word(i - 7) + two;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let i = 0; i < 64; i++) {
    const chosen = (e & f) ^ (~e & g);
    const most = (a & b) ^ (a & c) ^ (b & c);
    const turned = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const one = (h + turned + chosen + (ROUNDS[i] ?? 0) + word(i)) >>> 0;
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + most) >>> 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) >>> 0, c, b, a, (one + two) >>> 0];
  }
  for (const [i, by] of [a, b, c, d, e, f, g, h].entries()) state[i] = (state[i] ?? 0) + by;
}

const turn = (word: number, by: number): number => (word >>> by) | (word << (32 - by));
