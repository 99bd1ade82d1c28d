import { z } from "zod";
import { Enrolment } from "#modules/campaigns/contract/campaigns.ts";
import { ENROLMENT_EXAMPLE } from "#modules/campaigns/rules/examples/campaign.ts";
import { pathId } from "#platform/contract/common.ts";
import { accepted } from "#platform/http/answer.ts";
import { endpoint, WORKSPACE_PATH } from "#platform/http/endpoint.ts";
import type { CampaignId, LeadId } from "#platform/rules/ids.ts";
import { sendFirstMail } from "./send-first-mail.ts";

export const firstMailRoutes = [
  endpoint(
    {
      method: "POST",
      path: `${WORKSPACE_PATH}/campaigns/:id/leads/:leadId/send-now`,
      scope: "workspace",
      action: "campaigns.run",
      summary:
        "Send the first email to one lead now, before the campaign starts or its hours come.",
      description:
        "For staff, and for clients if the workspace allows it. From a draft, a paused or an active campaign. It is the email of step 1: it counts in every limit and figure, and the lead goes on with step 2 once the campaign runs. Only the status of the campaign, its sending hours, the wait of the step and the queue are passed over; any other rule refuses it with 409 `invalid_state`, and `errors` names the rule. Where the workspace asks for approval, it is needed. A repeat while the email is on its way changes nothing.",
      example: { answer: { ...ENROLMENT_EXAMPLE, status: "in_progress", next_send_at: null } },
      params: z.object({ id: pathId<CampaignId>(), leadId: pathId<LeadId>() }),
      answers: { 202: Enrolment },
      problems: ["invalid_state", "approval_required", "conflict"],
    },
    async (ctx, { params: { id, leadId } }) => accepted(await sendFirstMail(ctx, id, leadId)),
  ),
];
