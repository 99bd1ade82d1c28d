import { ProviderWebhookAnswer } from "#modules/inbox/contract/provider-webhooks.ts";
import { type NoticeProvider, NOTICE_PROVIDERS } from "#modules/events/rules/notices.ts";
import { ok } from "#platform/http/answer.ts";
import { endpoint } from "#platform/http/endpoint.ts";
import { readCappedBytes } from "#platform/http/read-capped.ts";
import { SOURCES } from "./sources.ts";
import { takeCall } from "./take-call.ts";

const NAMES: Readonly<Record<NoticeProvider, string>> = {
  ses: "Amazon SES, by way of SNS",
  sendgrid: "SendGrid",
  mailgun: "Mailgun",
  postmark: "Postmark",
  resend: "Resend",
};

/** Where mail providers report bounces and complaints. */
export const providerWebhookRoutes = NOTICE_PROVIDERS.map((provider) =>
  endpoint(
    {
      method: "POST",
      path: `/api/v1/webhooks/${provider}`,
      scope: "public",
      action: null,
      summary: `Bounces and complaints from ${NAMES[provider]}; signed by the provider.`,
      description:
        "For the provider alone: a call whose signature does not fit is refused. What it reports acts like a bounce or complaint that a mailbox receives.",
      answers: { 200: ProviderWebhookAnswer },
      consumes: "other",
      problems: [
        "signature_invalid",
        "provider_not_configured",
        "rate_limited",
        "payload_too_large",
        "upstream_unavailable",
      ],
    },
    async (ctx, { request }) => {
      const bytes = await readCappedBytes(request.body, SOURCES[provider].maxBytes);
      await takeCall(ctx, provider, {
        bytes,
        text: new TextDecoder().decode(bytes),
        header: (name) => request.headers.get(name),
      });
      return ok({ accepted: true });
    },
  ),
);
