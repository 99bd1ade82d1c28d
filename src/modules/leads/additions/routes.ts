import {
  ADD_LEADS_BYTES,
  AddLeadsAnswer,
  AddLeadsBody,
  LookupLeadsAnswer,
  LookupLeadsBody,
} from "#modules/leads/contract/add-leads.ts";
import { IDS_BODY_BYTES } from "#modules/leads/contract/leads.ts";
import { ok } from "#platform/http/answer.ts";
import { endpoint, WORKSPACE_PATH } from "#platform/http/endpoint.ts";
import { addLeads } from "./add-leads.ts";
import { lookUpLeads } from "./lookup-leads.ts";

const LEADS = `${WORKSPACE_PATH}/leads`;

export const additionRoutes = [
  endpoint(
    {
      method: "POST",
      path: LEADS,
      scope: "workspace",
      action: "leads.import",
      summary: "Add or update up to 1,000 leads (4 MB) as JSON; each has its own result.",
      description:
        "The answer is 200 with a result for each lead in the order of the request, whatever the leads are: one that is refused costs no other, and says why. 422 is for a body that is wrong as a whole. Leads with the same address are one: the first counts, and with `on_duplicate: update` later ones add their filled fields. An empty field never overwrites a filled one. Nobody who opted out or is suppressed is written to again by this. Send an `Idempotency-Key` to make a repeat harmless; without one a repeat finds the leads and skips or updates them.",
      body: AddLeadsBody,
      example: {
        body: {
          leads: [
            {
              email: "ann@example.com",
              first_name: "Ann",
              company: "Example Ltd",
              custom: { icebreaker: "Loved your talk" },
            },
          ],
          on_duplicate: "update",
        },
      },
      maxBytes: ADD_LEADS_BYTES,
      answers: { 200: AddLeadsAnswer },
      problems: ["payload_too_large"],
    },
    async (ctx, { body }) => ok(await addLeads(ctx, body)),
  ),
  endpoint(
    {
      method: "POST",
      path: `${LEADS}/lookup`,
      scope: "workspace",
      action: "leads.read",
      summary: "Find the leads with up to 1,000 addresses.",
      description:
        "One result for each address in the order of the request: its lead, or null, and whether the address is suppressed. Changes nothing.",
      body: LookupLeadsBody,
      example: {
        body: { emails: ["ann@example.com"] },
        answer: { data: [{ email: "ann@example.com", lead: null, is_suppressed: false }] },
      },
      maxBytes: IDS_BODY_BYTES,
      answers: { 200: LookupLeadsAnswer },
    },
    async (ctx, { body }) => ok(await lookUpLeads(ctx, body)),
  ),
];
