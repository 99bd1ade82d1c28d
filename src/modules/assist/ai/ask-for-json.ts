import type { z } from "zod";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { AiUsage } from "#platform/ctx/ports.ts";
import { jsonIn } from "#modules/assist/rules/ai/read-answer.ts";
import { AppError } from "#platform/rules/errors.ts";
import type { AiConfig } from "./ai-config.ts";
import { askAi } from "./ask-ai.ts";

/** An answer that breaks the rules gets one more chance. */
const TRIES = 2;

/**
 * Asks until the answer fits its schema and `refuse` finds nothing against it. Throws
 * `ai_output_rejected` after the second that does not, and what `askAi` throws.
 */
export async function askForJson<T extends z.ZodType>(
  ctx: WorkspaceCtx,
  config: AiConfig,
  prompt: { readonly system: string; readonly user: string },
  schema: T,
  refuse: (answer: z.output<T>) => string | null,
): Promise<{ answer: z.output<T>; usage: AiUsage | null }> {
  let usage: AiUsage | null = null;
  let objection = "";
  for (let n = 0; n < TRIES; n++) {
    const user =
      n === 0 ? prompt.user : `${prompt.user}\n\nYour last answer was refused. ${objection}`;
    const said = await askAi(ctx, config, { system: prompt.system, user });
    usage = sumOf(usage, said.usage);
    const read = schema.safeParse(jsonIn(said.text));
    const wrong = read.success
      ? refuse(read.data)
      : "Answer with one JSON object of the given form.";
    if (read.success && wrong === null) return { answer: read.data, usage };
    objection = wrong ?? "";
  }
  throw new AppError(
    "ai_output_rejected",
    "The AI changed variables, spintax or links, or used the wrong format. Try again, or choose another model.",
  );
}

function sumOf(a: AiUsage | null, b: AiUsage | null): AiUsage | null {
  if (!a || !b) return a ?? b;
  return {
    prompt_tokens: a.prompt_tokens + b.prompt_tokens,
    completion_tokens: a.completion_tokens + b.completion_tokens,
    total_tokens: a.total_tokens + b.total_tokens,
  };
}
