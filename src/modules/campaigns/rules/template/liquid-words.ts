import type { OutsideText } from "#platform/rules/outside-text.ts";

/** Longest piece of a template that a sentence repeats. */
const MAX_QUOTED = 60;

/** A message of liquidjs as the writer of a mail understands it: their own words, and what to do. */
export function liquidWords(message: OutsideText): string {
  const output = after(message, "output ");
  if (output !== null) return unclosed(output, "}}");
  const tag = after(message, "tag ");
  // The tokenizer quotes what it was reading; a block that lacks its end is named bare.
  if (tag !== null && !tag.endsWith("%}")) return unclosed(tag, "%}");
  if (tag !== null) {
    const name = /^\{%-?\s*(\w{1,30})/.exec(tag)?.[1] ?? "";
    return `“${short(tag)}” is not closed. Add {% end${name} %} where it ends.`;
  }
  if (message.startsWith("undefined filter: ")) return `${message}; check its spelling`;
  return message;
}

/** What is said to be not closed, when the message begins so; else null. */
function after(message: string, what: string): string | null {
  if (!message.startsWith(what) || !message.endsWith(" not closed")) return null;
  const named = message.slice(what.length, -" not closed".length);
  return named.startsWith('"') ? named.slice(1, -1) : named;
}

function unclosed(source: string, closer: string): string {
  const typed = short(source);
  const last = /[^\s{%|:,]+$/.exec(typed.slice(-MAX_QUOTED))?.[0];
  return `“${typed}” is not closed. Add ${closer} ${last ? `after ${last}` : "where it ends"}.`;
}

/** Up to the line's end or the tag behind it, which an editor adds and nobody typed. */
const short = (source: string): string =>
  (/^[^<\n\\]*/.exec(source)?.[0] ?? "").trim().slice(0, MAX_QUOTED);
