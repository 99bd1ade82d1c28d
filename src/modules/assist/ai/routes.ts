import { z } from "zod";
import {
  DraftAnswer,
  DraftBody,
  EnhanceAnswer,
  EnhanceBody,
  SpamCheckBody,
  TestAiAnswer,
  TestAiBody,
} from "#modules/assist/contract/ai.ts";
import { SpamAnswer } from "#modules/campaigns/contract/spam.ts";
import { pathId } from "#platform/contract/common.ts";
import type { ThreadId } from "#platform/rules/ids.ts";
import { ok } from "#platform/http/answer.ts";
import { endpoint, WORKSPACE_PATH } from "#platform/http/endpoint.ts";
import { draftReply } from "./draft-reply.ts";
import { enhance } from "./enhance.ts";
import { spamCheck } from "./spam-check.ts";
import { testAi } from "./test-ai.ts";

/** Copy is longer than other bodies. */
const MAX_BYTES = 1_024 * 1_024;
const ThreadPath = z.object({ id: pathId<ThreadId>() });

/** What comes of asking an AI. */
const AI_PROBLEMS = [
  "not_found",
  "ai_not_configured",
  "ai_output_rejected",
  "upstream_failed",
  "upstream_unavailable",
  "upstream_timeout",
] as const;

export const aiRoutes = [
  endpoint(
    {
      method: "POST",
      path: `${WORKSPACE_PATH}/ai/spam-check`,
      scope: "workspace",
      action: "ai.use",
      summary:
        "Spam words and looks of a mail, with their places, and a score; and what the filters of SPAM_FILTERS say. Needs no AI.",
      body: SpamCheckBody,
      maxBytes: MAX_BYTES,
      answers: { 200: SpamAnswer },
    },
    async (ctx, { body }) => ok(await spamCheck(ctx, body)),
  ),
  endpoint(
    {
      method: "POST",
      path: `${WORKSPACE_PATH}/ai/enhance`,
      scope: "workspace",
      action: "ai.use",
      summary:
        "Let the workspace's AI rewrite a mail. Merge tags, spintax and links come back as they are, or the answer is refused.",
      body: EnhanceBody,
      maxBytes: MAX_BYTES,
      answers: { 200: EnhanceAnswer },
      problems: AI_PROBLEMS,
    },
    async (ctx, { body }) => ok(await enhance(ctx, body)),
  ),
  endpoint(
    {
      method: "POST",
      path: `${WORKSPACE_PATH}/threads/:id/draft`,
      scope: "workspace",
      action: "threads.answer",
      summary: "Let the workspace's AI draft a reply to a thread; nothing is stored or sent.",
      params: ThreadPath,
      body: DraftBody,
      answers: { 200: DraftAnswer },
      problems: AI_PROBLEMS,
    },
    async (ctx, { params, body }) => ok(await draftReply(ctx, params.id, body)),
  ),
  endpoint(
    {
      method: "POST",
      path: `${WORKSPACE_PATH}/settings/test-ai`,
      scope: "workspace",
      action: "settings.edit",
      summary:
        "Ask the AI one word: with the stored settings, or with these before they are stored.",
      body: TestAiBody,
      answers: { 200: TestAiAnswer },
    },
    async (ctx, { body }) => ok(await testAi(ctx, body)),
  ),
];
