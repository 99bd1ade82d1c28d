import { VerifyDnsAnswer, VerifyDnsBody } from "#modules/mailboxes/contract/mail-domains.ts";
import { ok } from "#platform/http/answer.ts";
import { endpoint, WORKSPACE_PATH } from "#platform/http/endpoint.ts";
import { verifyDns } from "./verify-dns.ts";

export const mailDomainRoutes = [
  endpoint(
    {
      method: "POST",
      path: `${WORKSPACE_PATH}/settings/verify-dns`,
      scope: "workspace",
      action: "settings.edit",
      summary: "Look up SPF, DKIM, DMARC, MX and the tracking domain: expected, found, what to do.",
      description:
        "Staff and API keys may. Asks DNS now, and stores the result for the health of mailboxes. A record that is wrong is a result with status 200.",
      body: VerifyDnsBody,
      example: { body: { domain: "acme.example" } },
      answers: { 200: VerifyDnsAnswer },
    },
    async (ctx, { body }) => ok(await verifyDns(ctx, body)),
  ),
];
