/** Of a curve's numbers in octets, by its id in COSE (RFC 9053, 7.1): P-256, P-384, P-521. */
const COMPONENT_LENGTHS: ReadonlyMap<number, number> = new Map([
  [1, 32],
  [2, 48],
  [3, 66],
]);
const SEQUENCE = 0x30;
const INTEGER = 0x02;

/**
 * The signature of a passkey as WebCrypto takes it: r and s one after the other, each as long as the
 * curve's numbers. It comes as a DER sequence of two integers (RFC 3279, 2.2.3). Throws for anything else.
 *
 * The bundle has it in place of the same function of `@simplewebauthn/server`, which brings three packages
 * for all of ASN.1 along.
 */
export function unwrapEC2Signature(
  signature: Uint8Array<ArrayBuffer>,
  curve: number,
): Uint8Array<ArrayBuffer> {
  const length = COMPONENT_LENGTHS.get(curve);
  if (length === undefined) throw new Error(`unexpected curve ${curve}`);
  const whole = valueAt(signature, 0, SEQUENCE);
  const r = valueAt(signature, whole.from, INTEGER);
  const s = valueAt(signature, r.to, INTEGER);
  if (whole.to !== signature.length || s.to !== whole.to) throw malformed();
  const raw = new Uint8Array(2 * length);
  for (const [i, { from, to }] of [r, s].entries()) {
    const digits = unsigned(signature.subarray(from, to));
    if (digits.length > length) throw malformed();
    raw.set(digits, (i + 1) * length - digits.length);
  }
  return raw;
}

/** Where the value of this kind that begins at `at` lies. */
function valueAt(bytes: Uint8Array, at: number, kind: number): { from: number; to: number } {
  const [tag, first = 0, second = 0] = bytes.subarray(at, at + 3);
  if (tag !== kind) throw malformed();
  // Lengths below 128 are one octet, those here at most two.
  const isLong = first === 0x81 && second >= 0x80;
  if (first >= 0x80 && !isLong) throw malformed();
  const from = at + (isLong ? 3 : 2);
  const to = from + (isLong ? second : first);
  if (to > bytes.length) throw malformed();
  return { from, to };
}

/** A positive integer without the octet that only keeps it positive. */
function unsigned(value: Uint8Array): Uint8Array {
  const [first, second = 0] = value;
  if (first === undefined || first >= 0x80) throw malformed();
  if (first !== 0 || value.length === 1) return value;
  if (second < 0x80) throw malformed();
  return value.subarray(1);
}

const malformed = (): Error => new Error("malformed ECDSA signature");
