import { z } from "zod";
import { listOf } from "#platform/contract/common.ts";
import {
  DeadLetter,
  DeadLetterParams,
  DeadLetterQuery,
  ReplayedLetters,
} from "#modules/operations/contract/dead-letters.ts";
import { accepted, noContent, ok } from "#platform/http/answer.ts";
import { endpoint } from "#platform/http/endpoint.ts";
import { listLetters } from "./list-letters.ts";
import { askReplay, askReplayOfAll, dropLetter } from "./replay-letters.ts";

export const deadLetterRoutes = [
  endpoint(
    {
      method: "GET",
      path: "/api/v1/admin/dead-letters",
      scope: "caller",
      action: "admin.read",
      summary: "Background work that was given up after its last try, newest first.",
      description:
        "For admins, and keys of the installation. Messages are kept for 30 days. Changes nothing.",
      query: DeadLetterQuery,
      answers: { 200: listOf(DeadLetter) },
    },
    async (ctx, { query }) => ok(await listLetters(ctx, query)),
  ),
  endpoint(
    {
      method: "POST",
      path: "/api/v1/admin/dead-letters/replay",
      scope: "caller",
      action: "admin.edit",
      summary: "Try all of it again with the next tick.",
      description:
        "For admins, and keys of the installation. Messages that nobody can read are left out.",
      answers: { 202: ReplayedLetters },
    },
    async (ctx) => accepted({ replayed: await askReplayOfAll(ctx) }),
  ),
  endpoint(
    {
      method: "POST",
      path: "/api/v1/admin/dead-letters/:id/replay",
      scope: "caller",
      action: "admin.edit",
      summary: "Try one message again with the next tick.",
      description:
        "For admins, and keys of the installation. Answers 409 `invalid_state` for a message that nobody can read.",
      params: DeadLetterParams,
      example: { answer: {} },
      answers: { 202: z.object({}) },
      problems: ["invalid_state"],
    },
    async (ctx, { params }) => {
      await askReplay(ctx, params.id);
      return accepted({});
    },
  ),
  endpoint(
    {
      method: "DELETE",
      path: "/api/v1/admin/dead-letters/:id",
      scope: "caller",
      action: "admin.edit",
      summary: "Forget one message for good.",
      description: "For admins, and keys of the installation. Its work is not done any more.",
      params: DeadLetterParams,
      answers: { 204: null },
    },
    async (ctx, { params }) => {
      await dropLetter(ctx, params.id);
      return noContent();
    },
  ),
];
