/* What addresses are validated against that each host brings: the lists and the avatar service. */

/** `unattended`: nobody reads it (no-reply, mailer-daemon). */
export type RoleClass = "role" | "unattended";

/** Domain names looked up by themselves and by their parents. */
export type DomainTable = {
  /** The listed name that `domain` (lower case, A-labels) is or lies under; else null. */
  match(domain: string): string | null;
};

/** The lists that `checkLocal` reads; #data/tables.ts makes them. */
export type ValidationTables = {
  readonly version: string;
  readonly disposable: DomainTable;
  readonly relays: DomainTable;
  readonly free: ReadonlySet<string>;
  readonly roles: ReadonlyMap<string, RoleClass>;
  /** Mail providers that are right as they stand, however close to a bigger one. */
  readonly providers: ReadonlySet<string>;
};

/** What the avatar service says: `unknown` when the service gave no answer, `off` when it was not asked. */
export type AvatarState = "found" | "not_found" | "unknown" | "off";
