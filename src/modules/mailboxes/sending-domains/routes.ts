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
      body: VerifyDnsBody,
      answers: { 200: VerifyDnsAnswer },
    },
    async (ctx, { body }) => ok(await verifyDns(ctx, body)),
  ),
];
