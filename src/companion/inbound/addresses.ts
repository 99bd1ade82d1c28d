import type { Address } from "postal-mime";
import type { InboundMail } from "#contract/mail-reading.ts";

/** The addresses of a parsed field, groups resolved; at most 100. */
export const flatAddresses = (addresses: readonly Address[] | undefined): InboundMail["to"] =>
  (addresses ?? [])
    .flatMap((entry) => (entry.group === undefined ? [entry] : entry.group))
    .filter(({ address }) => address !== "")
    .slice(0, 100)
    .map(({ address, name }) => ({ address, name }));
