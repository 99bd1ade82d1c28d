import { z } from "zod";
import {
  PostmasterBody,
  PostmasterFigure,
  PostmasterFigures,
  ProviderChecks,
} from "#modules/placement/contract/checks.ts";
import { pathId } from "#platform/contract/common.ts";
import { ok } from "#platform/http/answer.ts";
import { endpoint, WORKSPACE_PATH } from "#platform/http/endpoint.ts";
import type { CampaignId } from "#platform/rules/ids.ts";
import { checkCampaign } from "./check-campaign.ts";
import { enterFigure, listFigures } from "./postmaster.ts";

const POSTMASTER = `${WORKSPACE_PATH}/postmaster-figures`;
const FIGURE = {
  domain: "ours.example",
  day: "2026-11-23",
  spam_rate: 0.0004,
  band: "fine",
  entered_by: "user:1",
  created_at: "2026-11-24T09:30:00.000Z",
};

export const checkRoutes = [
  endpoint(
    {
      method: "GET",
      path: `${WORKSPACE_PATH}/campaigns/:id/provider-checks`,
      scope: "workspace",
      action: "campaigns.read",
      summary: "What big providers ask of senders, checked for a campaign.",
      description:
        "Holds SPF, DKIM, aligned DMARC, one-click unsubscribe, the signature over its headers and the spam rate against what is known of each sending domain: from DNS, from the last placement test, and from figures that people entered. Each rule names its source and since when it applies. The start of a campaign warns of what is wrong. Nobody is asked for it.",
      params: z.object({ id: pathId<CampaignId>() }),
      answers: { 200: ProviderChecks },
      example: {
        answer: {
          data: [
            {
              rule: "dmarc",
              domain: "ours.example",
              status: "pass",
              message: "DMARC passed for ours.example at a seed of google: it is aligned.",
              sources: [
                {
                  provider: "Google",
                  title: "Email sender guidelines",
                  url: "https://support.google.com/a/answer/81126",
                  since: "2024-02-01",
                  applies: "Mail to personal Gmail accounts.",
                },
              ],
            },
          ],
        },
      },
    },
    async (ctx, { params: { id } }) => ok(await checkCampaign(ctx, id)),
  ),
  endpoint(
    {
      method: "GET",
      path: POSTMASTER,
      scope: "workspace",
      action: "mailboxes.read",
      summary: "Spam rates that people copied from postmaster tools.",
      description:
        "Lists the spam rates of sending domains by day, the newest first, with the band of each: under 0.03%, 0.1% and 0.3%.",
      answers: { 200: PostmasterFigures },
      example: { answer: { data: [FIGURE] } },
    },
    async (ctx) => ok(await listFigures(ctx)),
  ),
  endpoint(
    {
      method: "PUT",
      path: POSTMASTER,
      scope: "workspace",
      action: "mailboxes.edit",
      summary: "Enter the spam rate of a domain's day.",
      description:
        "Keeps the figure of the day, or corrects it. It is part of the checks before a campaign starts for 30 days. Who may edit mailboxes can call it; written to the audit log.",
      body: PostmasterBody,
      answers: { 200: PostmasterFigure },
      example: {
        body: { domain: "ours.example", day: "2026-11-23", spam_rate: 0.0004 },
        answer: FIGURE,
      },
    },
    async (ctx, { body }) => ok(await enterFigure(ctx, body)),
  ),
];
