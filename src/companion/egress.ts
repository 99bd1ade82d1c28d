import { lookup as resolve } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import { isPublicAddress } from "#platform/rules/net/address-class.ts";
import { ADDRESS_REFUSED, createDial, type Dial, DialError } from "#smtp/dial.ts";

const refused = (): NodeJS.ErrnoException =>
  Object.assign(new Error("the address may not be dialled"), { code: ADDRESS_REFUSED });

/**
 * Resolves like the system and rejects a name if one of its addresses is not public, so that the
 * connection uses exactly the addresses that were checked. Literal addresses never get here.
 */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  resolve(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, "", 0);
    const first = addresses[0];
    if (!first || !addresses.every(({ address }) => isPublicAddress(address))) {
      return callback(refused(), "", 0);
    }
    if (options.all) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};

/** Throws like `publicLookup`, for a host that is a literal address. */
export function assertLiteral(host: string, allowPrivate: boolean): void {
  if (!allowPrivate && isIP(host) !== 0 && !isPublicAddress(host)) {
    throw new DialError("dial", "address_refused");
  }
}

/** Connects to public addresses only, unless the operator allows private ones. */
export function guardedDial(allowPrivate: boolean, timeoutMs?: number): Dial {
  const limit = timeoutMs === undefined ? {} : { timeoutMs };
  const dial = createDial(allowPrivate ? limit : { ...limit, lookup: publicLookup });
  return async (target) => {
    assertLiteral(target.host, allowPrivate);
    return dial(target);
  };
}
