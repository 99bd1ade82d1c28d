import { BlockListsBody, BlockListSettings } from "#modules/reputation/contract/blocklists.ts";
import { ok } from "#platform/http/answer.ts";
import { endpoint } from "#platform/http/endpoint.ts";
import { saveLists, showLists } from "./install-lists.ts";

const PATH = "/api/v1/admin/blocklists";

export const installListRoutes = [
  endpoint(
    {
      method: "GET",
      path: PATH,
      scope: "caller",
      action: "admin.read",
      summary: "The block lists that the installation asks, and how.",
      description: "The key of Spamhaus's query service is never shown. Admins only.",
      answers: { 200: BlockListSettings },
    },
    async (ctx) => ok(await showLists(ctx)),
  ),
  endpoint(
    {
      method: "PUT",
      path: PATH,
      scope: "caller",
      action: "admin.edit",
      summary: "Change the block lists, the resolver or the key.",
      description:
        "Fields left out keep their value; `lists` replaces all lists, and null brings the usual ones back. Every name is then asked about again. Admins only; written to the audit log without the key.",
      body: BlockListsBody,
      answers: { 200: BlockListSettings },
    },
    async (ctx, { body }) => ok(await saveLists(ctx, body)),
  ),
];
