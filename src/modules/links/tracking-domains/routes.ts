import { TrackingDomain, TrackingDomainBody } from "#modules/links/contract/tracking-domains.ts";
import { ok } from "#platform/http/answer.ts";
import { endpoint, WORKSPACE_PATH } from "#platform/http/endpoint.ts";
import { setTrackingHost } from "./set-host.ts";

export const trackingDomainRoutes = [
  endpoint(
    {
      method: "PUT",
      path: `${WORKSPACE_PATH}/settings/tracking-domain`,
      scope: "workspace",
      action: "settings.edit",
      summary: "Set the domain of tracked links; answers the DNS records to add. Null removes it.",
      description:
        "Staff and API keys may. Links lead to the installation itself until DNS and https of the domain are right, and when they fail later. Answers 409 `conflict` for a domain of another workspace.",
      body: TrackingDomainBody,
      example: { body: { domain: "go.acme.example" } },
      answers: { 200: TrackingDomain },
    },
    async (ctx, { body }) => ok(await setTrackingHost(ctx, body.domain)),
  ),
];
