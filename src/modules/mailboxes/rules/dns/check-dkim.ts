import { fail, type Finding, pass, textsOf, UNANSWERED } from "#platform/rules/dns/finding.ts";
import type { AskDns } from "#platform/rules/dns/record.ts";

/** What providers call their keys; nothing in DNS lists the selectors of a domain. */
export const COMMON_SELECTORS = [
  "google",
  "selector1",
  "selector2",
  "default",
  "dkim",
  "mail",
  "s1",
  "s2",
  "k1",
  "k2",
  "k3",
  "zoho",
  "zmail",
  "fm1",
  "fm2",
  "fm3",
  "mesmtp",
  "sig1",
  "protonmail",
  "protonmail2",
  "protonmail3",
  "mbo0001",
  "s1-ionos",
  "s2-ionos",
  "ovhmo-selector-1",
  "ovhex-selector-1",
  "hostingermail1",
  "hostingermail-a",
  "titan1",
  "rackspace",
  "mandrill",
  "smtp",
  "email",
] as const;

export type DkimFinding = Finding & {
  /** Selectors whose name is an alias (CNAME) of a name at the provider, which has the key. */
  readonly aliases?: readonly string[];
};

/** DER of an RSA key of 1024 bits; shorter ones are refused (RFC 8301). */
const SHORTEST_RSA_BYTES = 140;

/**
 * Whether a key that signs the domain's mail is published (RFC 6376). Without `own` selectors the
 * usual names are tried, and finding none says nothing: the key may have another name.
 */
export async function checkDkim(
  ask: AskDns,
  domain: string,
  own: readonly string[] = [],
): Promise<DkimFinding> {
  const selectors = own.length > 0 ? own : COMMON_SELECTORS;
  const answers = await Promise.all(
    selectors.map(async (selector) => {
      const reply = await ask(`${selector}._domainkey.${domain}`, "TXT");
      return { selector, texts: textsOf(reply), isAlias: reply?.ok === true && reply.alias };
    }),
  );
  const keys = answers.flatMap(({ selector, texts, isAlias }) =>
    (texts ?? []).filter(isKey).map((text) => ({ selector, text, isAlias, flaw: flawOf(text) })),
  );
  const found = keys.map(({ selector, text }) => `${selector}: ${text}`);
  if (keys.some(({ flaw }) => flaw === null)) {
    const aliases = keys.filter(({ isAlias }) => isAlias).map(({ selector }) => selector);
    return { ...pass(found), ...(aliases.length > 0 && { aliases }) };
  }
  const [flawed] = keys;
  if (flawed?.flaw) return fail(flawed.flaw.code, flawed.flaw.hint(flawed.selector), found);
  if (answers.some(({ texts }) => texts === null)) return UNANSWERED;
  if (own.length > 0) {
    return fail(
      "none",
      `There is no key under ${own.join(", ")}. Add the record that your mail provider shows.`,
    );
  }
  return {
    status: "unknown",
    code: "not_found",
    found: [],
    hint: "There is no key under the usual selectors. Turn on DKIM signing at your mail provider and add the record that it shows. If it uses a custom selector, check again with that selector.",
  };
}

/** A key record need not say v=DKIM1, but it has a p= (RFC 6376 3.6.1). */
const isKey = (text: string): boolean =>
  /^\s*v\s*=\s*DKIM1\s*(?:;|$)/i.test(text) || /(?:^|;)\s*p\s*=/.test(text);

type Flaw = { readonly code: string; readonly hint: (selector: string) => string };

function flawOf(text: string): Flaw | null {
  const tag = (name: string) =>
    new RegExp(`(?:^|;)\\s*${name}\\s*=([^;]*)`, "i").exec(text)?.[1]?.replace(/\s+/g, "") ?? null;
  const key = tag("p");
  if (key === null || key === "") {
    return {
      code: "revoked",
      hint: (s) =>
        `The key ${s} is revoked (empty p=). Publish the key that your provider signs with.`,
    };
  }
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(key)) {
    return {
      code: "syntax",
      hint: (s) => `The key ${s} is damaged. Copy it again from your mail provider.`,
    };
  }
  const isRsa = (tag("k") ?? "rsa").toLowerCase() === "rsa";
  if (isRsa && (key.length * 3) / 4 < SHORTEST_RSA_BYTES) {
    return {
      code: "weak_key",
      hint: (s) => `The key ${s} is too short, so receivers ignore it. Create one with 2048 bits.`,
    };
  }
  return null;
}
