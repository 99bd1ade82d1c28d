import type { OutsideText } from "./outside-text.ts";

/** Text that is HTML already and is not escaped again. */
export class SafeHtml {
  readonly html: string;
  constructor(html: string) {
    this.html = html;
  }
  toString(): string {
    return this.html;
  }
}

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Makes text safe between tags and inside quoted attributes. */
export const escapeHtml = (text: OutsideText): string =>
  /[&<>"']/.test(text) ? text.replace(/[&<>"']/g, (char) => ESCAPES[char] ?? char) : text;

/** What a value reads as in a mail: nothing for null, lists one after the other. */
export function stringOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map(stringOf).join("");
  if (typeof value === "number" || typeof value === "boolean" || typeof value === "bigint") {
    return `${value}`;
  }
  return value instanceof SafeHtml ? value.html : "";
}
