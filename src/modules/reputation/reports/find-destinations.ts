import { selectSendingHosts } from "#modules/reputation/blocklists/names-store.ts";
import {
  permissionRecord,
  type ReportDestination,
  ruaAddresses,
} from "#modules/reputation/rules/destinations.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { textsOf } from "#platform/rules/dns/finding.ts";

const MOST_DOMAINS = 50;

/** Asks DNS where the workspace's sending domains want reports, and whether those who take them say so. */
export async function findDestinations(ctx: WorkspaceCtx): Promise<readonly ReportDestination[]> {
  const senders = await selectSendingHosts(ctx.db, ctx.workspaceId);
  const domains = [...new Set(senders.flatMap(({ domain }) => (domain ? [domain] : [])))];
  const found = await Promise.all(
    domains.slice(0, MOST_DOMAINS).map(async (domain) => {
      const record = (await texts(ctx, `_dmarc.${domain}`))?.find((text) =>
        /^v\s*=\s*DMARC1\b/i.test(text),
      );
      return Promise.all(
        ruaAddresses(record ?? "").map((address) => destination(ctx, domain, address)),
      );
    }),
  );
  return found.flat();
}

async function destination(
  ctx: WorkspaceCtx,
  domain: string,
  address: string,
): Promise<ReportDestination> {
  const record = permissionRecord(domain, address);
  if (record === null) return { domain, address, external: "own", record };
  const said = await texts(ctx, record);
  const external =
    said === null
      ? "unknown"
      : said.some((text) => /^v\s*=\s*DMARC1\b/i.test(text))
        ? "allowed"
        : "missing";
  return { domain, address, external, record };
}

/** Null: DNS did not answer. */
const texts = async (ctx: WorkspaceCtx, name: string): Promise<readonly string[] | null> =>
  textsOf(await ctx.dns.ask(name, "TXT").catch(() => null));
