/** Hex digits of SHA-256 that stand for a password in the list; 48 bits never collide in a thousand. */
export const FINGERPRINT_LENGTH = 12;
