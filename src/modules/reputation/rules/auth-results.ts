import { readAuthResults } from "#platform/rules/mail/auth-results.ts";
import type { OutsideText } from "#platform/rules/outside-text.ts";

/**
 * Whether the provider of the mailbox says that the mail passed DMARC for the domain of its From; by
 * an aligned signature or envelope where it says nothing of DMARC.
 */
export function passesDmarc(
  header: OutsideText,
  fromDomain: string,
  isTrusted: (server: string) => boolean,
): boolean {
  const { server, results } = readAuthResults(header);
  if (fromDomain === "" || !isTrusted(server)) return false;
  const dmarc = results.filter(({ method }) => method === "dmarc");
  if (dmarc.length > 0)
    return dmarc.some(
      ({ result, props }) => result === "pass" && props.get("header.from") === fromDomain,
    );
  return results.some(({ method, result, props }) => {
    if (result !== "pass") return false;
    if (method === "dkim")
      return isAligned(props.get("header.d") ?? hostOf(props.get("header.i") ?? ""), fromDomain);
    return method === "spf" && isAligned(hostOf(props.get("smtp.mailfrom") ?? ""), fromDomain);
  });
}

const hostOf = (address: string): string => address.slice(address.lastIndexOf("@") + 1);

const isAligned = (domain: string, from: string): boolean =>
  domain.includes(".") &&
  (domain === from || from.endsWith(`.${domain}`) || domain.endsWith(`.${from}`));

const SECOND_LEVELS = /^(?:co|com|org|net|ac|gov|edu|or|ne)\.[a-z]{2}$/;

/**
 * Which names the provider of a mailbox writes into the header, so that one that came with the mail
 * is not believed: what the workspace named, else what its server and domain are called.
 */
export function serverTrust(box: {
  readonly email: string;
  readonly imapHost: string | null;
  readonly named: string | null;
}): (server: string) => boolean {
  const below = (name: string, domain: string): boolean =>
    domain !== "" && (name === domain || name.endsWith(`.${domain}`));
  if (box.named !== null) {
    const named = box.named.toLowerCase();
    return (server) => server === named;
  }
  const host = (box.imapHost ?? "").toLowerCase();
  if (/(?:^|\.)(?:gmail|google|googlemail)\.com$/.test(host))
    return (server) => server === "mx.google.com";
  if (/(?:^|\.)(?:office365|outlook)\.com$/.test(host))
    // Microsoft takes such headers out of what it receives, and names no server in its own.
    return (server) => server === "" || below(server, "outlook.com");
  const parent = host.split(".").slice(1).join(".");
  const own = parent.includes(".") && !SECOND_LEVELS.test(parent) ? parent : host;
  const domain = box.email.slice(box.email.lastIndexOf("@") + 1).toLowerCase();
  return (server) => server !== "" && (below(server, own) || below(server, domain));
}
