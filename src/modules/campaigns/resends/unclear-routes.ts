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
      action: "leads.read",
      summary: "Mails of which nobody knows whether they arrived, newest first.",
      description:
        "Lists the mails of a campaign that were handed to their server and got no answer, where no journal, bounce, reply, hit or Sent folder has told since. Each says whether it can be sent again, and how far a further try is. Changes nothing.",
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
      action: "campaigns.resend",
      summary:
        "Send a mail once more of which nobody knows whether it arrived: as it was, in its hours and limits.",
      description:
        "Asks for one more try of a mail whose outcome is unclear. It leaves from the same mailbox with the same words, once the Sent folder was looked through, within the sending hours and limits of the campaign. The sequence of the lead stays where it is. The request is written to the audit log. Asking again while the mail waits changes nothing. 409 `invalid_state` says why it cannot be sent; 409 `conflict` that somebody was faster.",
      params: z.object({ id: pathId<CampaignId>(), sendId: pathId<SendId>() }),
      body: SendAgainBody,
      answers: { 202: UnclearSend },
      problems: ["invalid_state", "conflict"],
    },
    async (ctx, { params: { id, sendId }, body }) =>
      accepted(await sendAgain(ctx, id, sendId, body)),
  ),
];
