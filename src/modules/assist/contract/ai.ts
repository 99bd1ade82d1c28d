import { z } from "zod";
import { AI_ACTIONS } from "#modules/assist/rules/ai/prompts.ts";
import type { LeadId } from "#platform/rules/ids.ts";
import { bodyId } from "#platform/contract/common.ts";
import { AI_PROVIDERS } from "#modules/accounts/contract/settings.ts";

/** As long as a step's copy may be. */
const MAX_SUBJECT = 1_000;
const MAX_BODY = 64 * 1_024;

export const SpamCheckBody = z.strictObject({
  subject: z.string().max(MAX_SUBJECT).default(""),
  /** HTML or plain text. */
  body: z.string().max(MAX_BODY).default(""),
});
export type SpamCheckBody = z.output<typeof SpamCheckBody>;

const Count = z.int().min(0);

/** What one request may hand to an AI. */
export const AI_MAX_CHARACTERS = 8_000;

const note = (max: number) => z.string().trim().min(1).max(max).optional();
const wishes = {
  /** In the person's own words. */
  instruction: note(1_000),
  tone: note(100),
  /** Such as `German` or `fr-CA`. */
  language: note(60),
  max_words: z.int().min(5).max(1_000).optional(),
};

export const EnhanceBody = z.strictObject({
  subject: z.string().max(MAX_SUBJECT).optional(),
  /** HTML or plain text; what comes back is of the same kind. */
  body: z.string().min(1, "Send the email to rewrite.").max(AI_MAX_CHARACTERS),
  action: z.enum(AI_ACTIONS).default("improve"),
  ...wishes,
  /** Whose company, role and own fields the copy may fit. */
  lead_id: bodyId<LeadId>().optional(),
});
export type EnhanceBody = z.output<typeof EnhanceBody>;

export const AiUsage = z
  .object({ prompt_tokens: Count, completion_tokens: Count, total_tokens: Count })
  .nullable();

const Rewrite = z.object({ subject: z.string().nullable(), body: z.string() });

/** Suggestions; nothing is stored or sent. Merge tags and spintax are those of the request. */
export const EnhanceAnswer = Rewrite.extend({
  alternatives: z.array(Rewrite),
  /** What was changed, in the AI's words. */
  changes: z.array(z.string()),
  /** What to look at before using it. */
  warnings: z.array(z.string()),
  model: z.string(),
  /** Over all tries; null where the AI did not say. */
  usage: AiUsage,
});
export type EnhanceAnswer = z.output<typeof EnhanceAnswer>;

export const DraftBody = z.strictObject(wishes);
export type DraftBody = z.output<typeof DraftBody>;

/** Plain text for a person to change and send; nothing is stored. */
export const DraftAnswer = z.object({
  body: z.string(),
  warnings: z.array(z.string()),
  model: z.string(),
  usage: AiUsage,
});
export type DraftAnswer = z.output<typeof DraftAnswer>;

/** Fields left out are the stored ones; a stored key goes only to the stored provider and address. */
export const TestAiBody = z.strictObject({
  provider: z.enum(AI_PROVIDERS).optional(),
  base_url: z.string().trim().max(2_048).nullable().optional(),
  model: z.string().trim().min(1).max(200).optional(),
  api_key: z.string().trim().min(1).max(2_048).regex(/^\S+$/).optional(),
});
export type TestAiBody = z.output<typeof TestAiBody>;

/** A failed test is a result, not an error. */
export const TestAiAnswer = z.object({
  ok: z.boolean(),
  model: z.string().nullable(),
  latency_ms: z.int().nullable(),
  /** Such as `ai_not_configured` or `upstream_timeout`. */
  error_code: z.string().nullable(),
  message: z.string(),
});
export type TestAiAnswer = z.output<typeof TestAiAnswer>;
