/** What DNS said about mail for a domain: its servers, or its own address (RFC 5321 5.1, RFC 7505). */
export type RouteOutcome = {
  /**
   * `mx`: has mail servers. `address_only`: no MX, but a public address. `none`: neither.
   * `null_mx`: says itself that it takes no mail. `nxdomain`: does not exist. `temporary`: DNS gave
   * no answer to go by.
   */
  readonly state: "mx" | "address_only" | "none" | "null_mx" | "nxdomain" | "temporary";
  /** Mail servers, the preferred first; empty unless `mx`. */
  readonly hosts: readonly string[];
  /** Who runs them, by `mailProviderOf`. */
  readonly provider: string | null;
};

/** For an address whose `domain` is null: there is nothing to ask. */
export const NO_ROUTE: RouteOutcome = { state: "none", hosts: [], provider: null };
