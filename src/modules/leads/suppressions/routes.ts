import { z } from "zod";
import { listOf, pathId } from "#platform/contract/common.ts";
import {
  AddSuppressionBody,
  ImportSuppressionsAnswer,
  ImportSuppressionsQuery,
  Suppression,
  SuppressionsQuery,
} from "#modules/leads/contract/suppressions.ts";
import { created, noContent, ok } from "#platform/http/answer.ts";
import { endpoint, WORKSPACE_PATH } from "#platform/http/endpoint.ts";
import { addSuppression } from "./add-suppression.ts";
import { deleteSuppression } from "./delete-suppression.ts";
import { importSuppressions } from "./import-suppressions.ts";
import { listSuppressions } from "./list-suppressions.ts";
import { presentSuppression } from "./present.ts";

const LIST = `${WORKSPACE_PATH}/suppressions`;

export const suppressionRoutes = [
  endpoint(
    {
      method: "GET",
      path: LIST,
      scope: "workspace",
      action: "suppressions.read",
      summary: "Addresses and domains that nothing is sent to, newest first.",
      description: "Staff and API keys may, and clients whose access allows it. Changes nothing.",
      query: SuppressionsQuery,
      answers: { 200: listOf(Suppression) },
    },
    async (ctx, { query }) => ok(await listSuppressions(ctx, query)),
  ),
  endpoint(
    {
      method: "POST",
      path: LIST,
      scope: "workspace",
      action: "suppressions.edit",
      summary:
        "Suppress an email, a domain, or the SHA-256 of an email; with hash_only the email is kept as its hash alone. One that is suppressed already is answered with 200.",
      description:
        "Staff and API keys may. Acts at once: emails that still wait are not sent. An entry that is there already keeps its first reason.",
      body: AddSuppressionBody,
      example: { body: { email: "joe@contoso.com" } },
      answers: { 200: Suppression, 201: Suppression },
    },
    async (ctx, { body }) => {
      const { row, isNew } = await addSuppression(ctx, body);
      const location = `/api/v1/workspaces/${ctx.workspaceId}/suppressions/${row.id}`;
      return isNew ? created(presentSuppression(row), location) : ok(presentSuppression(row));
    },
  ),
  endpoint(
    {
      method: "POST",
      path: `${LIST}/import`,
      scope: "workspace",
      action: "suppressions.edit",
      summary:
        "Suppress many: a CSV (multipart part file, or text/csv) with a column of addresses, domains or SHA-256 hashes and one of reasons if you like, or a JSON array of such values or of {value, reason}. With hash_only=true addresses are kept as their hash alone.",
      description:
        "Staff and API keys may. Entries that are there already keep their first reason; a row that cannot be read does not stop the others.",
      consumes: "other",
      form: z.strictObject({}),
      query: ImportSuppressionsQuery,
      answers: { 200: ImportSuppressionsAnswer },
      problems: ["payload_too_large"],
    },
    async (ctx, { request, query }) => ok(await importSuppressions(ctx, request, query)),
  ),
  endpoint(
    {
      method: "DELETE",
      path: `${LIST}/:id`,
      scope: "workspace",
      action: "suppressions.edit",
      summary: "Let an address or domain be written to again.",
      description:
        "Staff and API keys may. An unsubscribe or a bounce is taken off its lead as well. Answers 409 `invalid_state` for a person who was erased.",
      params: z.object({ id: pathId() }),
      answers: { 204: null },
    },
    async (ctx, { params }) => {
      await deleteSuppression(ctx, params.id);
      return noContent();
    },
  ),
];
