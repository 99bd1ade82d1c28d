import { fail, type Finding, pass, textsOf, UNANSWERED } from "#platform/rules/dns/finding.ts";
import type { AskDns, DnsReply } from "#platform/rules/dns/record.ts";
import { productOf } from "./tracking-products.ts";

/** The record that leads a name to a host: CNAME, or A where that host is an address. */
export const leadingType = (target: string): "CNAME" | "A" =>
  /^(?:\d{1,3}\.){3}\d{1,3}$/.test(target) ? "A" : "CNAME";

/** Whether a name leads to the install: by CNAME, or by the very addresses of the target. */
export async function checkCname(ask: AskDns, host: string, target: string): Promise<Finding> {
  const reply = await ask(host, "CNAME");
  if (!reply?.ok) return UNANSWERED;
  const names = reply.records.flatMap((r) => (r.type === "CNAME" ? [r.target] : []));
  if (names.includes(target)) return pass(names);
  const isAddress = leadingType(target) === "A";
  const wanted = isAddress ? `an A record with ${target}` : `a CNAME record to ${target}`;
  if (names.length > 0) {
    return fail(
      "wrong_target",
      `It points to ${names.map(named).join(", ")}. Change it to ${wanted}.`,
      names,
    );
  }
  // Providers that flatten a CNAME show its addresses instead.
  const [own, ours] = await Promise.all([
    addressesOf(ask, host),
    isAddress ? [target] : addressesOf(ask, target),
  ]);
  if (!own || !ours) return UNANSWERED;
  if (own.length > 0 && own.every((address) => ours.includes(address))) {
    return pass(own, "addresses");
  }
  return own.length > 0
    ? fail(
        "wrong_address",
        `It points to another server. Replace its records with ${wanted}. If you use a proxy, turn it off for this name.`,
        own,
      )
    : fail("none", `The name does not exist yet. Add ${wanted}.`);
}

/** A target, and whose it is where that is known: links of another product still lead there. */
function named(target: string): string {
  const product = productOf(target);
  return product === null ? target : `${target} (${product})`;
}

/** Whether a TXT record proves that the domain is theirs. */
export async function checkOwner(ask: AskDns, host: string, expected: string): Promise<Finding> {
  const texts = textsOf(await ask(host, "TXT"));
  if (!texts) return UNANSWERED;
  if (texts.some((text) => text.trim() === expected)) return pass([expected]);
  return texts.length > 0
    ? fail("wrong_value", "The TXT record has another value. Copy the expected one.", texts)
    : fail("none", "Add this TXT record; it proves that the domain is yours.");
}

async function addressesOf(ask: AskDns, host: string): Promise<string[] | null> {
  const replies = await Promise.all([ask(host, "A"), ask(host, "AAAA")]);
  return replies.every((reply) => reply?.ok) ? replies.flatMap(addressesIn) : null;
}

const addressesIn = (reply: DnsReply | null): string[] =>
  reply?.ok ? reply.records.flatMap((r) => ("address" in r ? [r.address] : [])) : [];
