import { z } from "zod";
import { listOf, PageQuery } from "#platform/contract/common.ts";
import {
  BookingAnswer,
  ConnectAnswer,
  ConnectBody,
  Integration,
} from "#modules/events/contract/integrations.ts";
import { noContent, ok } from "#platform/http/answer.ts";
import { endpoint, WORKSPACE_PATH } from "#platform/http/endpoint.ts";
import { readCapped } from "#platform/http/read-capped.ts";
import { connect } from "./connect.ts";
import { disconnect } from "./disconnect.ts";
import { listIntegrations } from "./list-integrations.ts";
import type { Calendar } from "#modules/inbox/bookings/settle-booking.ts";
import { takeBooking } from "#modules/inbox/bookings/take-booking.ts";

const LIST = `${WORKSPACE_PATH}/integrations`;
const Params = z.object({ provider: z.string().max(60) });
const HookParams = z.object({ token: z.string().min(1).max(200) });

/** Reliability 6: a provider's hook. */
const HOOK_BYTES = 1_024 * 1_024;

/** Calendars call it; the token in it is its key, beside a signature where the calendar signs. */
const bookingRoute = (calendar: Calendar, title: string) =>
  endpoint(
    {
      method: "POST",
      path: `/api/v1/hooks/${calendar}/:token`,
      scope: "public",
      action: null,
      summary: `${title} tells of a booking; the URL is minted when it is connected.`,
      params: HookParams,
      consumes: "other",
      maxBytes: HOOK_BYTES,
      answers: { 200: BookingAnswer },
      problems: ["signature_invalid", "conflict"],
    },
    async (ctx, { params, request }) => {
      const body = await readCapped(request.body, HOOK_BYTES);
      return ok(
        await takeBooking(ctx, calendar, { token: params.token, body, headers: request.headers }),
      );
    },
  );

export const integrationRoutes = [
  endpoint(
    {
      method: "GET",
      path: LIST,
      scope: "workspace",
      action: "integrations.read",
      summary: "Services that can be connected: what each asks for, and how it is doing.",
      query: PageQuery.omit({ cursor: true }),
      answers: { 200: listOf(Integration) },
    },
    async (ctx, { query }) => ok(await listIntegrations(ctx, query)),
  ),
  endpoint(
    {
      method: "POST",
      path: `${LIST}/:provider/connect`,
      scope: "workspace",
      action: "integrations.edit",
      summary:
        "Connect a service, or give it new credentials. They are tried, sealed and never shown.",
      params: Params,
      body: ConnectBody,
      answers: { 200: ConnectAnswer },
      problems: ["upstream_unavailable", "upstream_timeout"],
    },
    async (ctx, { params, body }) => ok(await connect(ctx, params.provider, body)),
  ),
  endpoint(
    {
      method: "DELETE",
      path: `${LIST}/:provider`,
      scope: "workspace",
      action: "integrations.edit",
      summary:
        "Disconnect a service; its credentials are forgotten, what it was owed is cancelled.",
      params: Params,
      answers: { 204: null },
    },
    async (ctx, { params }) => {
      await disconnect(ctx, params.provider);
      return noContent();
    },
  ),
  bookingRoute("calendly", "Calendly"),
  bookingRoute("cal_com", "Cal.com"),
];
