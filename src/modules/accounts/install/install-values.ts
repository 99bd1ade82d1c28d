import type { Deps } from "#platform/ctx/ctx.ts";
import type { Role } from "#platform/access/permissions.ts";
import type { UnixMs, UserId } from "#platform/rules/ids.ts";
import type { Prices } from "#platform/rules/prices.ts";
import type { InstallStatement } from "#platform/db/db.ts";
import type { ListSettings } from "#platform/rules/block-list.ts";
import { saveInstallValue, selectInstallValues } from "./store.ts";

/** Which roles need a second factor, and after how long without a request a session ends. */
export type SignInRules = {
  readonly required_factor_roles: readonly Role[];
  readonly idle_minutes: number | null;
};

/** What the install remembers, by key. */
export type InstallValues = {
  branding: {
    readonly name: string;
    readonly logo: string | null;
    readonly accent?: string | null;
    readonly version: number;
  };
  setup_completed: boolean;
  license_key: string;
  /** How people have to sign in. Read by every request of a person, in the database itself. */
  sign_in: SignInRules;
  /**
   * Who may still use a password where single sign-on is the only way in; null: it is not. Read by
   * every request of a person, in the database itself.
   */
  sso_only: { readonly emergency_account: UserId | null };
  /** When the releases feed was looked at last, and the newest version it named. */
  release_seen: { readonly at: UnixMs; readonly version: string | null };
  /** Overrides the setting REGISTRATION. */
  registration: "open" | "closed";
  /** When DNS was asked for all domains last, and for how many names. */
  domains_requested: { readonly at: UnixMs; readonly total: number };
  /** What held before registration was closed by default, for installs from that time. */
  registration_before: "open";
  /** Whether an opt-out of one workspace counts for all of them. */
  opt_outs_for_all: boolean;
  /** For so many days nobody gets first emails of two workspaces; 0: no such rule. */
  first_contact_days: number;
  /** What the platform charges; `own` is null for the list of this version. */
  prices: { readonly own: Prices | null };
  /** Block lists, and the resolver that they are asked through. */
  block_lists: ListSettings;
  /** The key of Spamhaus's query service, sealed; "": none. */
  dqs_key: string;
  /** The key pair by which push services know this install (ECDSA P-256), as a sealed JWK. */
  push_identity: string;
  /** The key by which other installs know this one (Ed25519), both halves, sealed. */
  exchange_identity: string;
  /** The key that signs receipts (Ed25519), both halves, sealed. */
  receipt_identity: string;
};

/** Reads several values in one query; missing ones are undefined. */
export async function readInstall<K extends keyof InstallValues>(
  deps: Pick<Deps, "install">,
  keys: readonly K[],
): Promise<{ readonly [P in K]?: InstallValues[P] }> {
  const values = await selectInstallValues(deps.install, keys);
  // Written by `installStatement` alone, which takes only values of these types.
  return Object.fromEntries(values) as { [P in K]?: InstallValues[P] };
}

export const installStatement = <K extends keyof InstallValues>(
  deps: Deps,
  key: K,
  value: InstallValues[K],
): InstallStatement => saveInstallValue(deps.install, key, value, deps.now());

/** How people have to sign in; without a choice, as ever: no factor is needed, and no session idles out. */
export async function signInRulesOf(deps: Deps): Promise<SignInRules> {
  const { sign_in: rules } = await readInstall(deps, ["sign_in"]);
  return rules ?? { required_factor_roles: [], idle_minutes: null };
}

/**
 * Whether strangers may sign up after the first user: what an admin switched, else the setting
 * REGISTRATION, else what held when the install was made.
 */
export async function registrationOf(deps: Deps): Promise<"open" | "closed"> {
  const { registration, registration_before: before } = await readInstall(deps, [
    "registration",
    "registration_before",
  ]);
  return registration ?? deps.settings.REGISTRATION ?? before ?? "closed";
}
