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
      params,
      body: StartWarmupBody,
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
      params,
      answers: { 204: null },
    },
    async (ctx, { params: { mailboxId } }) => {
      await removeWarmup(ctx, mailboxId);
      return noContent();
    },
  ),
];
