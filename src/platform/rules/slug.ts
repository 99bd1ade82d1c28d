import type { OutsideText } from "./outside-text.ts";

/** A workspace's slug: it also names the public report. */
export const SLUG_PATTERN = /^[a-z0-9](?:[a-z0-9-]{1,58}[a-z0-9])$/;

/** A slug from any name; `workspace` where nothing usable is left. */
export function slugify(name: OutsideText): string {
  const slug = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 50);
  return slug.length >= 3 ? slug : "workspace";
}
