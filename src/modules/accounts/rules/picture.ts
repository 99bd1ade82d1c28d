import { invalidField } from "#platform/rules/errors.ts";
import type { OutsideText } from "#platform/rules/outside-text.ts";

const MAX_LOGO_BYTES = 256 * 1024;

/** The picture types that are taken, by their first bytes. No SVG: it can carry scripts. */
const SIGNATURES: Readonly<Record<string, (bytes: Buffer) => boolean>> = {
  "image/png": (b) => b.subarray(0, 8).equals(Buffer.from("89504e470d0a1a0a", "hex")),
  "image/jpeg": (b) => b.subarray(0, 3).equals(Buffer.from("ffd8ff", "hex")),
  "image/webp": (b) =>
    b.toString("latin1", 0, 4) === "RIFF" && b.toString("latin1", 8, 12) === "WEBP",
};

export type Picture = { readonly type: string; readonly bytes: Buffer };

/** Reads a data URL of a picture; null for anything else. */
export function readPicture(url: OutsideText): Picture | null {
  const match = /^data:(image\/(?:png|jpeg|webp));base64,([A-Za-z0-9+/]+={0,2})$/.exec(url);
  return match ? { type: match[1] ?? "", bytes: Buffer.from(match[2] ?? "", "base64") } : null;
}

/** Throws `validation_failed`, naming `field`, for what is no PNG, JPEG or WebP of up to 256 KB. */
export function assertLogo(url: OutsideText, field = "logo"): void {
  const picture = readPicture(url);
  if (!picture || !SIGNATURES[picture.type]?.(picture.bytes)) {
    throw invalidField(field, "not_a_picture", "Send a PNG, JPEG or WebP image as a data URL.");
  }
  if (picture.bytes.length > MAX_LOGO_BYTES) {
    throw invalidField(field, "too_large", "The logo can be up to 256 KB.");
  }
}
