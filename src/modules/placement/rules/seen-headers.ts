import { readAuthResults } from "#platform/rules/mail/auth-results.ts";
import type { Outside, OutsideText } from "#platform/rules/outside-text.ts";
import { siteOf } from "./seed-provider.ts";

/** What a seed's own provider says of a mail. */
export type SeenHeaders = {
  /** pass, fail, none, ... (RFC 8601); null where it says nothing. */
  readonly spf: string | null;
  readonly dkim: string | null;
  readonly dmarc: string | null;
  /** Domains whose signature passed. */
  readonly dkimDomains: readonly string[];
  /** A signature that passed covers both unsubscribe headers; null where none passed. */
  readonly signsUnsubscribe: boolean | null;
};

/** Fields of a mail as its seed has it, the topmost first. */
export type RawHeaders = {
  readonly authentication: readonly OutsideText[];
  readonly signatures: readonly OutsideText[];
};

/** Of one field. */
const MAX_FIELD = 4_000;
const MAX_FIELDS = 20;

/** Servers of a provider, as their fields name them, where that is not its own site. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  google: ["google.com"],
  microsoft: ["outlook.com", "microsoft.com", "office365.com"],
  yahoo: ["yahoo.com"],
  icloud: ["icloud.com", "apple.com", "me.com"],
};
/** Exchange Online writes its results without the name of a server. */
const UNNAMED = "microsoft";

/**
 * Reads what the seed's own provider says, and nobody else: anybody can write such a field into a
 * mail. Null where it says nothing.
 */
export function readSeenHeaders(
  headers: Outside<RawHeaders>,
  seed: { readonly provider: string; readonly email: string; readonly imapHost: string },
): SeenHeaders | null {
  const results = headers.authentication
    .slice(0, MAX_FIELDS)
    .map((field, at) => ({ ...readResults(field), at }));
  const own = results.find(({ server, at }) =>
    server === null ? at === 0 && seed.provider === UNNAMED : isOf(server, seed),
  );
  if (!own) return null;
  const passed = own.dkim.filter(({ result }) => result === "pass");
  const dkimDomains = [...new Set(passed.flatMap(({ domain }) => domain ?? []))];
  const covered = headers.signatures
    .slice(0, MAX_FIELDS)
    .some((field) => coversUnsubscribe(field, dkimDomains));
  return {
    spf: own.spf,
    dkim: passed.length > 0 ? "pass" : (own.dkim[0]?.result ?? null),
    dmarc: own.dmarc,
    dkimDomains,
    signsUnsubscribe: passed.length > 0 ? covered : null,
  };
}

const isOf = (
  server: string,
  { provider, email, imapHost }: { provider: string; email: string; imapHost: string },
): boolean => {
  const site = siteOf(server);
  return (
    (NAMES[provider] ?? []).includes(site) ||
    site === siteOf(email.slice(email.lastIndexOf("@") + 1)) ||
    (/[a-z]/i.test(imapHost) && site === siteOf(imapHost))
  );
};

/** One Authentication-Results field; `server` is null where it names none. */
function readResults(field: OutsideText) {
  const { server, results } = readAuthResults(field);
  const said = (of: string): string | null =>
    results.find(({ method }) => method === of)?.result ?? null;
  const dkim = results
    .filter(({ method }) => method === "dkim")
    .map(({ result, props }) => ({ result, domain: signerOf(props) }));
  return { server: server === "" ? null : server, spf: said("spf"), dkim, dmarc: said("dmarc") };
}

const signerOf = (props: ReadonlyMap<string, string>): string | null => {
  const signer = props.get("header.d") ?? props.get("header.i") ?? "";
  const domain = signer.slice(signer.lastIndexOf("@") + 1);
  return domain === "" ? null : domain;
};

function coversUnsubscribe(field: OutsideText, domains: readonly string[]): boolean {
  const tags = new Map(
    field
      .slice(0, MAX_FIELD)
      .split(";")
      .map((tag): [string, string] => {
        const at = tag.indexOf("=");
        return [tag.slice(0, Math.max(0, at)).trim(), tag.slice(at + 1).replace(/\s/g, "")];
      }),
  );
  const signed = (tags.get("h") ?? "").toLowerCase().split(":");
  return (
    domains.includes((tags.get("d") ?? "").toLowerCase()) &&
    signed.includes("list-unsubscribe") &&
    signed.includes("list-unsubscribe-post")
  );
}
