import {
  Pacing,
  PacingList,
  PacingQuery,
  ResumePacingBody,
} from "#modules/campaigns/contract/pacing.ts";
import { ok } from "#platform/http/answer.ts";
import { endpoint, WORKSPACE_PATH } from "#platform/http/endpoint.ts";
import { readPacing, resumePacing } from "./read-pacing.ts";

const PACING = `${WORKSPACE_PATH}/pacing`;
const EXAMPLE = {
  domain: "ours.example",
  recipients: "google",
  name: "Google",
  sent_today: 20,
  limit: 28,
  status: "growing",
  until: null,
  refused_at: null,
  refusal: null,
  reason: "A new domain to Google: 20% more after each day on which it sends without a refusal.",
};

export const pacingRoutes = [
  endpoint(
    {
      method: "GET",
      path: PACING,
      scope: "workspace",
      action: "mailboxes.read",
      summary: "How many campaign emails each provider of recipients gets today, and why.",
      description:
        "Recipients are grouped by who runs their MX. A new sending domain begins with 20 emails a day to each big provider and grows by 20% after each clean day. Where a provider answers 421 or 4.7.x about rate or reputation, its emails wait and half of a day is allowed for 24 hours, while the others go on. The figures are settings of the workspace.",
      query: PacingQuery,
      answers: { 200: PacingList },
      example: { answer: { enabled: true, data: [EXAMPLE] } },
    },
    async (ctx, { query }) => ok(await readPacing(ctx, query)),
  ),
  endpoint(
    {
      method: "POST",
      path: `${PACING}/resume`,
      scope: "workspace",
      action: "mailboxes.edit",
      summary: "Let a sending domain write to a provider again at once.",
      description:
        "Ends the wait, the half and the pause of a sending domain with a provider. It goes on to grow from where it stands. Emails that wait leave with their next turn. Who may edit mailboxes can call it.",
      body: ResumePacingBody,
      answers: { 200: Pacing },
      problems: ["not_found"],
      example: { body: { domain: "ours.example", recipients: "google" }, answer: EXAMPLE },
    },
    async (ctx, { body }) => ok(await resumePacing(ctx, body)),
  ),
];
