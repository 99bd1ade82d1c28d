import { z } from "zod";
import { readSettings } from "#modules/accounts/settings/read-settings.ts";
import { readAiConfig } from "#modules/assist/ai/ai-config.ts";
import { askForJson } from "#modules/assist/ai/ask-for-json.ts";
import { AI_CATEGORIES, categoryPrompt } from "#modules/assist/rules/ai/category-prompt.ts";
import {
  claimUnknownReply,
  dueUnknownReplies,
  leaveUnknown,
  noteAiCategory,
} from "#modules/inbox/categories/ai-category.ts";
import { writtenText } from "#modules/inbox/rules/quote.ts";
import type { Deps, WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { done, type Outcome } from "#platform/ctx/job.ts";
import { AppError } from "#platform/rules/errors.ts";
import type { MessageId } from "#platform/rules/ids.ts";
import { DAY_MS, later, MINUTE_MS } from "#platform/rules/time.ts";

const Answer = z.object({
  category: z.enum(AI_CATEGORIES),
  confidence: z.number().min(0).max(1),
});

const MAX_TEXT = 4_000;
/** An AI that is away is asked again after so long, for a day. */
const AGAIN_MS = 15 * MINUTE_MS;
const GIVEN_UP_MS = DAY_MS;
/** A guess sorts nothing. */
const SURE_ENOUGH = 0.5;
const PER_SWEEP = 100;

/** Sweep: wakes replies that wait for the AI. */
export async function wakeUnknownReplies(deps: Deps): Promise<void> {
  for (const { id, workspaceId } of await dueUnknownReplies(deps, PER_SWEEP)) {
    await deps.queue.send({ type: "reply.read.v1", workspaceId, messageId: id });
  }
}

/**
 * Asks the workspace's AI what a reply says that no rule fits, where the workspace wants that. Only
 * what its writer wrote goes there, as data; the answer is one of our categories or nothing. Safe to
 * repeat: one asks at a time, and what a person said meanwhile stays.
 */
export async function readReplyByAi(ctx: WorkspaceCtx, id: MessageId): Promise<Outcome> {
  const reply = await claimUnknownReply(ctx, id, later(ctx.now(), AGAIN_MS));
  if (!reply) return done;
  const said = writtenText(reply.text).slice(0, MAX_TEXT);
  const { ai } = await readSettings(ctx);
  if (!ai.read_replies || said.trim() === "") {
    await leaveUnknown(ctx, reply);
    return done;
  }
  try {
    const config = await readAiConfig(ctx);
    const prompt = categoryPrompt({ subject: reply.subject, text: said }, crypto.randomUUID());
    const { answer } = await askForJson(ctx, config, prompt, Answer, () => null);
    const isKnown = answer.category !== "other" && answer.confidence >= SURE_ENOUGH;
    await (isKnown ? noteAiCategory(ctx, reply, answer) : leaveUnknown(ctx, reply));
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause;
    const isAway = cause.code === "upstream_unavailable" || cause.code === "upstream_timeout";
    const isOld = ctx.now() - reply.createdAt > GIVEN_UP_MS;
    if (!isAway || isOld) await leaveUnknown(ctx, reply);
  }
  return done;
}
