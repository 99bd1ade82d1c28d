import { z } from "zod";
import { Time } from "#platform/contract/common.ts";

const name = z.string().trim().min(1, "Give the template a name.").max(100);
const body = z
  .string()
  .max(20_000, "At most 20,000 characters.")
  .refine((text) => text.trim() !== "", "Write what the template says.");

/** An answer that a workspace writes again and again; whoever answers threads can take it. */
export const ReplyTemplate = z.object({
  id: z.int(),
  workspace_id: z.int(),
  /** Unique in the workspace. */
  name: z.string(),
  /** Plain text. `{{ first_name }}` and the like are filled in by whoever takes it, before it is sent. */
  body: z.string(),
  created_at: Time,
  updated_at: Time,
});
export type ReplyTemplate = z.output<typeof ReplyTemplate>;

export const CreateReplyTemplateBody = z.strictObject({ name, body });
export type CreateReplyTemplateBody = z.output<typeof CreateReplyTemplateBody>;

/** Fields left out keep their value. */
export const UpdateReplyTemplateBody = z.strictObject({
  name: name.optional(),
  body: body.optional(),
  id: z.int().optional(),
  workspace_id: z.int().optional(),
  created_at: z.string().optional(),
  updated_at: z.string().optional(),
});
export type UpdateReplyTemplateBody = z.output<typeof UpdateReplyTemplateBody>;
