import { LEAD_FIELDS, type LeadField } from "#modules/leads/rules/fields.ts";
import { z } from "zod";
import type { EnhanceAnswer, EnhanceBody } from "#modules/assist/contract/ai.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { refuseRewrite } from "#modules/assist/rules/ai/check-rewrite.ts";
import { rewritePrompt } from "#modules/assist/rules/ai/prompts.ts";
import { checkSpam } from "#modules/campaigns/rules/spam/check-spam.ts";
import { readLead } from "#modules/leads/leads/read-lead.ts";
import { readAiConfig } from "./ai-config.ts";
import { askForJson } from "./ask-for-json.ts";

const Rewrite = z.object({
  subject: z.string().max(1_000).nullable().optional(),
  body: z.string().max(64 * 1_024),
});
const Written = Rewrite.extend({
  alternatives: z.array(Rewrite).max(20).catch([]).default([]),
  changes: z.array(z.string()).max(50).catch([]).default([]),
});

/** Of what a model adds, what is shown. */
const MAX_ALTERNATIVES = 4;
const MAX_CHANGES = 20;
const MAX_CHANGE_LENGTH = 300;

/**
 * Rewrites a mail. What the mail and the lead say is data to the AI; its answer is text for a person
 * and is refused where a merge tag, a spintax group or a link differs. Throws `not_found` for the
 * lead, `ai_not_configured`, `ai_output_rejected`, and upstream errors.
 */
export async function enhance(ctx: WorkspaceCtx, body: EnhanceBody): Promise<EnhanceAnswer> {
  const config = await readAiConfig(ctx);
  const lead = body.lead_id === undefined ? null : await factsOf(ctx, body.lead_id);
  const before = { subject: body.subject ?? null, body: body.body };
  const prompt = rewritePrompt(
    {
      ...before,
      action: body.action,
      instruction: body.instruction ?? null,
      tone: body.tone ?? null,
      language: body.language ?? null,
      maxWords: body.max_words ?? null,
      voice: config.voice,
      lead,
    },
    crypto.randomUUID(),
  );
  const shape = shapeFor(body, before);
  const refuse = refusalFor(body, before);
  const { answer, usage } = await askForJson(ctx, config, prompt, Written, (written) =>
    refuse(shape(written)),
  );
  const made = shape(answer);
  const sound = answer.alternatives.map(shape).filter((each) => refuse(each) === null);
  const dropped = answer.alternatives.length - sound.length;
  return {
    ...made,
    alternatives: sound.slice(0, MAX_ALTERNATIVES),
    changes: answer.changes.slice(0, MAX_CHANGES).map((text) => text.slice(0, MAX_CHANGE_LENGTH)),
    warnings: [
      ...(dropped > 0 ? ["Suggestions that changed variables or links were removed."] : []),
      ...warningsOf(before, made, body.max_words),
    ],
    model: config.model,
    usage,
  };
}

type Mail = { readonly subject: string | null; readonly body: string };

/** The answer as it is used: no subject where none was given, and the body untouched where only subjects were asked for. */
const shapeFor =
  (body: EnhanceBody, before: Mail) =>
  (written: z.output<typeof Rewrite>): Mail => ({
    subject:
      before.subject === null && body.action !== "subject_lines"
        ? null
        : (written.subject?.replace(/\s+/g, " ").trim() ?? before.subject),
    body: body.action === "subject_lines" ? before.body : written.body,
  });

function refusalFor(body: EnhanceBody, before: Mail): (made: Mail) => string | null {
  const sources = [before.subject ?? "", before.body, body.instruction ?? ""];
  const both = `${before.subject ?? ""}\n${before.body}`;
  return (made) => {
    if (made.body.trim() === "") return "The body must not be empty.";
    // New text may use the tags of the whole mail, but has to use none.
    if (body.action === "follow_up" || body.action === "subject_lines") {
      const rules = { sources, mayDrop: true };
      return (
        refuseRewrite(both, made.subject ?? "", rules) ?? refuseRewrite(both, made.body, rules)
      );
    }
    const rules = { sources, mayDrop: false };
    return (
      refuseRewrite(before.subject ?? "", made.subject ?? "", rules) ??
      refuseRewrite(before.body, made.body, rules)
    );
  };
}

function warningsOf(before: Mail, made: Mail, maxWords: number | undefined): string[] {
  const [was, is] = [before, made].map((mail) =>
    checkSpam({ subject: mail.subject ?? "", body: mail.body }),
  );
  const warnings: string[] = [];
  if (was && is && is.score < was.score) {
    warnings.push(`The spam check score dropped from ${was.score} to ${is.score}.`);
  }
  if (maxWords !== undefined && is && is.metrics.words > maxWords) {
    warnings.push(`It has ${is.metrics.words} words. The limit was ${maxWords}.`);
  }
  if (/<\w+[\s>]/.test(before.body) !== /<\w+[\s>]/.test(made.body)) {
    warnings.push("The rewrite changed the format between HTML and plain text.");
  }
  if (/\[[A-Z][\w ]{1,30}\]/.test(made.body) && !/\[[A-Z][\w ]{1,30}\]/.test(before.body)) {
    warnings.push("The text contains a placeholder in brackets. Fill it in.");
  }
  return warnings;
}

const MAX_FACT = 200;
/** By which somebody is reached, and which no copy needs. */
const REACHES: readonly LeadField[] = ["email", "phone", "linkedin_url"];

/** What is known of a lead, cut short: enough to fit copy to, never the address. */
async function factsOf(
  ctx: WorkspaceCtx,
  id: NonNullable<EnhanceBody["lead_id"]>,
): Promise<string> {
  const lead = await readLead(ctx, id);
  const known = LEAD_FIELDS.filter((field) => !REACHES.includes(field));
  const facts = [
    ...known.map((field): [string, string] => [field, lead[field]]),
    ...Object.entries(lead.custom),
  ];
  return JSON.stringify(
    Object.fromEntries(
      facts
        .filter(([, value]) => value !== "")
        .slice(0, 20)
        .map(([name, value]) => [name, value.slice(0, MAX_FACT)]),
    ),
  );
}
