import { z } from "zod";
import { TASK_KINDS } from "#modules/campaigns/rules/tasks.ts";
import { checkTemplate } from "#modules/campaigns/rules/template/template.ts";

const TASK_CHARS = 4_000;

export const TaskKindField = z
  .enum(TASK_KINDS)
  .describe("What is to be done: a call, something on LinkedIn, research, or another thing.");

/** Text of a task for many leads: variables as in emails. */
export const TaskText = z
  .string()
  .trim()
  .min(1, "Say what is to be done.")
  .max(TASK_CHARS)
  .superRefine((source, ctx) => {
    const error = checkTemplate(source, "text");
    if (!error) return;
    ctx.addIssue({
      code: "custom",
      params: { code: "template_error" },
      message: `${error.line}:${error.column}: ${error.message}`,
      input: source,
    });
  })
  .describe("What is to be done, with the variables of emails. An empty one stays empty.");

/** Text of one task, as it is. */
export const PlainTaskText = z
  .string()
  .trim()
  .min(1, "Say what is to be done.")
  .max(TASK_CHARS)
  .describe("What is to be done.");
