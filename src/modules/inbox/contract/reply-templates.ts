import { z } from "zod";
import { Time } from "#platform/contract/common.ts";

const NAME = "Name of the template, unique in the workspace: 1 to 100 characters.";
const BODY =
  "Plain text of 20,000 characters at most. `{{ first_name }}` and the like stay as they are until somebody takes the template for a reply.";
const FIXED = "What the template has already; it cannot be changed and may be left out.";

const name = z.string().trim().min(1, "Enter a name for the template.").max(100).describe(NAME);
const body = z
  .string()
  .max(20_000, "At most 20,000 characters.")
  .refine((text) => text.trim() !== "", "Enter the text of the template.")
  .describe(BODY);

const EXAMPLE = { name: "References", body: "Hi {{ first_name }},\n\nhere are three of them." };

/** A reply that a workspace writes often; anyone who may reply can insert it. */
export const ReplyTemplate = z
  .object({
    id: z.int().describe("Id of the template."),
    workspace_id: z.int().describe("Id of its workspace."),
    name: z.string().describe(NAME),
    body: z.string().describe(BODY),
    created_at: Time.describe("When it was made."),
    updated_at: Time.describe("When its name or text was last changed."),
  })
  .meta({
    examples: [
      {
        id: 3,
        workspace_id: 1,
        ...EXAMPLE,
        created_at: "2026-12-01T09:00:00.000Z",
        updated_at: "2026-12-01T09:00:00.000Z",
      },
    ],
  });
export type ReplyTemplate = z.output<typeof ReplyTemplate>;

export const CreateReplyTemplateBody = z.strictObject({ name, body }).meta({ examples: [EXAMPLE] });
export type CreateReplyTemplateBody = z.output<typeof CreateReplyTemplateBody>;

/** Fields left out keep their value. */
export const UpdateReplyTemplateBody = z
  .strictObject({
    name: name.optional(),
    body: body.optional(),
    id: z.int().optional().describe(FIXED),
    workspace_id: z.int().optional().describe(FIXED),
    created_at: z.string().optional().describe("Ignored: what was read can be put back."),
    updated_at: z.string().optional().describe("Ignored: what was read can be put back."),
  })
  .meta({ examples: [{ body: EXAMPLE.body }] });
export type UpdateReplyTemplateBody = z.output<typeof UpdateReplyTemplateBody>;
