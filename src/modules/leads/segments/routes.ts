import { z } from "zod";
import {
  CreateSegmentBody,
  Segment,
  SegmentCount,
  UpdateSegmentBody,
} from "#modules/leads/contract/segments.ts";
import { countSegment } from "#modules/leads/choices/count-choice.ts";
import { listOf, PageQuery, pathId } from "#platform/contract/common.ts";
import { created, noContent, ok } from "#platform/http/answer.ts";
import { endpoint, WORKSPACE_PATH } from "#platform/http/endpoint.ts";
import type { SegmentId } from "#platform/rules/ids.ts";
import { findSegment, listSegments, presentSegment } from "./list-segments.ts";
import { createSegment, deleteSegment, updateSegment } from "./save-segment.ts";

const LIST = `${WORKSPACE_PATH}/segments`;
const ONE = `${LIST}/:id`;
const Params = z.object({ id: pathId<SegmentId>() });

export const segmentRoutes = [
  endpoint(
    {
      method: "GET",
      path: LIST,
      scope: "workspace",
      action: "leads.read",
      summary: "The segments, newest first. `q` is looked for in their names.",
      description:
        "A segment is a stored filter of leads. Send its id as `segment_id` wherever leads are chosen: list, export, validation, campaigns and bulk work. It always means the leads that fit at that moment.",
      query: PageQuery,
      answers: { 200: listOf(Segment) },
    },
    async (ctx, { query }) => ok(await listSegments(ctx, query)),
  ),
  endpoint(
    {
      method: "POST",
      path: LIST,
      scope: "workspace",
      action: "leads.edit",
      summary: "Store a filter of leads as a segment.",
      description:
        "The conditions are those of the list of leads, and all of them have to hold. Answers 404 for a list or tag that is not in the workspace.",
      body: CreateSegmentBody,
      example: { body: { name: "Hot and valid", filter: { status: "valid", min_score: 80 } } },
      answers: { 201: Segment },
      problems: ["not_found"],
    },
    async (ctx, { body }) => {
      const segment = await createSegment(ctx, body);
      return created(segment, `/api/v1/workspaces/${ctx.workspaceId}/segments/${segment.id}`);
    },
  ),
  endpoint(
    {
      method: "GET",
      path: ONE,
      scope: "workspace",
      action: "leads.read",
      summary: "One segment with its filter.",
      description: "The name and the conditions. Its leads are counted by `/count`.",
      params: Params,
      answers: { 200: Segment },
    },
    async (ctx, { params }) => ok(presentSegment(await findSegment(ctx, params.id))),
  ),
  endpoint(
    {
      method: "GET",
      path: `${ONE}/count`,
      scope: "workspace",
      action: "leads.read",
      summary: "How many leads fit a segment now.",
      description:
        "Exact up to 10,000 leads, and where a stored counter tells it. Beyond that the number comes from a sample of the workspace and `estimated` is true, so that it takes the same time whatever the workspace holds.",
      params: Params,
      answers: { 200: SegmentCount },
    },
    async (ctx, { params }) => ok(await countSegment(ctx, params.id)),
  ),
  endpoint(
    {
      method: "PUT",
      path: ONE,
      scope: "workspace",
      action: "leads.edit",
      summary: "Change a segment; fields left out keep their value.",
      description:
        "A new filter replaces the whole old one. Work that began with the segment goes on with the filter that it began with.",
      params: Params,
      body: UpdateSegmentBody,
      example: { body: { name: "Hot", filter: { tag: "Hot" } } },
      answers: { 200: Segment },
    },
    async (ctx, { params, body }) => ok(await updateSegment(ctx, params.id, body)),
  ),
  endpoint(
    {
      method: "DELETE",
      path: ONE,
      scope: "workspace",
      action: "leads.delete",
      summary: "Delete a segment; its leads stay.",
      description: "Only the stored filter goes. Work that began with the segment goes on.",
      params: Params,
      answers: { 204: null },
    },
    async (ctx, { params }) => {
      await deleteSegment(ctx, params.id);
      return noContent();
    },
  ),
];
