import type { Deps } from "#platform/ctx/ctx.ts";
import { allowsPrivateNetworks, type Settings } from "#platform/ctx/settings.ts";
import { isLoopback } from "#platform/rules/net/address-class.ts";

/** The install's client at a provider, its secret open: not to be logged or kept. */
export type ProviderClient = {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
};

/** Where a client's secret is sealed; a copy elsewhere can't be opened. */
export const clientSecretPlace = (name: string): string => `oauth_clients:secret:${name}`;

/** Seals a client's secret or key. */
export const sealClientSecret = (
  { vault }: Pick<Deps, "vault">,
  name: string,
  plain: string,
): Promise<string> => vault.seal(plain, clientSecretPlace(name));

/** Whether a provider may be asked at this address: unencrypted on this machine alone, where the install allows that. */
export function mayAsk(settings: Settings, address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === "https:" || (isLoopback(hostname) && allowsPrivateNetworks(settings));
}
