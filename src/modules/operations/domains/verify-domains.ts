import { checkAllHosts, hostsToCheck } from "#modules/links/tracking-domains/all-hosts.ts";
import {
  checkAllDomains,
  domainsToCheck,
} from "#modules/mailboxes/sending-domains/check-domain.ts";
import { installStatement, readInstall } from "#modules/accounts/install/install-values.ts";
import type { Verification } from "#modules/operations/contract/domains.ts";
import type { Deps } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { iso } from "#platform/rules/time.ts";

/**
 * Has DNS asked about all sending and tracking domains, in the background and some at a time. Asked
 * again while that runs, it starts from the beginning.
 */
export async function verifyDomains(deps: Deps): Promise<Verification> {
  const at = deps.now();
  // One name serves many workspaces and is asked about once.
  const total = (await checkAllDomains(deps)) + (await checkAllHosts(deps));
  await runBatch(deps.install, [installStatement(deps, "domains_requested", { at, total })]);
  return readVerification(deps);
}

/** How far the last request has come. */
export async function readVerification(deps: Deps): Promise<Verification> {
  const { domains_requested: asked } = await readInstall(deps, ["domains_requested"]);
  if (!asked) return { requested_at: null, total: 0, checked: 0, is_running: false };
  const [domains, hosts] = await Promise.all([domainsToCheck(deps), hostsToCheck(deps, asked.at)]);
  const left = Math.min(asked.total, domains + hosts);
  return {
    requested_at: iso(asked.at),
    total: asked.total,
    checked: asked.total - left,
    is_running: left > 0,
  };
}
