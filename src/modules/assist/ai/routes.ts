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
      description:
        "For staff. The lists and rules are part of the product; the filters of SPAM_FILTERS are asked as well, if any are set up. Nothing is stored or sent.",
      example: {
        body: { subject: "Fleet costs", body: "Act now!" },
        answer: {
          score: 84,
          rating: "good",
          matches: [
            {
              term: "act now",
              category: "urgency",
              weight: 6,
              suggestion: "when it suits you",
              field: "body",
              index: 0,
              length: 7,
            },
            {
              term: "!",
              category: "formatting",
              weight: 1,
              suggestion: "End with a full stop.",
              field: "body",
              index: 7,
              length: 1,
            },
          ],
          metrics: {
            words: 2,
            links: 0,
            images: 0,
            caps_ratio: 0.125,
            exclamations: 1,
            question_marks: 0,
            emoji_in_subject: 0,
            subject_length: 11,
            html_text_ratio: 1,
            unresolved_variables: 0,
          },
          issues: ["no_unsubscribe"],
          filters: [],
        },
      },
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
      description:
        "For staff. The AI of the workspace's settings is asked, twice at most; its answer is a suggestion for a person, and nothing is stored or sent.",
      example: {
        body: { body: "Hi {{ first_name }}, may I ask you something?", action: "shorten" },
        answer: {
          subject: null,
          body: "Hi {{ first_name }}, a short question.",
          alternatives: [],
          changes: ["Removed the request for permission."],
          warnings: [],
          model: "gpt-4o-mini",
          usage: { prompt_tokens: 420, completion_tokens: 60, total_tokens: 480 },
        },
      },
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
      description:
        "For staff, and for clients if the workspace allows it. The AI reads the end of the conversation: up to 20 messages, of each the beginning. A draft that names links or addresses which your side never wrote is refused.",
      example: {
        body: { instruction: "Offer a call on Tuesday." },
        answer: {
          body: "Hi Ann,\n\nwould Tuesday at 10 suit you for a call?",
          warnings: [],
          model: "gpt-4o-mini",
          usage: { prompt_tokens: 510, completion_tokens: 40, total_tokens: 550 },
        },
      },
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
      description:
        "For staff. A test that fails is a result with ok false, not an error. Nothing is stored.",
      example: {
        body: {},
        answer: {
          ok: true,
          model: "gpt-4o-mini",
          latency_ms: 640,
          error_code: null,
          message: "The AI responds.",
        },
      },
      body: TestAiBody,
      answers: { 200: TestAiAnswer },
    },
    async (ctx, { body }) => ok(await testAi(ctx, body)),
  ),
];
