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
      body: TrackingDomainBody,
      answers: { 200: TrackingDomain },
    },
    async (ctx, { body }) => ok(await setTrackingHost(ctx, body.domain)),
  ),
];
