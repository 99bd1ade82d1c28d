import { z } from "zod";
import { AI_ACTIONS } from "#modules/assist/rules/ai/prompts.ts";
import type { LeadId } from "#platform/rules/ids.ts";
import { bodyId } from "#platform/contract/common.ts";
import { AI_PROVIDERS } from "#modules/accounts/contract/settings.ts";

/** As long as a step's copy may be. */
const MAX_SUBJECT = 1_000;
const MAX_BODY = 64 * 1_024;

export const SpamCheckBody = z.strictObject({
  subject: z.string().max(MAX_SUBJECT).default("").describe("The subject: up to 1,000 characters."),
  body: z
    .string()
    .max(MAX_BODY)
    .default("")
    .describe("The body, HTML or plain text: up to 65,536 characters."),
});
export type SpamCheckBody = z.output<typeof SpamCheckBody>;

const Count = z.int().min(0);

/** What one request may hand to an AI. */
export const AI_MAX_CHARACTERS = 8_000;

const note = (max: number) => z.string().trim().min(1).max(max).optional();
const wishes = {
  instruction: note(1_000).describe(
    "What the AI should do, in your own words: 1 to 1,000 characters.",
  ),
  tone: note(100).describe("The tone, in your own words: 1 to 100 characters."),
  language: note(60).describe("The language, such as `German` or `fr-CA`: 1 to 60 characters."),
  max_words: z
    .int()
    .min(5)
    .max(1_000)
    .optional()
    .describe("Words that it should have at most, 5 to 1,000; a warning says if it has more."),
};

export const EnhanceBody = z.strictObject({
  subject: z
    .string()
    .max(MAX_SUBJECT)
    .optional()
    .describe("The subject to rewrite: up to 1,000 characters; left out: none."),
  body: z
    .string()
    .min(1, "Send the email to rewrite.")
    .max(AI_MAX_CHARACTERS)
    .describe("The email to rewrite, HTML or plain text: up to 8,000 characters."),
  action: z
    .enum(AI_ACTIONS)
    .default("improve")
    .describe(
      "What to do with it; subject_lines leaves the body as it is, follow_up writes the next email.",
    ),
  ...wishes,
  lead_id: bodyId<LeadId>()
    .optional()
    .describe(
      "A lead to fit the text to: the AI sees up to 20 of its fields, never its address, phone number or LinkedIn address.",
    ),
});
export type EnhanceBody = z.output<typeof EnhanceBody>;

export const AiUsage = z
  .object({
    prompt_tokens: Count.describe("Tokens of what the AI was sent."),
    completion_tokens: Count.describe("Tokens of what the AI wrote."),
    total_tokens: Count.describe("Tokens of both, as the AI counts them."),
  })
  .nullable();

const Rewrite = z.object({
  subject: z
    .string()
    .nullable()
    .describe("The subject; null: there is none, since the request had none."),
  body: z
    .string()
    .describe("The body; a warning says so where it changed between HTML and plain text."),
});

/** Suggestions; nothing is stored or sent. Merge tags and spintax are those of the request. */
export const EnhanceAnswer = Rewrite.extend({
  alternatives: z
    .array(Rewrite)
    .describe("Up to four other suggestions, without those that changed variables or links."),
  changes: z
    .array(z.string())
    .describe("What was changed, in the AI's words: up to 20 lines of up to 300 characters."),
  warnings: z.array(z.string()).describe("What to look at before using it."),
  model: z.string().describe("The model that wrote it."),
  usage: AiUsage.describe("What it cost in tokens, over all tries; null: the AI did not say."),
});
export type EnhanceAnswer = z.output<typeof EnhanceAnswer>;

export const DraftBody = z.strictObject(wishes);
export type DraftBody = z.output<typeof DraftBody>;

/** Plain text for a person to change and send; nothing is stored. */
export const DraftAnswer = z.object({
  body: z.string().describe("The reply as plain text."),
  warnings: z.array(z.string()).describe("What to look at before sending it."),
  model: z.string().describe("The model that wrote it."),
  usage: AiUsage.describe("What it cost in tokens, over all tries; null: the AI did not say."),
});
export type DraftAnswer = z.output<typeof DraftAnswer>;

/** Fields left out are the stored ones; a stored key goes only to the stored provider and address. */
export const TestAiBody = z.strictObject({
  provider: z
    .enum(AI_PROVIDERS)
    .optional()
    .describe("Who runs the AI; left out: the stored provider."),
  base_url: z
    .string()
    .trim()
    .max(2_048)
    .nullable()
    .optional()
    .describe("Address of its API; null: the usual one of the provider; left out: the stored one."),
  model: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .optional()
    .describe("Name of the model; left out: the stored one."),
  api_key: z
    .string()
    .trim()
    .min(1)
    .max(2_048)
    .regex(/^\S+$/)
    .optional()
    .describe(
      "Key for its API; left out: the stored one, which goes only to the stored provider and address.",
    ),
});
export type TestAiBody = z.output<typeof TestAiBody>;

/** A failed test is a result, not an error. */
export const TestAiAnswer = z.object({
  ok: z.boolean().describe("Whether the AI answered."),
  model: z.string().nullable().describe("The model that was asked; null: none could be asked."),
  latency_ms: z
    .int()
    .nullable()
    .describe("Milliseconds until it answered or failed; null: none could be asked."),
  error_code: z
    .string()
    .nullable()
    .describe("Such as `ai_not_configured` or `upstream_timeout`; null: it answered."),
  message: z.string().describe("The result as one sentence for people."),
});
export type TestAiAnswer = z.output<typeof TestAiAnswer>;
