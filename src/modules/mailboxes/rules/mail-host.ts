import { type OutsideText, trimEnd } from "#platform/rules/outside-text.ts";
import { SANDBOX_HOST } from "#platform/rules/mail/sandbox.ts";
import ipaddr from "ipaddr.js";
import { isPublicAddress } from "#platform/rules/net/address-class.ts";

/** Ports of mail submission, relay and reading; anything else is some other service's. */
const MAIL_PORTS = [25, 465, 587, 2525, 143, 993] as const;

export type MailHostRefusal = {
  readonly field: "host" | "port";
  readonly code: string;
  readonly message: string;
};

/** Names that only an inner network answers (RFC 6761, 6762, 8375 and common habit). */
const INNER_NAME =
  /(?:^|\.)(?:localhost|local|internal|intranet|localdomain|lan|home|corp|private|home\.arpa|invalid)$/;

/**
 * Why a mail server may not be dialled, or null when it may. Judges the text alone; what a name
 * resolves to is judged when the connection is made. With `allowPrivate` (the operator's
 * choice) every port and address passes.
 */
export function refuseMailHost(
  host: OutsideText,
  port: number,
  rules: { readonly allowPrivate: boolean },
): MailHostRefusal | null {
  if (rules.allowPrivate && host.toLowerCase() !== SANDBOX_HOST) return null;
  if (!(MAIL_PORTS as readonly number[]).includes(port)) {
    return {
      field: "port",
      code: "port_not_allowed",
      message: `Use a mail port: ${MAIL_PORTS.join(", ")}.`,
    };
  }
  return isPublicMailHost(host)
    ? null
    : {
        field: "host",
        code: "address_not_allowed",
        message: "Use a server on the public internet.",
      };
}

function isPublicMailHost(host: string): boolean {
  const name = trimEnd(host.replace(/^\[|\]$/g, ""), ".");
  if (ipaddr.isValid(name)) return isPublicAddress(name);
  // Resolvers read numbers in other spellings as addresses as well, so none of them counts as a name.
  if (/^(?:0x[\da-f]+|\d+)(?:\.(?:0x[\da-f]+|\d+))*$/i.test(name)) return false;
  return name.includes(".") && !name.includes("..") && !INNER_NAME.test(name);
}
