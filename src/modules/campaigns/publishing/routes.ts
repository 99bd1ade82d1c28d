import { z } from "zod";
import {
  CampaignDraft,
  CampaignVersion,
  CampaignVersionDetail,
  DraftChanges,
  PublishAnswer,
  PublishBody,
  SaveDraftBody,
} from "#modules/campaigns/contract/publishing/drafts.ts";
import { STEP_EXAMPLE } from "#modules/campaigns/rules/examples/campaign.ts";
import { expectedVersion } from "#modules/campaigns/status/expected-version.ts";
import { pathId } from "#platform/contract/common.ts";
import { noContent, ok } from "#platform/http/answer.ts";
import { endpoint, WORKSPACE_PATH } from "#platform/http/endpoint.ts";
import type { CampaignId } from "#platform/rules/ids.ts";
import { publishDraft } from "./publish-draft.ts";
import { readChanges, readDraft } from "./read-draft.ts";
import { listVersions, readPublishedVersion } from "./read-versions.ts";
import { restoreVersion } from "./restore-version.ts";
import { discardDraft, saveDraft } from "./save-draft.ts";

const CAMPAIGN = `${WORKSPACE_PATH}/campaigns/:id`;
const DRAFT = `${CAMPAIGN}/draft`;
const VERSIONS = `${CAMPAIGN}/versions`;
const params = z.object({ id: pathId<CampaignId>() });
const ofVersion = params.extend({ version: pathId<number>() });
/** As much as a row holds. */
const MAX_DRAFT_BYTES = 1_536 * 1024;

const IF_REVISION = {
  "If-Match":
    "The draft's revision in quotes, as it was read; 0: there was none. 409 when somebody saved since. Left out: the last writer wins.",
};

const { created_at, updated_at, ...STEP } = STEP_EXAMPLE;
const TIMES = { created_at, updated_at };
const ANN = { user_id: 1, name: "Ann" };
const SETTINGS = {
  schedule: {
    timezone: "Europe/Berlin",
    windows: [{ days: [1, 2, 3, 4, 5], start: "09:00", end: "17:00" }],
    start_date: null,
    end_date: null,
    use_lead_timezone: false,
    holidays: [],
  },
  daily_limit: null,
  max_new_leads_per_day: 0,
};
const DRAFT_EXAMPLE = {
  campaign_id: 4,
  revision: 3,
  changes: 1,
  version: 2,
  restored_version: null,
  steps: [{ ...STEP, ...TIMES, is_new: false, changed: ["subject"] }],
  removed_step_ids: [],
  settings: SETTINGS,
  changed_settings: [],
  ...TIMES,
  updated_by: ANN,
};
const CHANGES_EXAMPLE = {
  revision: 3,
  changes: 1,
  leads: 184,
  approval_required: false,
  data: [
    {
      kind: "changed",
      step_id: 7,
      position: 1,
      fields: [
        {
          field: "subject",
          before: "Fleet costs",
          after: "Fleet costs at {{ company }}",
          changed_since: false,
        },
      ],
      leads: 184,
    },
  ],
};
const VERSION_EXAMPLE = {
  version: 3,
  kind: "published",
  is_current: true,
  steps: 1,
  restored_version: null,
  approval_id: null,
  published_at: "2026-12-01T09:30:00.000Z",
  published_by: ANN,
};

const draftRoutes = [
  endpoint(
    {
      method: "GET",
      path: DRAFT,
      scope: "workspace",
      action: "campaigns.read",
      summary: "The draft of a campaign: its steps and settings as they would be published.",
      description: "Without a draft it shows what is published, with the revision 0.",
      params,
      example: { answer: DRAFT_EXAMPLE },
      answers: { 200: CampaignDraft },
    },
    async (ctx, { params: { id } }) => ok(await readDraft(ctx, id)),
  ),
  endpoint(
    {
      method: "PUT",
      path: DRAFT,
      scope: "workspace",
      action: "campaigns.edit",
      summary:
        "Save the draft of a campaign as a whole. Nothing of it is sent before it is published.",
      description:
        "What it does not name is as it is published, also when that changes later. PUT on a step still takes effect at once.",
      params,
      body: SaveDraftBody,
      example: {
        body: { steps: [{ id: 7, subject: "Fleet costs at {{ company }}" }] },
        answer: DRAFT_EXAMPLE,
      },
      answers: { 200: CampaignDraft },
      headers: IF_REVISION,
      problems: ["conflict", "limit_reached"],
      maxBytes: MAX_DRAFT_BYTES,
    },
    async (ctx, { params: { id }, body, request }) => {
      await saveDraft(ctx, id, body, expectedVersion(request));
      return ok(await readDraft(ctx, id));
    },
  ),
  endpoint(
    {
      method: "DELETE",
      path: DRAFT,
      scope: "workspace",
      action: "campaigns.edit",
      summary: "Discard the draft of a campaign. What is published stays. Without one: nothing.",
      params,
      description: "For staff. It cannot be brought back.",
      answers: { 204: null },
      headers: IF_REVISION,
      problems: ["conflict"],
    },
    async (ctx, { params: { id }, request }) => {
      await discardDraft(ctx, id, expectedVersion(request));
      return noContent();
    },
  ),
  endpoint(
    {
      method: "GET",
      path: `${DRAFT}/changes`,
      scope: "workspace",
      action: "campaigns.read",
      summary:
        "How a draft differs from what is published, and how many leads each change concerns.",
      params,
      description:
        "For who sees the campaign. `leads` counts those who are not finished and have not received the step.",
      example: { answer: CHANGES_EXAMPLE },
      answers: { 200: DraftChanges },
    },
    async (ctx, { params: { id } }) => ok(await readChanges(ctx, id)),
  ),
  endpoint(
    {
      method: "POST",
      path: `${CAMPAIGN}/publish`,
      scope: "workspace",
      action: "campaigns.edit",
      summary:
        "Publish the draft: all of it takes effect at once, for leads whom it has not reached.",
      description:
        "409 `conflict` where the draft was saved since, or where a field of it was changed where it is published: `errors` lists them, and `overwrite` publishes over them. 409 `approval_required` where the workspace asks for an approval of these words. Steps keep their ids: no lead gets one twice.",
      params,
      body: PublishBody,
      example: { body: {}, answer: { version: VERSION_EXAMPLE, leads: 184 } },
      answers: { 200: PublishAnswer },
      headers: IF_REVISION,
      problems: ["conflict", "invalid_state", "approval_required"],
    },
    async (ctx, { params: { id }, body, request }) =>
      ok(await publishDraft(ctx, id, body, expectedVersion(request))),
  ),
];

const MOST_VERSIONS = 200;
const VersionsQuery = z.object({
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(MOST_VERSIONS)
    .default(50)
    .describe("Versions at most."),
  before: z.coerce
    .number()
    .int()
    .min(1)
    .optional()
    .describe("Only versions below this one: `next` of the answer before."),
});

export const publishingRoutes = [
  ...draftRoutes,
  endpoint(
    {
      method: "GET",
      path: VERSIONS,
      scope: "workspace",
      action: "campaigns.read",
      summary: "What was published of a campaign, by whom and when, newest first.",
      params,
      query: VersionsQuery,
      description:
        "For who sees the campaign. A version is kept with each start and publishing; changes by PUT are found by the next one.",
      example: { answer: { data: [VERSION_EXAMPLE], next: null } },
      answers: {
        200: z.object({
          data: z.array(CampaignVersion).describe("The versions."),
          next: z.int().nullable().describe("Give it as before for the next ones; null: none."),
        }),
      },
    },
    async (ctx, { params: { id }, query: { limit, before = null } }) =>
      ok(await listVersions(ctx, id, { limit, before })),
  ),
  endpoint(
    {
      method: "GET",
      path: `${VERSIONS}/:version`,
      scope: "workspace",
      action: "campaigns.read",
      summary: "One published version with its steps and settings.",
      params: ofVersion,
      description: "For who sees the campaign. Steps have the ids that they had then.",
      example: {
        answer: { ...VERSION_EXAMPLE, content: { steps: [STEP], settings: SETTINGS } },
      },
      answers: { 200: CampaignVersionDetail },
    },
    async (ctx, { params: { id, version } }) => ok(await readPublishedVersion(ctx, id, version)),
  ),
  endpoint(
    {
      method: "POST",
      path: `${VERSIONS}/:version/restore`,
      scope: "workspace",
      action: "campaigns.edit",
      summary: "Make a draft that brings a version back. Nothing is sent before it is published.",
      description:
        "409 `conflict` where there is a draft with changes, unless If-Match names its revision: then it is replaced.",
      params: ofVersion,
      example: { answer: { ...DRAFT_EXAMPLE, restored_version: 2 } },
      answers: { 200: CampaignDraft },
      headers: IF_REVISION,
      problems: ["conflict", "invalid_state"],
    },
    async (ctx, { params: { id, version }, request }) => {
      await restoreVersion(ctx, id, version, expectedVersion(request));
      return ok(await readDraft(ctx, id));
    },
  ),
];
