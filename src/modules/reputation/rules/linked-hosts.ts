import type { OutsideText } from "#platform/rules/outside-text.ts";

/** Longer texts are no emails. */
const MAX_TEXT = 200_000;
const MAX_HOSTS = 50;
const LINK = /https?:\/\/([^\s/"'<>?#:{}@\\]{1,253})/gi;

/**
 * The hosts that a text links to, in A-labels, at most 50; without those that a variable names, since
 * it names another one for each lead.
 */
export function linkedHosts(text: OutsideText): readonly string[] {
  const hosts = new Set<string>();
  for (const match of text.slice(0, MAX_TEXT).matchAll(LINK)) {
    const [whole] = match;
    if (hosts.size >= MAX_HOSTS) break;
    if (text.charAt(match.index + whole.length) === "{" || !URL.canParse(whole)) continue;
    const { hostname } = new URL(whole);
    if (hostname.includes(".") && !hostname.endsWith(".") && !hostname.startsWith("["))
      hosts.add(hostname.replace(/^www\.(?=.*\.)/, ""));
  }
  return [...hosts];
}
