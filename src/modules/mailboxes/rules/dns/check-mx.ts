import { fail, type Finding, pass, UNANSWERED } from "#platform/rules/dns/finding.ts";
import { findRoute } from "#platform/rules/dns/find-route.ts";
import type { AskDns, DnsReply } from "#platform/rules/dns/record.ts";

export type MxFinding = Finding & {
  /** The records with their preferences; absent in what was found before they were kept. */
  readonly servers?: readonly { readonly preference: number; readonly host: string }[];
};

/** More than any domain has that receives mail. */
const MAX_SERVERS = 20;

/** Whether answers and bounces reach the domain (RFC 5321 5.1, RFC 7505). */
export async function checkMx(ask: AskDns, domain: string): Promise<MxFinding> {
  let reply: DnsReply | null = null;
  const route = (
    await findRoute(async (name, type) => {
      const answer = await ask(name, type);
      if (type === "MX") reply = answer;
      return answer;
    }, domain)
  )?.route;
  if (!route || route.state === "temporary") return UNANSWERED;
  switch (route.state) {
    case "mx":
      return { ...pass(route.hosts), servers: serversIn(reply) };
    case "address_only":
      return pass(
        [],
        "no_mx",
        "There is no MX record, so replies go to the web server of the domain. Add the MX records of your mail provider.",
      );
    case "null_mx":
      return fail(
        "null_mx",
        "The domain accepts no email (MX 0 .), so nobody can reply. Add the MX records of your mail provider.",
        ["0 ."],
      );
    case "nxdomain":
      return fail(
        "nxdomain",
        "The domain does not exist. Check the spelling and whether it is still registered.",
      );
    case "none":
      return fail(
        "none",
        "No server accepts email for the domain, so nobody can reply. Add the MX records of your mail provider.",
      );
    default:
      return UNANSWERED;
  }
}

const serversIn = (reply: DnsReply | null) =>
  reply?.ok
    ? reply.records
        .flatMap((record) =>
          record.type === "MX" ? [{ preference: record.preference, host: record.exchange }] : [],
        )
        .filter(({ host }) => host !== "")
        .slice(0, MAX_SERVERS)
    : [];
