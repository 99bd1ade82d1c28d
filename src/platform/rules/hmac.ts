/*
 * HMAC-SHA256 (RFC 2104, FIPS 180-4) in plain arithmetic, for codes that are checked with every
 * hit and addresses that are looked up with every mail: each hash of node:crypto is a stream with buffers of its own, which costs a Worker ten times
 * as much. This one keeps nothing and leaves nothing to collect (decision 0012).
 */

/** A key whose own block is hashed already, for the inner hash and for the outer one. */
export type HmacKey = { readonly inner: Int32Array; readonly outer: Int32Array };

/** Of at most 64 bytes; throws a RangeError for more. */
export function hmacKey(key: Uint8Array): HmacKey {
  const padded = (pad: number): Int32Array => {
    block.fill(0).set(key);
    for (let i = 0; i < BLOCK_BYTES; i++) block[i] = (block[i] ?? 0) ^ pad;
    const state = Int32Array.from(INITIAL);
    addBlock(state);
    return state;
  };
  return { inner: padded(0x36), outer: padded(0x5c) };
}

/** The first `length` characters, at most 42, of the code of a text in UTF-8, in base64url. */
export function hmacCode(key: HmacKey, text: string, length: number): string {
  digest(key, text);
  let code = "";
  for (let bit = 0; bit < 6 * length; bit += 6) {
    const at = bit >>> 5;
    const two =
      ((state[at] ?? 0) << (bit & 31)) | (((state[at + 1] ?? 0) >>> 1) >>> (31 - (bit & 31)));
    code += ALPHABET[two >>> 26];
  }
  return code;
}

/** The code of a text in UTF-8: 64 hex digits. */
export function hmacHex(key: HmacKey, text: string): string {
  digest(key, text);
  let code = "";
  for (let i = 0; i < 8; i++) code += ((state[i] ?? 0) >>> 0).toString(16).padStart(8, "0");
  return code;
}

/** Leaves the code of a text in `state`. */
function digest(key: HmacKey, text: string): void {
  state.set(key.inner);
  // What is not ASCII comes again as one character a byte.
  if (!addText(text)) {
    state.set(key.inner);
    addText(Buffer.from(text).toString("latin1"), 0xff);
  }
  for (let i = 0; i < 8; i++) view.setInt32(4 * i, state[i] ?? 0);
  state.set(key.outer);
  endWith(DIGEST_BYTES, BLOCK_BYTES + DIGEST_BYTES);
}

const BLOCK_BYTES = 64;
const DIGEST_BYTES = 32;
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** Of whatever is being hashed: nothing here waits, so there is one at a time. */
const state = new Int32Array(8);
const block = new Uint8Array(BLOCK_BYTES);
const view = new DataView(block.buffer);
const words = new Int32Array(64);

/** Hashes characters behind a key's block. False at one above `max`; the state is void then. */
function addText(text: string, max = 0x7f): boolean {
  let at = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > max) return false;
    block[at++] = code;
    if (at < BLOCK_BYTES) continue;
    addBlock(state);
    at = 0;
  }
  endWith(at, BLOCK_BYTES + text.length);
  return true;
}

/** Hashes the first bytes of the block as the last of `length` in all. */
function endWith(bytes: number, length: number): void {
  block.fill(0, bytes);
  block[bytes] = 0x80;
  if (bytes >= BLOCK_BYTES - 8) {
    addBlock(state);
    block.fill(0);
  }
  // In bits, in 64 of them; a text is shorter than 2^28 bytes.
  view.setInt32(60, length << 3);
  addBlock(state);
}

function addBlock(to: Int32Array): void {
  for (let i = 0; i < 16; i++) words[i] = view.getInt32(4 * i);
  for (let i = 16; i < 64; i++) {
    const near = words[i - 2] ?? 0;
    const far = words[i - 15] ?? 0;
    words[i] =
      (words[i - 16] ?? 0) +
      (turn(far, 7) ^ turn(far, 18) ^ (far >>> 3)) +
      (words[i - 7] ?? 0) +
      (turn(near, 17) ^ turn(near, 19) ^ (near >>> 10));
  }
  let a = to[0] ?? 0;
  let b = to[1] ?? 0;
  let c = to[2] ?? 0;
  let d = to[3] ?? 0;
  let e = to[4] ?? 0;
  let f = to[5] ?? 0;
  let g = to[6] ?? 0;
  let h = to[7] ?? 0;
  for (let i = 0; i < 64; i++) {
    const chosen = (e & f) ^ (~e & g);
    const turned = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const one = (h + turned + chosen + (ROUNDS[i] ?? 0) + (words[i] ?? 0)) | 0;
    const most = (a & b) ^ (a & c) ^ (b & c);
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + most) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  add(to, 0, a);
  add(to, 1, b);
  add(to, 2, c);
  add(to, 3, d);
  add(to, 4, e);
  add(to, 5, f);
  add(to, 6, g);
  add(to, 7, h);
}

function add(to: Int32Array, at: number, word: number): void {
  to[at] = (to[at] ?? 0) + word;
}

const turn = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

const INITIAL = [
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
];
const ROUNDS = Int32Array.from([
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
]);
