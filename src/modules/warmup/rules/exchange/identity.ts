import { createHash } from "node:crypto";
import { textsOf } from "#platform/rules/dns/finding.ts";
import type { DnsReply } from "#platform/rules/dns/record.ts";

/** A public key, raw in base64url, as DNS and calls name it. */
export const printOf = (key: string): string =>
  createHash("sha256").update(Buffer.from(key, "base64url")).digest("hex");

/** Where a domain's owner says whose it is. */
export const recordNameOf = (domain: string): string => `_outrider-exchange.${domain}`;
export const recordTextOf = (key: string): string => `v=OX1; k=${printOf(key)}`;

/** Whether DNS says that a domain belongs to the install with this key. */
export const namesKey = (reply: DnsReply | null, key: string): boolean =>
  (textsOf(reply) ?? []).some(
    (text) => text.replaceAll(/\s/g, "") === recordTextOf(key).replaceAll(/\s/g, ""),
  );

/**
 * What both operators compare: 80 bits over both keys and the id. With fewer, a key that shows the
 * same is found by trying.
 */
export const keysFingerprint = (inviting: string, invited: string, id: string): string =>
  (
    createHash("sha256")
      .update(Buffer.from(inviting, "base64url"))
      .update(Buffer.from(invited, "base64url"))
      .update(id)
      .digest("hex")
      .slice(0, 20)
      .toUpperCase()
      .match(/.{4}/g) ?? []
  ).join(" ");
