import { z } from "zod";
import { LeadActivity } from "#modules/leads/contract/activity.ts";
import { listOf, ONE_PAGE, PageQuery, pathId } from "#platform/contract/common.ts";
import {
  DeleteLeadQuery,
  DeleteLeadsAnswer,
  DeleteLeadsBody,
  ExportQuery,
  IDS_BODY_BYTES,
  LeadChoice,
  LeadDeletion,
  LeadDetails,
  LeadListItem,
  LeadsQuery,
  UpdateLeadBody,
} from "#modules/leads/contract/leads.ts";
import type { LeadId } from "#platform/rules/ids.ts";
import { iso } from "#platform/rules/time.ts";
import { noContent, ok } from "#platform/http/answer.ts";
import { endpoint, WORKSPACE_PATH } from "#platform/http/endpoint.ts";
import { deleteLead } from "#modules/leads/deletion/delete-lead.ts";
import { deleteLeads } from "#modules/leads/deletion/delete-leads.ts";
import { exportChosen, exportLeads } from "#modules/leads/exports/export-leads.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import {
  ACTIVITY_EXAMPLE,
  LEAD_EXAMPLE,
  LISTED_LEAD_EXAMPLE,
} from "#modules/leads/rules/examples/lead.ts";
import { listActivity } from "./list-activity.ts";
import { readLeads } from "./list-leads.ts";
import { previewLeadDeletion } from "#modules/leads/deletion/preview-lead-deletion.ts";
import { readLead } from "./read-lead.ts";
import { updateLead } from "./update-lead.ts";

const LIST = `${WORKSPACE_PATH}/leads`;
const ONE = `${LIST}/:id`;
/** The first columns of a file. */
const CSV = "\u{feff}email,first_name,last_name\r\nann@example.com,Ann,Lee\r\n";
const Params = z.object({ id: pathId<LeadId>() });

export const leadRoutes = [
  endpoint(
    {
      method: "GET",
      path: LIST,
      scope: "workspace",
      action: "leads.read",
      summary:
        "Leads, sorted by id, email, created_at or score, filtered by status, list, campaign and least score. `q` is the beginning of an address or, after an @, of a domain; without an @ it is looked for in names and companies as well.",
      description:
        "For staff, and for clients if the workspace allows it. A page of rare leads may end early: `next_cursor` leads on, and `total` is null with `total_at_least` where not all were counted.",
      example: { answer: { data: [LISTED_LEAD_EXAMPLE], pagination: ONE_PAGE } },
      query: LeadsQuery,
      answers: { 200: listOf(LeadListItem) },
    },
    async (ctx, { query }) => ok(await readLeads(ctx, query)),
  ),
  endpoint(
    {
      method: "POST",
      path: `${LIST}/deletion`,
      scope: "workspace",
      action: "leads.delete",
      summary:
        "What deleting leads by lead_ids, list_id or filter would do to sequences and conversations. Changes nothing.",
      description:
        "For staff. Name the leads in exactly one way: lead_ids, list_id, segment_id or filter. Give `up_to_id` to the deletion, and leads that come in meanwhile stay.",
      example: {
        body: { list_id: 3 },
        answer: {
          total: 302,
          leads: 302,
          has_more: false,
          in_sequence: 82,
          campaigns: 1,
          scheduled_mails: 0,
          threads: 11,
          up_to_id: 802,
        },
      },
      body: LeadChoice,
      maxBytes: IDS_BODY_BYTES,
      answers: { 200: LeadDeletion },
    },
    async (ctx, { body }) => ok(await previewLeadDeletion(ctx, body)),
  ),
  endpoint(
    {
      method: "POST",
      path: `${LIST}/delete`,
      scope: "workspace",
      action: "leads.delete",
      summary:
        "Delete leads by lead_ids, list_id or filter, up to 5,000 a call and each call whole; while has_more, call again. An empty filter means every lead.",
      description:
        "For staff. Emails that wait for these leads are cancelled, and what was sent stays. It cannot be undone; a repeat deletes those that are left.",
      example: {
        body: { list_id: 3, up_to_id: 802 },
        answer: { deleted: 302, has_more: false },
      },
      body: DeleteLeadsBody,
      maxBytes: IDS_BODY_BYTES,
      answers: { 200: DeleteLeadsAnswer },
    },
    async (ctx, { body }) => ok(await deleteLeads(ctx, body)),
  ),
  endpoint(
    {
      method: "GET",
      path: `${LIST}/export`,
      scope: "workspace",
      action: "leads.read",
      reauthentication: true,
      summary:
        "Leads as CSV, filtered and sorted as the list. Cells that a spreadsheet would take for a formula begin with an apostrophe, which an upload takes off again.",
      description:
        "For staff, and for clients if the workspace allows it. A person has to have confirmed their identity in the last ten minutes; keys need not. It is read while it is sent, however large it is.",
      example: { answer: CSV },
      query: ExportQuery,
      answers: { 200: z.string() },
      produces: "text/csv",
    },
    async (ctx, { query }) => csvFile(ctx, await exportLeads(ctx, query)),
  ),
  endpoint(
    {
      method: "POST",
      path: `${LIST}/export`,
      scope: "workspace",
      action: "leads.read",
      reauthentication: true,
      summary: "Leads as CSV by lead_ids, list_id, segment_id or filter, newest first.",
      description:
        "The same file as `GET /leads/export`, for a choice that does not fit into an address, such as selected leads. It is read while it is sent, however large it is.",
      body: LeadChoice,
      example: { body: { lead_ids: [501] }, answer: CSV },
      maxBytes: IDS_BODY_BYTES,
      answers: { 200: z.string() },
      produces: "text/csv",
      problems: ["not_found"],
    },
    async (ctx, { body }) => csvFile(ctx, await exportChosen(ctx, body)),
  ),
  endpoint(
    {
      method: "GET",
      path: ONE,
      scope: "workspace",
      action: "leads.read",
      summary: "One lead with its lists, its campaigns and what happened last.",
      description:
        "For staff, and for clients if the workspace allows it. `activity` has the newest ten; the rest is at `.../activity`.",
      example: { answer: LEAD_EXAMPLE },
      params: Params,
      answers: { 200: LeadDetails },
    },
    async (ctx, { params }) => ok(await readLead(ctx, params.id)),
  ),
  endpoint(
    {
      method: "GET",
      path: `${ONE}/activity`,
      scope: "workspace",
      action: "leads.read",
      summary: "What happened to a lead and was done with it, newest first.",
      description:
        "For staff, and for clients if the workspace allows it. Sends, opens, replies, tasks, rules and changes of all campaigns stand in one list.",
      example: { answer: { data: [ACTIVITY_EXAMPLE], pagination: ONE_PAGE } },
      params: Params,
      query: PageQuery.omit({ q: true }),
      answers: { 200: listOf(LeadActivity) },
    },
    async (ctx, { params, query }) => ok(await listActivity(ctx, params.id, query)),
  ),
  endpoint(
    {
      method: "PUT",
      path: ONE,
      scope: "workspace",
      action: "leads.edit",
      summary: "Change a lead; fields left out keep their value, a new email clears the score.",
      description:
        "For staff, and for clients if the workspace allows it. `custom` and `tags` are whole sets: what is not in them is removed. Emails that wait go to a new address; one that another lead has is refused. What GET shows may be sent as it is.",
      example: { body: { job_title: "Fleet manager" }, answer: LEAD_EXAMPLE },
      params: Params,
      body: UpdateLeadBody,
      answers: { 200: LeadDetails },
    },
    async (ctx, { params, body }) => ok(await updateLead(ctx, params.id, body)),
  ),
  endpoint(
    {
      method: "DELETE",
      path: ONE,
      scope: "workspace",
      action: "leads.delete",
      summary:
        "Delete a lead from lists and campaigns. With erase=true its personal data goes everywhere and a hash stays suppressed.",
      description:
        "For staff. Emails that wait for it are cancelled, and what was sent stays. It cannot be undone.",
      params: Params,
      query: DeleteLeadQuery,
      answers: { 204: null },
    },
    async (ctx, { params, query }) => {
      await deleteLead(ctx, params.id, query.erase === "true");
      return noContent();
    },
  ),
];

const csvFile = (ctx: Pick<WorkspaceCtx, "now">, file: ReadableStream<Uint8Array>): Response =>
  new Response(file, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="leads-${iso(ctx.now()).slice(0, 10)}.csv"`,
      "Cache-Control": "no-store",
    },
  });
