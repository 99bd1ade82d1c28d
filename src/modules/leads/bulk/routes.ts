import { z } from "zod";
import { BulkBody, BulkJob, BulkPreview } from "#modules/leads/contract/bulk.ts";
import { IDS_BODY_BYTES } from "#modules/leads/contract/leads.ts";
import { pathId } from "#platform/contract/common.ts";
import { accepted, ok } from "#platform/http/answer.ts";
import { endpoint, WORKSPACE_PATH } from "#platform/http/endpoint.ts";
import type { JobId } from "#platform/rules/ids.ts";
import { previewBulk } from "./preview-bulk.ts";
import { cancelBulk, readBulk } from "./read-bulk.ts";
import { startBulk } from "./start-bulk.ts";

const BULK = `${WORKSPACE_PATH}/leads/bulk`;
const Params = z.object({ jobId: pathId<JobId>() });

export const bulkRoutes = [
  endpoint(
    {
      method: "POST",
      path: BULK,
      scope: "workspace",
      action: "leads.read",
      summary: "Do something with many leads in the background, or preview it with dry_run.",
      description:
        "Validates, tags, suppresses, deletes, moves between lists or adds to a campaign all leads of a choice. With `dry_run: true` nothing changes, and the answer (200) says how many leads are meant and what they are in the middle of. Without it a job begins (202): it goes on after a restart, does each lead once, and can be cancelled. A segment or filter means the leads that fit when the job comes to them, up to `up_to_id`. Each verb needs the permission of the single deed. A whole filter of `{}` means every lead.",
      body: BulkBody,
      example: {
        body: { verb: "tag", choice: { filter: { min_score: 80 } }, tag: "Hot", dry_run: true },
      },
      maxBytes: IDS_BODY_BYTES,
      answers: { 200: BulkPreview, 202: BulkJob },
      problems: ["not_found"],
    },
    async (ctx, { body }) =>
      body.dry_run ? ok(await previewBulk(ctx, body)) : accepted(await startBulk(ctx, body)),
  ),
  endpoint(
    {
      method: "GET",
      path: `${BULK}/:jobId`,
      scope: "workspace",
      action: "leads.read",
      summary: "Progress of bulk work with leads.",
      description:
        "How many leads were looked at and how many of those are different now. The total is estimated for many leads until the job is completed.",
      params: Params,
      answers: { 200: BulkJob },
    },
    async (ctx, { params }) => ok(await readBulk(ctx, params.jobId)),
  ),
  endpoint(
    {
      method: "POST",
      path: `${BULK}/:jobId/cancel`,
      scope: "workspace",
      action: "leads.edit",
      summary: "Stop bulk work with leads; what was done stays.",
      description:
        "Nothing more is changed once this has answered. Repeating it is harmless; 409 for a job that has ended.",
      params: Params,
      answers: { 200: BulkJob },
      problems: ["invalid_state"],
    },
    async (ctx, { params }) => ok(await cancelBulk(ctx, params.jobId)),
  ),
];
