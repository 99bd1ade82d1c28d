import { ownTrackingHost } from "#modules/links/tracking-domains/own-host.ts";
import { presetOfSmtp } from "#modules/mailboxes/rules/preset-of.ts";
import { sentTexts } from "#modules/reputation/hooks.ts";
import { linkedHosts } from "#modules/reputation/rules/linked-hosts.ts";
import type { NameUse } from "#modules/reputation/rules/listing.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { isSampleDomain } from "#platform/rules/mail/sandbox.ts";
import { isPublicAddress } from "#platform/rules/net/address-class.ts";
import { selectSendingHosts } from "./names-store.ts";

export type WatchedName = { readonly name: string; readonly use: NameUse };

/** Of a workspace; its own domains come first. */
const MOST_NAMES = 200;
const MOST_SERVERS = 20;

/**
 * What a workspace is known by: domains it sends from, its tracking domain, addresses of servers that
 * no provider shares with others, and domains that its emails link to. One name is there once.
 */
export async function watchedNames(ctx: WorkspaceCtx): Promise<readonly WatchedName[]> {
  const [senders, tracked, texts] = await Promise.all([
    selectSendingHosts(ctx.db, ctx.workspaceId),
    ownTrackingHost(ctx),
    Promise.all(ctx.hooks.ask(sentTexts).map((give) => give(ctx))),
  ]);
  const hosts = new Set(senders.map(({ smtpHost }) => smtpHost.toLowerCase()));
  const own = [...hosts].filter((host) => presetOfSmtp(host) === null).slice(0, MOST_SERVERS);
  const addresses = await Promise.all(own.map((host) => addressesOf(ctx, host)));
  const all: WatchedName[] = [
    ...senders.map(({ domain }) => ({ name: domain ?? "", use: "sending" as const })),
    ...(tracked ? [{ name: tracked.host, use: "tracking" as const }] : []),
    ...addresses.flat().map((name) => ({ name, use: "server" as const })),
    ...texts
      .flat()
      .flatMap(linkedHosts)
      .map((name) => ({ name, use: "linked" as const })),
  ];
  const names = new Map<string, WatchedName>();
  for (const one of all) {
    if (one.name === "" || isSampleDomain(one.name)) continue;
    if (!names.has(one.name)) names.set(one.name, one);
  }
  return [...names.values()].slice(0, MOST_NAMES);
}

/** What a server's name leads to now; nothing where DNS says nothing. */
async function addressesOf(ctx: WorkspaceCtx, host: string): Promise<readonly string[]> {
  if (isPublicAddress(host)) return [host];
  if (/^[\d.]+$|:/.test(host)) return [];
  const reply = await ctx.dns.ask(host, "A").catch(() => null);
  if (!reply?.ok) return [];
  return reply.records
    .flatMap((record) => (record.type === "A" ? [record.address] : []))
    .filter(isPublicAddress)
    .slice(0, 4);
}
