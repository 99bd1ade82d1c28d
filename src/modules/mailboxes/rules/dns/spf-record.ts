import type { OutsideText } from "#platform/rules/outside-text.ts";

/** One term of an SPF record (RFC 7208 4.6.1). */
export type SpfTerm = {
  readonly qualifier: "+" | "-" | "~" | "?";
  /** Lower case: `include`, `a`, `all`, or a modifier's name. */
  readonly name: string;
  /** The value after `:` or `=`; empty without one. */
  readonly value: string;
  readonly isModifier: boolean;
};

/** Whether a TXT record is an SPF record: its version alone or with a space behind it. */
export const isSpf = (text: OutsideText): boolean => /^v=spf1(?: |$)/i.test(text);

const MECHANISMS = ["all", "include", "a", "mx", "ptr", "ip4", "ip6", "exists"];
const TERM = /^([+\-~?]?)([a-z][a-z0-9_.-]*)(?:([:=/])(.*))?$/i;

/** The terms of an SPF record; the first that cannot be read where one cannot. */
export function readSpf(text: OutsideText): { terms: SpfTerm[] } | { unreadable: string } {
  const terms: SpfTerm[] = [];
  for (const word of text.split(" ").slice(1)) {
    if (word === "") continue;
    const [, qualifier = "", name = "", mark, rest = ""] = TERM.exec(word) ?? [];
    const isModifier = mark === "=";
    const known = isModifier || MECHANISMS.includes(name.toLowerCase());
    if (name === "" || !known || (isModifier && qualifier !== "")) return { unreadable: word };
    const needsValue = ["include", "exists", "ip4", "ip6"].includes(name.toLowerCase());
    if (needsValue && (mark !== ":" || rest === "")) return { unreadable: word };
    terms.push({
      // The pattern lets these four through, or none.
      qualifier: (qualifier === "" ? "+" : qualifier) as SpfTerm["qualifier"],
      name: name.toLowerCase(),
      value: mark === ":" || isModifier ? rest : "",
      isModifier,
    });
  }
  return { terms };
}
