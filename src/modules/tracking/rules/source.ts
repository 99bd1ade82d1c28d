import ipaddr from "ipaddr.js";
import { macOf } from "#modules/links/rules/mac.ts";

/** Where a hit came from, without the address: a hash that changes its salt every day. */
export type Source = {
  readonly source: string;
  /** Loopback, private or link-local. */
  readonly private: boolean;
};

const NOT_PUBLIC = new Set(["loopback", "private", "linkLocal", "uniqueLocal", "carrierGradeNat"]);

/** `day` is YYYY-MM-DD. IPv6 counts by its /64, which is one customer's line. */
export function sourceOf(secret: string, day: string, address: string): Source {
  if (!ipaddr.isValid(address)) return { source: hash(secret, day, address), private: false };
  const ip = ipaddr.process(address);
  const network = ip instanceof ipaddr.IPv6 ? ip.parts.slice(0, 4).join(":") : ip.toString();
  return { source: hash(secret, day, network), private: NOT_PUBLIC.has(ip.range()) };
}

const hash = (secret: string, day: string, network: string): string =>
  macOf(secret, "source", `${day} ${network}`);
