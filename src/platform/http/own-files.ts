import type { OutsideText } from "#platform/rules/outside-text.ts";
import { isAppPath } from "./headers/asset-headers.ts";

/**
 * Files that are deployed beside the Worker for itself: what is too large for its bundle, and seldom
 * needed. They lie below a path that the app answers, so nobody else gets them.
 */
export const OWN_FILES = "/internal/files";

/** Of them, what the build makes of the routes. */
export const DOCUMENT_FILES = {
  openapi: "openapi.json",
  client: "client.txt",
  reference: "reference.txt",
  tools: "tools.json",
} as const;
/** The languages that replies are read by. */
export const REPLIES_FILE = "replies.json";

/** The address of the install in the reference; no name can be like it (RFC 2606). */
export const ANY_INSTALL = "https://install.invalid";

/**
 * Whether the platform would read this path as one of the app's, although it is spelled otherwise: it
 * decodes each segment, and takes several slashes for one.
 */
export function isAppPathInDisguise(path: OutsideText): boolean {
  try {
    return isAppPath(decodeURIComponent(path).replaceAll(/[/\\]+/g, "/"));
  } catch {
    return false;
  }
}
