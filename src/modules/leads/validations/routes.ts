import { z } from "zod";
import { listOf, PageQuery, pathId } from "#platform/contract/common.ts";
import {
  AddressResult,
  AddressResultsQuery,
  AddressValidation,
  ValidateAddressesAnswer,
  ValidateAddressesBody,
  ValidateFileOptions,
} from "#modules/leads/contract/validations.ts";
import { accepted, noContent, ok } from "#platform/http/answer.ts";
import { endpoint, WORKSPACE_PATH } from "#platform/http/endpoint.ts";
import type { JobId } from "#platform/rules/ids.ts";
import { cancelAddressValidation, deleteAddressValidation } from "./end-validation.ts";
import {
  listAddressResults,
  listAddressValidations,
  readAddressValidation,
} from "./read-validations.ts";
import { validateAddressList } from "./start-addresses.ts";
import { validateFile } from "./start-file.ts";
import { writeValidatedFile } from "./write-file.ts";

const VALIDATIONS = `${WORKSPACE_PATH}/validations`;
const Params = z.object({ id: pathId<JobId>() });
const common = { scope: "workspace", action: "leads.validate" } as const;

/** A thousand addresses of the longest kind. */
const ADDRESSES_BODY_BYTES = 1_200_000;

export const addressValidationRoutes = [
  endpoint(
    {
      ...common,
      method: "POST",
      path: VALIDATIONS,
      summary: "Validate up to 1,000 addresses without making leads of them.",
      description:
        "The request works on the addresses for up to some seconds. Where that is enough, it answers 200 with all `results`; else 202, and the background goes on: ask for the validation until its status is `completed`, then for its results. Each domain is looked up once. It is deleted after seven days.",
      body: ValidateAddressesBody,
      maxBytes: ADDRESSES_BODY_BYTES,
      example: { body: { emails: ["ann@example.com", "info@gmial.com"] } },
      answers: { 200: ValidateAddressesAnswer, 202: ValidateAddressesAnswer },
      problems: ["limit_reached"],
    },
    async (ctx, { body }) => {
      const answer = await validateAddressList(ctx, body);
      return answer.results === null ? accepted(answer) : ok(answer);
    },
  ),
  endpoint(
    {
      ...common,
      method: "POST",
      path: `${VALIDATIONS}/file`,
      summary:
        "Validate the addresses of a CSV or XLSX as multipart/form-data: part file, and column, encoding, sheet before it.",
      description:
        "The same file comes back with the columns `verdict`, `score`, `reasons` and `suggestion` behind the others: order, quotes, delimiter, encoding, line ends and unknown columns of a CSV stay byte for byte, sheets, formats and formulas of an XLSX as they are. No leads are made. A CSV can have 100 MB, an XLSX 32 MB, both 1,000,000 rows. The column is found by its name or its values. The validation runs in the background, two of a workspace at a time, and is deleted seven days after it ended.",
      consumes: "other",
      form: ValidateFileOptions,
      answers: { 202: AddressValidation },
      problems: ["limit_reached", "payload_too_large", "unsupported_media_type"],
    },
    async (ctx, { request }) => accepted(await validateFile(ctx, request)),
  ),
  endpoint(
    {
      ...common,
      method: "GET",
      path: VALIDATIONS,
      summary: "Validations of files and of arrays, newest first, running ones included.",
      description: "Validations of lists of leads are at `leads/validate`.",
      query: PageQuery.omit({ q: true }),
      answers: { 200: listOf(AddressValidation) },
    },
    async (ctx, { query }) => ok(await listAddressValidations(ctx, query)),
  ),
  endpoint(
    {
      ...common,
      method: "GET",
      path: `${VALIDATIONS}/:id`,
      summary: "Progress of a validation of a file or an array, and its counts.",
      description: "Ask every few seconds until its status is `completed` or `cancelled`.",
      params: Params,
      answers: { 200: AddressValidation },
    },
    async (ctx, { params }) => ok(await readAddressValidation(ctx, params.id)),
  ),
  endpoint(
    {
      ...common,
      method: "GET",
      path: `${VALIDATIONS}/:id/results`,
      summary: "The results of a validation of a file or an array, in the order of its rows.",
      description:
        "Those that are ready so far, also while it runs. The reasons are explained in the guide about leads.",
      params: Params,
      query: AddressResultsQuery,
      answers: { 200: listOf(AddressResult) },
    },
    async (ctx, { params, query }) => ok(await listAddressResults(ctx, params.id, query)),
  ),
  endpoint(
    {
      ...common,
      method: "GET",
      path: `${VALIDATIONS}/:id/file`,
      summary: "The file that was sent, with its results; an array as CSV.",
      description:
        "A CSV for a CSV, an XLSX for an XLSX. Of a validation that was cancelled, rows without a result have empty cells.",
      params: Params,
      example: {
        answer: "email,verdict,score,reasons,suggestion\r\nann@example.com,valid,90,,\r\n",
      },
      answers: { 200: z.string() },
      produces: "application/octet-stream",
      problems: ["invalid_state"],
    },
    async (ctx, { params }) => {
      const { body, name } = await writeValidatedFile(ctx, params.id);
      return new Response(body, {
        headers: {
          "Content-Type": "application/octet-stream",
          "Content-Disposition": `attachment; filename="${name.replace(/[^\w .()-]/g, "_")}"; filename*=UTF-8''${encodeURIComponent(name)}`,
          "Cache-Control": "no-store",
        },
      });
    },
  ),
  endpoint(
    {
      ...common,
      method: "POST",
      path: `${VALIDATIONS}/:id/cancel`,
      summary: "Stop a validation of a file or an array; results so far stay.",
      description: "Its file can be downloaded with the results so far. Once more is harmless.",
      params: Params,
      answers: { 200: AddressValidation },
      problems: ["invalid_state"],
    },
    async (ctx, { params }) => ok(await cancelAddressValidation(ctx, params.id)),
  ),
  endpoint(
    {
      ...common,
      method: "DELETE",
      path: `${VALIDATIONS}/:id`,
      summary: "Delete a validation of a file or an array, with its file and its results.",
      description: "One that is running ends. Leads are not touched.",
      params: Params,
      answers: { 204: null },
    },
    async (ctx, { params }) => {
      await deleteAddressValidation(ctx, params.id);
      return noContent();
    },
  ),
];
