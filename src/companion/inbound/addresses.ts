import { addressParser, type Address } from "postal-mime";
import type { InboundMail } from "#platform/wire/mail-reading.ts";
import type { OutsideText } from "#platform/rules/outside-text.ts";

/** The time to read a field grows with its length. */
const MAX_FIELD = 4_096;
const MAX_ADDRESSES = 100;

/** The addresses of a parsed field, groups resolved; at most 100. */
export const flatAddresses = (addresses: readonly Address[] | undefined): InboundMail["to"] =>
  (addresses ?? [])
    .flatMap((entry) => (entry.group === undefined ? [entry] : entry.group))
    .filter(({ address }) => address !== "")
    .slice(0, MAX_ADDRESSES)
    .map(({ address, name }) => ({ address, name }));

/** The addresses of a raw header field; of a longer field, those in its first 4 KB. */
export const addressesIn = (field: OutsideText | null): InboundMail["to"] =>
  flatAddresses(addressParser((field ?? "").slice(0, MAX_FIELD)));
