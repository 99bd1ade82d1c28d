import { z } from "zod";
import { listOf, pathId } from "#platform/contract/common.ts";
import {
  SendAgainBody,
  UnclearQuery,
  UnclearSend,
} from "#modules/campaigns/contract/unclear-sends.ts";
import type { CampaignId, SendId } from "#platform/rules/ids.ts";
import { accepted, ok } from "#platform/http/answer.ts";
import { endpoint, WORKSPACE_PATH } from "#platform/http/endpoint.ts";
import { listUnclear, sendAgain } from "./unclear-sends.ts";

const CAMPAIGN = `${WORKSPACE_PATH}/campaigns/:id`;

export const unclearRoutes = [
  endpoint(
    {
      method: "GET",
      path: `${CAMPAIGN}/unclear`,
      scope: "workspace",
      action: "campaigns.read",
      summary: "Mails of which nobody knows whether they arrived, newest first.",
      params: z.object({ id: pathId<CampaignId>() }),
      query: UnclearQuery,
      answers: { 200: listOf(UnclearSend) },
    },
    async (ctx, { params: { id }, query }) => ok(await listUnclear(ctx, id, query)),
  ),
  endpoint(
    {
      method: "POST",
      path: `${CAMPAIGN}/sends/:sendId/again`,
      scope: "workspace",
      action: "campaigns.run",
      summary:
        "Send a mail once more of which nobody knows whether it arrived: as it was, in its hours and limits.",
      params: z.object({ id: pathId<CampaignId>(), sendId: pathId<SendId>() }),
      body: SendAgainBody,
      answers: { 202: UnclearSend },
      problems: ["invalid_state", "conflict"],
    },
    async (ctx, { params: { id, sendId }, body }) =>
      accepted(await sendAgain(ctx, id, sendId, body)),
  ),
];
