import type { OutsideText } from "#platform/rules/outside-text.ts";

/** A password this long is part of no ordinary word. */
const LONG = 8;
const WORD = /[\p{L}\p{N}]/u;
const MAX_TEXT = 4_000;

/**
 * A server's words without the password that it received, also in base64 as in a login, cut at
 * 4,000 characters. A short password is only removed as a word of its own, not inside other words.
 */
export function withoutPassword(
  text: OutsideText,
  { username, password }: { readonly username: string; readonly password: string },
): string {
  const inLogin = [password, `\0${username}\0${password}`].map((secret) =>
    Buffer.from(secret).toString("base64"),
  );
  return [password, ...inLogin]
    .filter((secret) => secret !== "")
    .sort((a, b) => b.length - a.length)
    .reduce(without, text.slice(0, MAX_TEXT));
}

function without(text: string, secret: string): string {
  if (secret.length >= LONG) return text.replaceAll(secret, "***");
  let kept = "";
  let from = 0;
  for (let at = text.indexOf(secret); at >= 0; at = text.indexOf(secret, from)) {
    const end = at + secret.length;
    const isWithin = joins(text[at - 1], secret[0]) || joins(text[end], secret.at(-1));
    kept += isWithin ? text.slice(from, end) : `${text.slice(from, at)}***`;
    from = end;
  }
  return kept + text.slice(from);
}

/** Two neighbours that belong to one word. */
const joins = (outer: string | undefined, inner: string | undefined): boolean =>
  outer !== undefined && inner !== undefined && WORD.test(outer) && WORD.test(inner);
