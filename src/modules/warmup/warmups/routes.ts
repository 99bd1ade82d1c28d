import { z } from "zod";
import { listOf, PageQuery, pathId } from "#platform/contract/common.ts";
import { StartWarmupBody, WarmupStatus } from "#modules/warmup/contract/warmup.ts";
import type { MailboxId } from "#platform/rules/ids.ts";
import { noContent, ok } from "#platform/http/answer.ts";
import { endpoint, WORKSPACE_PATH } from "#platform/http/endpoint.ts";
import { listWarmups, readWarmup } from "./list-warmups.ts";
import { pauseWarmup } from "./pause-warmup.ts";
import { removeWarmup } from "./remove-warmup.ts";
import { startWarmup } from "./start-warmup.ts";

const WARMUP = `${WORKSPACE_PATH}/warmup`;
const params = z.object({ wid: pathId(), mailboxId: pathId<MailboxId>() });

export const warmupRoutes = [
  endpoint(
    {
      method: "GET",
      path: WARMUP,
      scope: "workspace",
      action: "mailboxes.read",
      summary:
        "The warmup of every mailbox: state, today's numbers, placement, and the ramp's days.",
      description:
        "Staff and API keys may, and clients whose access allows it. Changes nothing. Mailboxes without warmup are `not_started`.",
      query: PageQuery,
      answers: { 200: listOf(WarmupStatus) },
    },
    async (ctx, { query }) => ok(await listWarmups(ctx, query)),
  ),
  endpoint(
    {
      method: "POST",
      path: `${WARMUP}/:mailboxId/start`,
      scope: "workspace",
      action: "mailboxes.edit",
      summary:
        "Start a mailbox's warmup, or let a paused one go on where it was. A running one only takes the settings given.",
      description:
        "Staff and API keys may. Settings left out keep their value, or take the default at the first start. Answers 409 `invalid_state` for a mailbox that only sends.",
      params,
      body: StartWarmupBody,
      example: { body: { daily_limit: 40, reply_rate: 30 } },
      answers: { 200: WarmupStatus },
    },
    async (ctx, { params: { mailboxId }, body }) => {
      await startWarmup(ctx, mailboxId, body);
      return ok(await readWarmup(ctx, mailboxId));
    },
  ),
  endpoint(
    {
      method: "POST",
      path: `${WARMUP}/:mailboxId/pause`,
      scope: "workspace",
      action: "mailboxes.edit",
      summary: "Pause a warmup; its progress is kept. On a paused one: nothing.",
      description:
        "Staff and API keys may. Nothing is sent until it is started again; days of the pause do not count.",
      params,
      answers: { 200: WarmupStatus },
    },
    async (ctx, { params: { mailboxId } }) => {
      await pauseWarmup(ctx, mailboxId);
      return ok(await readWarmup(ctx, mailboxId));
    },
  ),
  endpoint(
    {
      method: "DELETE",
      path: `${WARMUP}/:mailboxId`,
      scope: "workspace",
      action: "mailboxes.edit",
      summary: "Take a mailbox out of the warmup; its progress is gone.",
      description:
        "Staff and API keys may. Where it takes no part in the warmup, nothing happens. To stop for a while, pause it.",
      params,
      answers: { 204: null },
    },
    async (ctx, { params: { mailboxId } }) => {
      await removeWarmup(ctx, mailboxId);
      return noContent();
    },
  ),
];
