import { fail, type Finding, pass, UNANSWERED } from "#platform/rules/dns/finding.ts";
import { findRoute } from "#platform/rules/dns/find-route.ts";
import type { AskDns } from "#platform/rules/dns/record.ts";

/** Whether answers and bounces reach the domain (RFC 5321 5.1, RFC 7505). */
export async function checkMx(ask: AskDns, domain: string): Promise<Finding> {
  const route = (await findRoute(ask, domain))?.route;
  if (!route || route.state === "temporary") return UNANSWERED;
  switch (route.state) {
    case "mx":
      return pass(route.hosts);
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
