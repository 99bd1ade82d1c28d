import { z } from "zod";
import {
  CreateImportLinkBody,
  ImportLink,
  ImportLinkPreview,
  ImportLinkRun,
  LINK_EXAMPLE,
  PreviewImportLinkBody,
  UpdateImportLinkBody,
} from "#modules/leads/contract/import-links.ts";
import { listOf, PageQuery, pathId } from "#platform/contract/common.ts";
import { accepted, created, noContent, ok } from "#platform/http/answer.ts";
import { endpoint, WORKSPACE_PATH } from "#platform/http/endpoint.ts";
import type { ImportLinkId } from "#platform/rules/ids.ts";
import { listLinks, listRuns } from "./list-links.ts";
import { createLink, deleteLink, readLink, runLinkNow, updateLink } from "./manage-links.ts";
import { previewLink } from "./preview-link.ts";

const LINKS = `${WORKSPACE_PATH}/leads/import-links`;
const Params = z.object({ id: pathId<ImportLinkId>().describe("Id of the link.") });
const Query = PageQuery.omit({ q: true });

export const importLinkRoutes = [
  endpoint(
    {
      method: "GET",
      path: LINKS,
      scope: "workspace",
      action: "leads.read",
      summary: "The links that leads are imported from, newest first, each with its newest run.",
      description:
        "A link is the address of a CSV or XLSX file, such as a published sheet, which is fetched again on a schedule. Queries of addresses are never shown, since they may hold secrets. Everybody who reads leads can list them; nothing is changed.",
      query: Query,
      answers: { 200: listOf(ImportLink) },
    },
    async (ctx, { query }) => ok(await listLinks(ctx, query)),
  ),
  endpoint(
    {
      method: "POST",
      path: LINKS,
      scope: "workspace",
      action: "leads.import",
      summary: "Import leads from an address, again and again on a schedule.",
      description:
        "The file is read as an upload is: same limits, columns by name and content, `mapping` where they are meant otherwise. It is fetched at once and then every hour, six hours, day or week; `active: false` waits. A run stores rows only after the whole file was read, so one that fails changes nothing. Rows that vanish from the file delete nothing. For everybody who may import leads; `campaign_id` needs the right to add leads to campaigns.",
      body: CreateImportLinkBody,
      example: { body: LINK_EXAMPLE },
      answers: { 201: ImportLink },
      problems: ["not_found", "limit_reached"],
    },
    async (ctx, { body }) => {
      const link = await createLink(ctx, body);
      return created(link, `/api/v1/workspaces/${ctx.workspaceId}/leads/import-links/${link.id}`);
    },
  ),
  endpoint(
    {
      method: "POST",
      path: `${LINKS}/preview`,
      scope: "workspace",
      action: "leads.import",
      summary: "Fetch the beginning of a file, and show what would become of its columns.",
      description:
        "Fetches what `url` or the link `link_id` leads to, reads its first rows and hangs up. Nothing is stored. Answers 422 with `link_needs_login` where the address shows a page instead of a file. For everybody who may import leads.",
      body: PreviewImportLinkBody,
      example: { body: { url: LINK_EXAMPLE.url } },
      answers: { 200: ImportLinkPreview },
      problems: ["not_found", "payload_too_large"],
    },
    async (ctx, { body }) => ok(await previewLink(ctx, body)),
  ),
  endpoint(
    {
      method: "GET",
      path: `${LINKS}/:id`,
      scope: "workspace",
      action: "leads.read",
      summary: "One link with its newest run.",
      description: "For everybody who reads leads; nothing is changed.",
      params: Params,
      answers: { 200: ImportLink },
    },
    async (ctx, { params }) => ok(await readLink(ctx, params.id)),
  ),
  endpoint(
    {
      method: "PUT",
      path: `${LINKS}/:id`,
      scope: "workspace",
      action: "leads.import",
      summary: "Change, pause or resume a link.",
      description:
        "Fields that are left out stay. After a change of address, mapping, sheet, list, campaign or `on_duplicate`, an active link runs at once and reads the whole file. `active: false` pauses it, `true` resumes it. A run that is under way ends as it began. For everybody who may import leads.",
      params: Params,
      body: UpdateImportLinkBody,
      example: { body: { every: "hour", mapping: { Mail: "email" } } },
      answers: { 200: ImportLink },
    },
    async (ctx, { params, body }) => ok(await updateLink(ctx, params.id, body)),
  ),
  endpoint(
    {
      method: "DELETE",
      path: `${LINKS}/:id`,
      scope: "workspace",
      action: "leads.import",
      summary: "Delete a link and its runs; its leads stay.",
      description:
        "A run that is under way stops. Leads and lists stay as they are. For everybody who may import leads.",
      params: Params,
      answers: { 204: null },
    },
    async (ctx, { params }) => {
      await deleteLink(ctx, params.id);
      return noContent();
    },
  ),
  endpoint(
    {
      method: "POST",
      path: `${LINKS}/:id/run`,
      scope: "workspace",
      action: "leads.import",
      summary: "Run a link now, whether it is paused or not.",
      description:
        "Answers at once; the run is the newest of `/runs`. A link that is running already is not begun a second time. For everybody who may import leads.",
      params: Params,
      answers: { 202: ImportLink },
    },
    async (ctx, { params }) => accepted(await runLinkNow(ctx, params.id)),
  ),
  endpoint(
    {
      method: "GET",
      path: `${LINKS}/:id/runs`,
      scope: "workspace",
      action: "leads.read",
      summary: "The runs of a link, newest first: what was new, changed, unchanged or refused.",
      description:
        "The newest hundred are kept. A failed run changed nothing and says why. For everybody who reads leads; nothing is changed.",
      params: Params,
      query: Query,
      answers: { 200: listOf(ImportLinkRun) },
    },
    async (ctx, { params, query }) => ok(await listRuns(ctx, params.id, query)),
  ),
];
