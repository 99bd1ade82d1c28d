import { z } from "zod";
import {
  Arrival,
  ArrivalList,
  ArrivalParams,
  ExpectArrivalBody,
} from "#modules/operations/contract/arrivals.ts";
import { created, noContent, ok } from "#platform/http/answer.ts";
import { endpoint } from "#platform/http/endpoint.ts";
import { readInternal } from "#platform/http/internal.ts";
import { arrivalsOf, secretOfArrival } from "#platform/ctx/arrivals.ts";
import { ARRIVAL_SIGNATURE, ArrivalCall } from "#platform/wire/arrivals.ts";
import { takeUpArrival, forgetArrival, listArrivals } from "./take-arrivals.ts";

const PATH = "/api/v1/admin/arrivals";
const WHO = "For admins, and keys of the installation with the scope `arrivals.edit`.";

export const arrivalRoutes = [
  endpoint(
    {
      method: "GET",
      path: PATH,
      scope: "caller",
      action: "arrivals.edit",
      summary: "Workspaces that other installations handed over, or are handing over.",
      description: `${WHO} Changes nothing.`,
      answers: { 200: ArrivalList },
      problems: ["conflict"],
    },
    async (ctx) => ok({ data: await listArrivals(ctx) }),
  ),
  endpoint(
    {
      method: "POST",
      path: PATH,
      scope: "caller",
      action: "arrivals.edit",
      summary: "Expect a workspace from another installation.",
      description: `${WHO} The command \`npm run move\` of the other installation calls it. Nobody can enter the workspace until the other installation has let it go. Answers 409 \`conflict\` where the versions differ, or where this installation can take none in.`,
      body: ExpectArrivalBody,
      answers: { 201: Arrival },
      problems: ["conflict"],
    },
    async (ctx, { body }) => created(await takeUpArrival(ctx, body), `${PATH}/${body.id}`),
  ),
  endpoint(
    {
      method: "DELETE",
      path: `${PATH}/:arrival`,
      scope: "caller",
      action: "arrivals.edit",
      summary: "Forget a workspace that has not arrived, with everything that came of it.",
      description: `${WHO} The other installation keeps the workspace. Answers 409 \`invalid_state\` for one that has arrived: delete its client.`,
      params: ArrivalParams,
      answers: { 204: null },
      problems: ["conflict", "invalid_state"],
    },
    async (ctx, { params }) => {
      await forgetArrival(ctx, params.arrival);
      return noContent();
    },
  ),
  endpoint(
    {
      method: "POST",
      path: "/internal/arrivals/:arrival",
      scope: "public",
      action: null,
      summary: "Rows of a workspace that arrives (the other installation only).",
      params: ArrivalParams,
      answers: { 200: z.looseObject({}) },
      consumes: "other",
    },
    async (ctx, { params, request }) => {
      const secret = await secretOfArrival(ctx, params.arrival);
      const call = await readInternal(request, secret, ctx.now(), ArrivalCall, ARRIVAL_SIGNATURE);
      return ok((await arrivalsOf(ctx).take(params.arrival, call)) ?? {});
    },
  ),
];
