import { z } from "zod";
import {
  CreateTemplateBody,
  SaveTemplateBody,
  Template,
  TemplateList,
  TemplatesQuery,
  UpdateTemplateBody,
} from "#modules/campaigns/contract/templates.ts";
import { MAX_TEMPLATE_BYTES } from "#modules/campaigns/rules/template-content.ts";
import { expectedVersion, IF_MATCH } from "#modules/campaigns/status/expected-version.ts";
import { pathId } from "#platform/contract/common.ts";
import { created, noContent, ok } from "#platform/http/answer.ts";
import { endpoint, WORKSPACE_PATH } from "#platform/http/endpoint.ts";
import type { CampaignId, InstallTemplateId, StepId } from "#platform/rules/ids.ts";
import { createInstallTemplate } from "./create-install-template.ts";
import { findInstallTemplate } from "./find-template.ts";
import { listInstallTemplates } from "./list-install-templates.ts";
import { presentInstallTemplate } from "./present.ts";
import { saveCampaignAsTemplate, saveStepAsTemplate } from "./save-as-template.ts";
import type { InstallTemplateRow } from "./store.ts";
import { deleteInstallTemplate, updateInstallTemplate } from "./update-install-template.ts";

const TEMPLATES = "/api/v1/templates";
const CAMPAIGN = `${WORKSPACE_PATH}/campaigns/:id`;
const params = z.object({ id: pathId<InstallTemplateId>() });
const ofCampaign = z.object({ id: pathId<CampaignId>() });
const ofStep = z.object({ id: pathId<CampaignId>(), stepId: pathId<StepId>() });
/** JSON escapes what the row does not. */
const MAX_BODY_BYTES = 2 * MAX_TEMPLATE_BYTES;

const SNIPPET = { name: "Calendar link", body_text: "Choose a time: https://cal.example.com/ann" };
const STAMP = {
  id: 4,
  description: "",
  created_by: { id: 1, name: "Ann" },
  created_at: "2026-12-01T09:00:00.000Z",
  updated_at: "2026-12-01T09:00:00.000Z",
};
const answer = { kind: "snippet", ...SNIPPET, ...STAMP, body_html: "" };
const step = {
  delay: 0,
  delay_unit: "days",
  subject: "Hello {{ first_name }}",
  body_html: "<p>Shall we talk?</p>",
  body_text: "",
  variants: [],
};
const opening = { kind: "step", name: "Opening", ...STAMP, step };
const sequence = {
  kind: "campaign",
  name: "Logistics",
  ...STAMP,
  steps: [step],
  settings: { track_opens: false },
};

const kept = (row: InstallTemplateRow) =>
  created(presentInstallTemplate(row), `${TEMPLATES}/${row.id}`);

export const templateRoutes = [
  endpoint(
    {
      method: "GET",
      path: TEMPLATES,
      scope: "caller",
      action: "templates.read",
      summary: "List the installation's templates, newest first; q looks in names.",
      description:
        "Staff may, clients never. Templates are campaigns, steps and snippets that can be used in every workspace. Their texts are left out here.",
      query: TemplatesQuery,
      answers: { 200: TemplateList },
    },
    async (ctx, { query }) => ok(await listInstallTemplates(ctx, query)),
  ),
  endpoint(
    {
      method: "POST",
      path: TEMPLATES,
      scope: "caller",
      action: "templates.edit",
      summary: "Create a template of a campaign, a step or a snippet.",
      description:
        "Staff may. Texts are checked like those of a step. 409 `conflict`: the name is taken among templates of that kind; `limit_reached`: there are 1,000 templates, or this one has more than 1 MB of text.",
      body: CreateTemplateBody,
      example: { body: { kind: "snippet", ...SNIPPET }, answer },
      answers: { 201: Template },
      problems: ["conflict", "limit_reached"],
      maxBytes: MAX_BODY_BYTES,
    },
    async (ctx, { body }) => kept(await createInstallTemplate(ctx, body)),
  ),
  endpoint(
    {
      method: "GET",
      path: `${TEMPLATES}/:id`,
      scope: "caller",
      action: "templates.read",
      summary: "One template with its texts.",
      description:
        "Staff may. Use it with `template_id` in `POST .../campaigns` or `POST .../campaigns/:id/steps`; a snippet is inserted into a text.",
      params,
      example: { answer },
      answers: { 200: Template },
    },
    async (ctx, { params: { id } }) =>
      ok(presentInstallTemplate(await findInstallTemplate(ctx, id))),
  ),
  endpoint(
    {
      method: "PUT",
      path: `${TEMPLATES}/:id`,
      scope: "caller",
      action: "templates.edit",
      summary: "Change a template; fields left out keep their value.",
      description:
        "Staff may. `steps` and `settings` are replaced as a whole. Campaigns and steps that were made of it stay as they are.",
      params,
      body: UpdateTemplateBody,
      example: { body: { name: SNIPPET.name }, answer },
      answers: { 200: Template },
      headers: IF_MATCH,
      problems: ["conflict", "limit_reached"],
      maxBytes: MAX_BODY_BYTES,
    },
    async (ctx, { params: { id }, body, request }) =>
      ok(
        presentInstallTemplate(
          await updateInstallTemplate(ctx, id, body, expectedVersion(request)),
        ),
      ),
  ),
  endpoint(
    {
      method: "DELETE",
      path: `${TEMPLATES}/:id`,
      scope: "caller",
      action: "templates.edit",
      summary: "Delete a template; what was made of it stays.",
      description: "Staff may. It cannot be brought back.",
      params,
      answers: { 204: null },
    },
    async (ctx, { params: { id } }) => {
      await deleteInstallTemplate(ctx, id);
      return noContent();
    },
  ),
  endpoint(
    {
      method: "POST",
      path: `${CAMPAIGN}/template`,
      scope: "workspace",
      action: "templates.edit",
      summary: "Save a campaign as a template of the installation.",
      description:
        "Staff may. The template has the steps and settings of the campaign, but not its mailboxes, leads, cc and bcc, time zone, dates and holidays. With `template_id` it replaces the content of that template.",
      params: ofCampaign,
      body: SaveTemplateBody,
      example: { body: { name: "Logistics" }, answer: sequence },
      answers: { 201: Template },
      problems: ["conflict", "limit_reached", "invalid_state"],
    },
    async (ctx, { params: { id }, body }) => kept(await saveCampaignAsTemplate(ctx, id, body)),
  ),
  endpoint(
    {
      method: "POST",
      path: `${CAMPAIGN}/steps/:stepId/template`,
      scope: "workspace",
      action: "templates.edit",
      summary: "Save a step as a template of the installation.",
      description:
        "Staff may. The template has the texts, variants and wait of the step. With `template_id` it replaces the content of that template.",
      params: ofStep,
      body: SaveTemplateBody,
      example: { body: { name: "Opening" }, answer: opening },
      answers: { 201: Template },
      problems: ["conflict", "limit_reached"],
    },
    async (ctx, { params: { id, stepId }, body }) =>
      kept(await saveStepAsTemplate(ctx, id, stepId, body)),
  ),
];
