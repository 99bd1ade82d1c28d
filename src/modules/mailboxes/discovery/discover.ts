import { domainOf } from "#modules/leads/rules/suppression-hash.ts";
import { ORGANISATION_PROVIDERS } from "#modules/connections/rules/kinds.ts";
import type { DiscoverAnswer } from "#modules/mailboxes/contract/many-mailboxes.ts";
import { refuseMailHost } from "#modules/mailboxes/rules/mail-host.ts";
import {
  firstServer,
  MAIL_SERVICES,
  type MailServer,
} from "#modules/mailboxes/rules/mail-services.ts";
import { presetOfDomain, presetOfServers } from "#modules/mailboxes/rules/preset-of.ts";
import type { MailPreset } from "#modules/mailboxes/rules/presets.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { allowsPrivateNetworks } from "#platform/ctx/settings.ts";

/** Whose mailboxes a domain has, and how that was found. */
export type FoundPreset = { readonly preset: MailPreset; readonly by: "address" | "mx" };

/** The large provider of a domain: by the domain itself, else by its MX records. Null: none of them. */
export async function findPreset(ctx: WorkspaceCtx, domain: string): Promise<FoundPreset | null> {
  const own = presetOfDomain(domain);
  if (own) return { preset: own, by: "address" };
  const preset = presetOfServers((await ctx.dns.route(asciiOf(domain)))?.route.hosts ?? []);
  return preset && { preset, by: "mx" };
}

/**
 * What an address needs to be connected, over DNS alone: the large provider of its domain, else the
 * servers that the domain names in SRV records. Nothing is dialled.
 */
export async function discover(ctx: WorkspaceCtx, email: string): Promise<DiscoverAnswer> {
  const domain = domainOf(email);
  const found = await findPreset(ctx, domain);
  if (found) {
    const { id, name, smtp, imap, help, helpUrl } = found.preset;
    return {
      email,
      provider: { id, name },
      by: found.by,
      smtp,
      imap,
      connections: connectionsAt(id),
      help,
      help_url: helpUrl,
    };
  }
  const [smtp, imap] = await Promise.all([
    findServer(ctx, asciiOf(domain), "smtp"),
    findServer(ctx, asciiOf(domain), "imap"),
  ]);
  return {
    email,
    provider: null,
    by: smtp || imap ? "srv" : null,
    smtp,
    imap,
    connections: connectionsAt(null),
    help: null,
    help_url: null,
  };
}

async function findServer(
  ctx: WorkspaceCtx,
  domain: string,
  side: keyof typeof MAIL_SERVICES,
): Promise<MailServer | null> {
  const allowPrivate = allowsPrivateNetworks(ctx.settings);
  for (const { label, security } of MAIL_SERVICES[side]) {
    const server = firstServer(await ctx.dns.ask(`${label}.${domain}`, "SRV"), security);
    if (server && refuseMailHost(server.host, server.port, { allowPrivate }) === null)
      return server;
  }
  return null;
}

/** How a mailbox there may sign in, the best way first. */
function connectionsAt(preset: string | null): DiscoverAnswer["connections"] {
  const provider = ORGANISATION_PROVIDERS.find((known) => known === preset) ?? null;
  return provider === null
    ? [{ kind: "password", provider }]
    : [
        { kind: "oauth", provider },
        { kind: "organisation", provider },
        { kind: "password", provider },
      ];
}

const asciiOf = (domain: string): string => URL.parse(`http://${domain}/`)?.hostname ?? domain;
