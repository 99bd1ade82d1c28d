/** Code units that the grammar of addresses names. */
export const TAB = 0x09;
export const LF = 0x0a;
export const CR = 0x0d;
export const SPACE = 0x20;
export const QUOTE = 0x22;
export const OPEN_COMMENT = 0x28;
export const CLOSE_COMMENT = 0x29;
export const HYPHEN = 0x2d;
export const DOT = 0x2e;
export const AT = 0x40;
export const OPEN_LITERAL = 0x5b;
export const BACKSLASH = 0x5c;
export const CLOSE_LITERAL = 0x5d;
/** What is read after the last character. */
export const END = -1;

const ATEXT = new Uint8Array(128);
for (const c of "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!#$%&'*+-/=?^_`{|}~") {
  ATEXT[c.charCodeAt(0)] = 1;
}

/** RFC 5322 3.2.3: what an atom is made of, in ASCII. */
export const isAtext = (c: number): boolean => ATEXT[c] === 1;

export const isUnicode = (c: number): boolean => c >= 0x80;

/** RFC 5322: controls that no mail system carries; those of Latin-1 as well (RFC 5198). */
export const isControl = (c: number): boolean => (c >= 0 && c < 0x20) || (c >= 0x7f && c < 0xa0);

/** RFC 1123: letters, digits and the hyphen, of which host names are made. */
export const isHostCharacter = (c: number): boolean =>
  (c >= 0x61 && c <= 0x7a) || (c >= 0x30 && c <= 0x39) || (c >= 0x41 && c <= 0x5a) || c === HYPHEN;

/** Octets of UTF-8 beyond one for each code unit. A surrogate pair is two units and four octets. */
export const extraOctets = (c: number): number => {
  if (c < 0x80) return 0;
  return c < 0x800 || (c >= 0xd800 && c <= 0xdfff) ? 1 : 2;
};
