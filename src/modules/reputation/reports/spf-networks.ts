import { isSpf, readSpf } from "#modules/mailboxes/rules/dns/spf-record.ts";
import type { SpfNetwork } from "#modules/reputation/rules/sources.ts";
import { textsOf } from "#platform/rules/dns/finding.ts";
import type { AskDns } from "#platform/rules/dns/record.ts";

/** Questions of one record; receivers stop at ten (RFC 7208 4.6.4). */
const MAX_QUESTIONS = 20;
const MAX_NETWORKS = 500;

/** The addresses that a domain's SPF lets send, as far as DNS answers now; macros name none. */
export async function spfNetworks(ask: AskDns, domain: string): Promise<readonly SpfNetwork[]> {
  const networks: SpfNetwork[] = [];
  const seen = new Set<string>();
  let questions = 0;
  const asked = async (name: string, type: Parameters<AskDns>[1]) => {
    if (++questions > MAX_QUESTIONS) return null;
    return ask(name, type).catch(() => null);
  };
  const add = (range: string, via: string): void => {
    if (networks.length < MAX_NETWORKS) networks.push({ range, via });
  };
  async function hosts(name: string, bits: string, via: string): Promise<void> {
    const reply = await asked(name, "A");
    for (const record of reply?.ok ? reply.records : [])
      if (record.type === "A") add(`${record.address}/${bits === "" ? "32" : bits}`, via);
  }
  async function walk(name: string, via: string): Promise<void> {
    if (seen.has(name) || name.includes("%")) return;
    seen.add(name);
    const record = (textsOf(await asked(name, "TXT")) ?? []).find(isSpf);
    const read = record === undefined ? null : readSpf(record);
    for (const term of read && "terms" in read ? read.terms : []) {
      if (term.qualifier !== "+") continue;
      const [value = "", bits = ""] = term.value.toLowerCase().replace(/\.$/, "").split("/");
      if (term.name === "ip4") add(`${value}/${bits === "" ? "32" : bits}`, via);
      else if (term.name === "ip6") add(`${value}/${bits === "" ? "128" : bits}`, via);
      else if (term.name === "include" || term.name === "redirect")
        await walk(value, via === "" && term.name === "include" ? value : via);
      else if (term.name === "a") await hosts(value === "" ? name : value, bits, via);
      else if (term.name === "mx") {
        const reply = await asked(value === "" ? name : value, "MX");
        for (const mx of (reply?.ok ? reply.records : []).slice(0, 5))
          if (mx.type === "MX") await hosts(mx.exchange, bits, via);
      }
    }
  }
  await walk(domain, "");
  return networks;
}
