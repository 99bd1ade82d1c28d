import { z } from "zod";
import { listOf, ONE_PAGE, PageQuery, pathId } from "#platform/contract/common.ts";
import {
  ValidateEmailAnswer,
  ValidateEmailBody,
  ValidateListAnswer,
  ValidateListBody,
  ValidationJob,
} from "#modules/leads/contract/validation.ts";
import type { JobId } from "#platform/rules/ids.ts";
import { accepted, ok } from "#platform/http/answer.ts";
import { endpoint, WORKSPACE_PATH } from "#platform/http/endpoint.ts";
import { cancelValidation } from "#modules/leads/validation-jobs/cancel-validation.ts";
import {
  listValidations,
  readValidation,
} from "#modules/leads/validation-jobs/read-validations.ts";
import { startValidation } from "#modules/leads/validation-jobs/start-validation.ts";
import {
  JOB_EXAMPLE,
  STARTED_EXAMPLE,
  VALIDATION_EXAMPLE,
} from "#modules/leads/rules/examples/lead.ts";
import { validateEmail } from "./validate-email.ts";

const JOBS = `${WORKSPACE_PATH}/leads/validate`;
const Params = z.object({ jobId: pathId<JobId>() });

export const validationRoutes = [
  endpoint(
    {
      method: "POST",
      path: JOBS,
      scope: "workspace",
      action: "leads.validate",
      summary:
        "Validate every lead of a list in the background. Where the list is being validated, that job is answered.",
      description:
        "For staff. Two validations of a workspace run at a time; others wait. An empty list is done at once. No email is sent.",
      example: { body: { list_id: 3 }, answer: STARTED_EXAMPLE },
      body: ValidateListBody,
      answers: { 202: ValidateListAnswer },
      problems: ["not_found"],
    },
    async (ctx, { body }) => accepted(await startValidation(ctx, body.list_id)),
  ),
  endpoint(
    {
      method: "GET",
      path: JOBS,
      scope: "workspace",
      action: "leads.read",
      summary: "The validations of the workspace, newest first, running ones included.",
      description:
        "For staff, and for clients if the workspace allows it. This is how a running validation is found.",
      example: { answer: { data: [JOB_EXAMPLE], pagination: ONE_PAGE } },
      query: PageQuery.omit({ q: true }),
      answers: { 200: listOf(ValidationJob) },
    },
    async (ctx, { query }) => ok(await listValidations(ctx, query)),
  ),
  endpoint(
    {
      method: "GET",
      path: `${JOBS}/:jobId`,
      scope: "workspace",
      action: "leads.read",
      summary: "Progress of one validation, and how many leads are valid, risky and invalid.",
      description:
        "For staff, and for clients if the workspace allows it. Ask again while it is queued or running.",
      example: { answer: JOB_EXAMPLE },
      params: Params,
      answers: { 200: ValidationJob },
    },
    async (ctx, { params }) => ok(await readValidation(ctx, params.jobId)),
  ),
  endpoint(
    {
      method: "POST",
      path: `${JOBS}/:jobId/cancel`,
      scope: "workspace",
      action: "leads.validate",
      summary: "Stop a validation; results so far stay.",
      description: "For staff. A repeat is harmless; one that has finished is refused.",
      example: {
        answer: {
          ...JOB_EXAMPLE,
          status: "cancelled",
          done: 120,
          counts: { valid: 70, risky: 10, invalid: 40 },
        },
      },
      params: Params,
      answers: { 200: ValidationJob },
      problems: ["invalid_state"],
    },
    async (ctx, { params }) => ok(await cancelValidation(ctx, params.jobId)),
  ),
  endpoint(
    {
      method: "POST",
      path: `${WORKSPACE_PATH}/leads/validate-email`,
      scope: "workspace",
      action: "leads.validate",
      summary:
        "Validate one address now. Where a lead has it, the result becomes the lead's; else nothing is stored.",
      description:
        "For staff. DNS is asked for up to five seconds; no email is sent, and the mailbox itself is not asked.",
      example: {
        body: { email: "ann@north.example" },
        answer: {
          email: "ann@north.example",
          lead_id: 501,
          score: VALIDATION_EXAMPLE.score,
          validation_status: VALIDATION_EXAMPLE.status,
          validation: VALIDATION_EXAMPLE,
          validated_at: VALIDATION_EXAMPLE.checkedAt,
        },
      },
      body: ValidateEmailBody,
      answers: { 200: ValidateEmailAnswer },
    },
    async (ctx, { body }) => ok(await validateEmail(ctx, body.email)),
  ),
];
