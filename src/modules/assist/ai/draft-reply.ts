import { z } from "zod";
import {
  AI_MAX_CHARACTERS,
  type DraftAnswer,
  type DraftBody,
} from "#modules/assist/contract/ai.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { refuseRewrite } from "#modules/assist/rules/ai/check-rewrite.ts";
import { replyPrompt } from "#modules/assist/rules/ai/prompts.ts";
import { AppError } from "#platform/rules/errors.ts";
import type { ThreadId } from "#platform/rules/ids.ts";
import { readThread } from "#modules/inbox/threads/read-thread.ts";
import { readAiConfig } from "./ai-config.ts";
import { askForJson } from "./ask-for-json.ts";

const Written = z.object({ body: z.string().trim().min(1).max(20_000) });

/** Of a long conversation its end, and of each mail its beginning. */
const MAX_MAILS = 20;
const MAX_MAIL = 3_000;

/**
 * Drafts our reply to a conversation as plain text; a person sends it, or does not. Mails are data
 * to the AI; a draft that names links or addresses that we never wrote is refused. Throws
 * `not_found`, `invalid_state` where nobody wrote to us, `ai_not_configured`, `ai_output_rejected`,
 * and upstream errors.
 */
export async function draftReply(
  ctx: WorkspaceCtx,
  id: ThreadId,
  body: DraftBody,
): Promise<DraftAnswer> {
  const thread = await readThread(ctx, id);
  const said = lastOf(
    thread.messages
      .filter(({ type }) => type !== "bounce")
      .map((mail) => ({
        by: mail.direction === "inbound" ? ("them" as const) : ("us" as const),
        text: `${mail.subject}\n\n${mail.text}`.slice(0, MAX_MAIL),
      })),
  );
  if (!said.some(({ by }) => by === "them")) {
    throw new AppError("invalid_state", "This thread has no message to reply to yet.");
  }
  const config = await readAiConfig(ctx);
  const prompt = replyPrompt(
    {
      instruction: body.instruction ?? null,
      tone: body.tone ?? null,
      language: body.language ?? null,
      maxWords: body.max_words ?? null,
      voice: config.voice,
      said,
    },
    crypto.randomUUID(),
  );
  const ours = said.filter(({ by }) => by === "us").map(({ text }) => text);
  const rules = { sources: [...ours, body.instruction ?? "", config.voice ?? ""], mayDrop: true };
  const { answer, usage } = await askForJson(ctx, config, prompt, Written, (written) =>
    refuseRewrite("", written.body, rules),
  );
  const hasGap = /\[[^\]\n]{2,40}\]/.test(answer.body);
  return {
    body: answer.body,
    warnings: hasGap ? ["The draft contains a placeholder in brackets. Fill it in."] : [],
    model: config.model,
    usage,
  };
}

/** The newest mails that fit into what an AI is given. */
function lastOf<T extends { readonly text: string }>(mails: readonly T[]): T[] {
  const kept: T[] = [];
  let left = AI_MAX_CHARACTERS;
  for (const mail of mails.slice(-MAX_MAILS).reverse()) {
    left -= mail.text.length;
    if (left < 0 && kept.length > 0) break;
    kept.unshift(mail);
  }
  return kept;
}
