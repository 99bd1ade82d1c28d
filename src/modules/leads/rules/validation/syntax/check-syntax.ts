import type { OutsideText } from "#platform/rules/outside-text.ts";
import type { SyntaxFacts } from "#modules/leads/rules/validation/local-facts.ts";
import { classifyAddress, MAX_ADDRESS_TEXT } from "./classify-address.ts";

export type CheckedSyntax = {
  readonly facts: SyntaxFacts;
  /** As SMTP takes it; "" unless ok. */
  readonly local: string;
  /** Lower case, in A-labels; a literal with its brackets; "" unless ok. */
  readonly host: string;
  /** What DNS can be asked about; null for a literal, a name without a dot and where it is not ok. */
  readonly domain: string | null;
};

/**
 * Step 1: RFC 5322, read so that only what can be sent passes. Takes off outer white space
 * and a `Name <address>` wrapper first. Refused beside errors: over-length, white space inside the
 * address, quotes around a part of the name, characters that no host has, and domains whose last label is a number, a bare IPv4 address among them. Reserved names
 * (.test, .example) pass: DNS decides.
 */
export function checkSyntax(text: OutsideText): CheckedSyntax {
  const address = unwrap(text);
  const unwrapped = address !== text;
  const { form, reason, local, host } = classifyAddress(address);
  const literal = host.startsWith("[");
  const numeric = !literal && /(?:^|\.)\d+$/.test(host);
  const typo = form === "obsolete" && reason !== "obsolete";
  if (form === "error" || form === "bad-5322" || numeric || typo) {
    const why = numeric ? "numeric_tld" : reason;
    return {
      facts: { ok: false, form, normalized: null, reason: why, unwrapped },
      local: "",
      host: "",
      domain: null,
    };
  }
  const dotless = !literal && !host.includes(".");
  return {
    facts: {
      ok: true,
      form,
      normalized: `${local}@${host}`,
      reason: reason ?? (dotless ? "dotless" : null),
      unwrapped,
    },
    local,
    host,
    domain: literal || dotless ? null : host,
  };
}

function unwrap(text: string): string {
  // Longer ones are refused before they are parsed.
  if (text.length > MAX_ADDRESS_TEXT) return text;
  const trimmed = text.trim();
  if (!trimmed.endsWith(">")) return trimmed;
  return trimmed.slice(trimmed.lastIndexOf("<") + 1, -1).trim();
}
