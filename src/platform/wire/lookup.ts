import { z } from "zod";
import { DNS_TROUBLES } from "#platform/rules/dns/record.ts";

/** Names that one call asks about. */
export const LOOKUP_NAMES = 500;

/**
 * Asks for A records by plain DNS, all of them at one resolver. POST /v1/lookup, signed. Names may
 * contain a key, so they are neither logged nor kept.
 */
export const LookupRequest = z.object({
  /** `host:port` of the operator's resolver; null: that of the companion's system. */
  resolver: z.string().nullable(),
  names: z.array(z.string().min(1).max(253)).min(1).max(LOOKUP_NAMES),
});
export type LookupRequest = z.output<typeof LookupRequest>;

export const Lookup = z.discriminatedUnion("status", [
  z.object({
    status: z.literal("records"),
    addresses: z.array(z.string()).max(100),
    ttl: z.number().nullable(),
  }),
  z.object({ status: z.literal("nxdomain"), ttl: z.number().nullable() }),
  /** The name exists and has no address. */
  z.object({ status: z.literal("nodata") }),
  z.object({ status: z.literal("trouble"), trouble: z.enum(DNS_TROUBLES) }),
]);
export type Lookup = z.output<typeof Lookup>;

/** In the order of the names. */
export const LookupResponse = z.object({ answers: z.array(Lookup).max(LOOKUP_NAMES) });
export type LookupResponse = z.output<typeof LookupResponse>;
