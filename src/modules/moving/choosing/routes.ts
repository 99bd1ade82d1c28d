import { z } from "zod";
import { findCampaign } from "#modules/campaigns/campaigns/read-campaign.ts";
import {
  MapClientsBody,
  MoveCampaign,
  MoveCampaignBody,
  MoveCampaignParams,
  MoveCheck,
  MoveClients,
  MoveParams,
  MovePreview,
  PastFigures,
} from "#modules/moving/contract/moves.ts";
import { pathId } from "#platform/contract/common.ts";
import { ok } from "#platform/http/answer.ts";
import { endpoint, WORKSPACE_PATH } from "#platform/http/endpoint.ts";
import type { CampaignId } from "#platform/rules/ids.ts";
import { changeCampaign } from "./change-campaign.ts";
import { listMoveClients, mapClients } from "./map-clients.ts";
import { selectPastFigures } from "./notes-store.ts";
import { checkMove, previewMove } from "./preview.ts";

const PATH = "/api/v1/moves/:id";

export const moveChoiceRoutes = [
  endpoint(
    {
      method: "GET",
      path: `${PATH}/clients`,
      scope: "caller",
      action: "moves.read",
      summary: "The clients that a move has found, and what becomes of each.",
      description:
        "A client without a choice stays behind until somebody decides. `suggested_workspace_id` is a workspace with the same name.",
      params: MoveParams,
      answers: { 200: MoveClients },
    },
    async (ctx, { params }) => ok(await listMoveClients(ctx, params.id)),
  ),
  endpoint(
    {
      method: "PUT",
      path: `${PATH}/clients`,
      scope: "caller",
      action: "moves.edit",
      summary: "Decide what becomes of a move's clients.",
      description:
        "Each goes into a workspace that is there, into a new one, or is left out. New workspaces are made when the move begins to take over. Clients that are not named keep their decision.",
      params: MoveParams,
      body: MapClientsBody,
      example: { body: { clients: [{ ref: "7", choice: "workspace", workspace_id: 1 }] } },
      answers: { 200: MoveClients },
      problems: ["invalid_state", "conflict"],
    },
    async (ctx, { params, body }) => ok(await mapClients(ctx, params.id, body)),
  ),
  endpoint(
    {
      method: "GET",
      path: `${PATH}/preview`,
      scope: "caller",
      action: "moves.read",
      summary: "What a move will bring, and what it can't.",
      description:
        "By campaign: steps with their old and new text, the schedule, mailboxes that have to be connected, and where its leads stand. Stores nothing.",
      params: MoveParams,
      answers: { 200: MovePreview },
    },
    async (ctx, { params }) => ok(await previewMove(ctx, params.id)),
  ),
  endpoint(
    {
      method: "PUT",
      path: `${PATH}/campaigns/:ref`,
      scope: "caller",
      action: "moves.edit",
      summary: "Decide about one campaign of a move.",
      description:
        "Its time zone where the product names none, whether it is left out, and what becomes of leads of whom nobody knows how far they are. Fields left out keep their value.",
      params: MoveCampaignParams,
      body: MoveCampaignBody,
      example: { body: { time_zone: "Europe/Berlin", unknown_places: "leave_out" } },
      answers: { 200: MoveCampaign },
    },
    async (ctx, { params, body }) => ok(await changeCampaign(ctx, params.id, params.ref, body)),
  ),
  endpoint(
    {
      method: "GET",
      path: `${PATH}/check`,
      scope: "caller",
      action: "moves.read",
      summary: "What was taken over, and what to look at before the start.",
      description:
        "By campaign and mailbox, with notes where two sources disagree, where two emails fit, or where something was not taken over. The later step counts.",
      params: MoveParams,
      answers: { 200: MoveCheck },
    },
    async (ctx, { params }) => ok(await checkMove(ctx, params.id)),
  ),
  endpoint(
    {
      method: "GET",
      path: `${WORKSPACE_PATH}/campaigns/:id/past-figures`,
      scope: "workspace",
      action: "campaigns.read",
      summary: "What another product counted for a campaign before it moved in.",
      description:
        "Of all time first, then by month in UTC, up to two years back; months without any figure are left out. These figures are in no statistic of Outrider. Empty for a campaign that did not move in, or from files.",
      params: z.object({ wid: pathId(), id: pathId<CampaignId>() }),
      answers: { 200: PastFigures },
    },
    async (ctx, { params }) => {
      const { id } = await findCampaign(ctx, params.id);
      const past = await selectPastFigures(ctx.install, ctx.workspaceId, id);
      const figures = (past?.figures ?? []).map(
        ({ month, sent, opened, clicked, replied, bounced, unsubscribed }) => ({
          month,
          sent,
          opened,
          clicked,
          replied,
          bounced,
          unsubscribed,
        }),
      );
      return ok({ rival: past?.rival ?? null, figures });
    },
  ),
];
