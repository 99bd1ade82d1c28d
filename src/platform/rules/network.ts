import type { OutsideText } from "./outside-text.ts";
import ipaddr from "ipaddr.js";

/**
 * Whose network a hit came from, as far as it says something: of a vendor that scans mail, of
 * Microsoft at large, or of Exchange Online Protection. "" for all others and where it is not known.
 */
export const NETWORKS = ["", "scanner", "microsoft", "eop"] as const;
export type Network = (typeof NETWORKS)[number];

/** What a host may know of a peer's network. */
export type PeerNetwork = { readonly asn: number | null; readonly organisation: string };

/** Vendors by number, some of which run under other names. */
const SCANNER_ASNS = new Set([
  // Proofpoint
  22843, 26211, 52129,
  // Mimecast
  30031, 39588, 42427,
  // Cisco's mail security
  16417, 30214, 30215,
  // Barracuda
  15324,
]);
const SCANNERS =
  /proofpoint|mimecast|ironport|cisco ironport|barracuda|messagelabs|symantec|forcepoint|sophos|trend ?micro|fireeye|trellix|zscaler|cloudmark|hornetsecurity/i;
/** Carries people as well as scanners, so it weighs for clicks only (mail, rule 4). */
const MICROSOFT_ASN = 8075;

/** Exchange Online Protection: mail gateways alone answer from there (mail, rule 2). */
const EOP = ["40.92.0.0/15", "40.107.0.0/16", "52.100.0.0/14", "104.47.0.0/17"].map((block) =>
  ipaddr.parseCIDR(block),
);

/**
 * What is known of the network that a hit came from; "" for any other. `peer` is null if the host
 * does not know it.
 */
export function networkOf(address: OutsideText, peer: PeerNetwork | null): Network {
  if (isExchangeProtection(address)) return "eop";
  if (!peer) return "";
  const isScanner =
    (peer.asn !== null && SCANNER_ASNS.has(peer.asn)) || SCANNERS.test(peer.organisation);
  if (isScanner) return "scanner";
  return peer.asn === MICROSOFT_ASN ? "microsoft" : "";
}

function isExchangeProtection(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const ip = ipaddr.process(address);
  return ip.kind() === "ipv4" && EOP.some((block) => ip.match(block));
}
