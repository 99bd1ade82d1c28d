/*
 * The layout of disposable.bin, little endian: four words of header (magic, how many fingerprints,
 * octets of text, version), one octet for each bucket with the number of its fingerprints, the
 * fingerprints bucket by bucket, and as text those of the names that stand only for themselves, a
 * line each.
 *
 * A name is hashed from its last character to its first, in two lanes, so that the states met at
 * its dots are the hashes of its parents: one pass tests them all.
 */
export const MAGIC = 0x31_54_44_4f;
export const HEADER_WORDS = 4;
export const BUCKET_BITS = 17;
export const BUCKETS = 2 ** BUCKET_BITS;

export const START_A = 0x811c9dc5 | 0;
export const START_B = 0x9747b28c | 0;
/** FNV-1a; decides the bucket. */
export const stepA = (a: number, c: number): number => Math.imul(a ^ c, 0x01000193);
/** After MurmurHash2; makes the fingerprint. */
export const stepB = (b: number, c: number): number => {
  const mixed = Math.imul(b ^ c, 0x5bd1e995);
  return mixed ^ (mixed >>> 15);
};

/** MurmurHash3's last mix: every bit of a state moves every bit of the outcome. */
const spread = (h: number): number => {
  let x = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return x ^ (x >>> 16);
};
export const bucketOf = (a: number): number => spread(a) >>> (32 - BUCKET_BITS);
export const fingerprintOf = (b: number): number => spread(b) >>> 0;
