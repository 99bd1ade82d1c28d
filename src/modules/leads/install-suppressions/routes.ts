import { z } from "zod";
import {
  AddInstallSuppressionBody,
  ImportInstallSuppressionsAnswer,
  InstallSuppression,
  InstallSuppressionsQuery,
} from "#modules/leads/contract/install-suppressions.ts";
import { listOf, pathId } from "#platform/contract/common.ts";
import { created, noContent, ok } from "#platform/http/answer.ts";
import { endpoint } from "#platform/http/endpoint.ts";
import { addInstallSuppression, importInstallSuppressions } from "./add-entry.ts";
import { listInstallSuppressions, presentInstallSuppression } from "./list-entries.ts";
import { removeInstallSuppression } from "./remove-entry.ts";

const PATH = "/api/v1/admin/suppressions";

export const installSuppressionRoutes = [
  endpoint(
    {
      method: "GET",
      path: PATH,
      scope: "caller",
      action: "admin.read",
      summary: "Addresses and domains that no workspace writes to, newest first.",
      description:
        "Lists the suppressions of the installation. Only keyed hashes are stored, so `value` finds one whole address, domain or SHA-256, and nothing lists addresses. Admins only.",
      query: InstallSuppressionsQuery,
      answers: { 200: listOf(InstallSuppression) },
    },
    async (ctx, { query }) => ok(await listInstallSuppressions(ctx, query)),
  ),
  endpoint(
    {
      method: "POST",
      path: PATH,
      scope: "caller",
      action: "admin.edit",
      summary: "Suppress an address or a domain in every workspace.",
      description:
        "No workspace writes to it any more. Workspaces see that the installation suppresses it, never who added it or where it came from. One that is on the list already is answered with 200. Admins only; written to the audit log without the address.",
      body: AddInstallSuppressionBody,
      example: { body: { email: "ann@acme.example" } },
      answers: { 200: InstallSuppression, 201: InstallSuppression },
      problems: ["conflict"],
    },
    async (ctx, { body }) => {
      const { row, isNew } = await addInstallSuppression(ctx, body);
      const shown = presentInstallSuppression(row);
      return isNew ? created(shown, `${PATH}/${row.id}`) : ok(shown);
    },
  ),
  endpoint(
    {
      method: "POST",
      path: `${PATH}/import`,
      scope: "caller",
      action: "admin.edit",
      summary: "Suppress many addresses and domains in every workspace.",
      description:
        "Takes a CSV file (a multipart part named file, or text/csv) with a column of addresses, domains or SHA-256 hashes, or a JSON array of them. Adds what is new, names what is not valid, and can be repeated. Admins only.",
      consumes: "other",
      form: z.strictObject({}),
      answers: { 200: ImportInstallSuppressionsAnswer },
      problems: ["payload_too_large"],
    },
    async (ctx, { request }) => ok(await importInstallSuppressions(ctx, request)),
  ),
  endpoint(
    {
      method: "DELETE",
      path: `${PATH}/:id`,
      scope: "caller",
      action: "admin.edit",
      summary: "Take an entry off the list of the installation.",
      description:
        "Workspaces may write there again unless they suppress it themselves. An entry of an erased person stays: 409 `invalid_state`. Admins only.",
      params: z.object({ id: pathId() }),
      answers: { 204: null },
      problems: ["invalid_state"],
    },
    async (ctx, { params }) => {
      await removeInstallSuppression(ctx, params.id);
      return noContent();
    },
  ),
];
