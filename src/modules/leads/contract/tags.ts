import { z } from "zod";
import { MAX_TAG_CHARS, MAX_TAGS, readTagName } from "#modules/leads/rules/tag-name.ts";
import { Time } from "#platform/contract/common.ts";

/** The name of a tag in its stored form. */
export const TagName = z
  .string()
  .transform((text, ctx) => {
    const name = readTagName(text);
    if (name !== null) return name;
    ctx.addIssue({
      code: "custom",
      message: `A tag has 1 to ${MAX_TAG_CHARS} characters and no comma.`,
      params: { code: "invalid_tag" },
    });
    return z.NEVER;
  })
  .meta({ examples: ["Hot"] });

export const TagNames = z.array(TagName).max(MAX_TAGS, `At most ${MAX_TAGS} tags.`);

export const Tag = z
  .object({
    id: z.int().describe("Id of the tag."),
    workspace_id: z.int().describe("The workspace that has it."),
    name: z.string().describe("Its name, by which leads, filters and imports know it."),
    lead_count: z.int().describe("Leads that have it."),
    created_at: Time.describe("When it was created."),
  })
  .meta({
    examples: [
      {
        id: 7,
        workspace_id: 1,
        name: "Hot",
        lead_count: 42,
        created_at: "2026-05-04T08:00:00.000Z",
      },
    ],
  });
export type Tag = z.output<typeof Tag>;

export const TagBody = z.strictObject({
  name: TagName.describe(
    `1 to ${MAX_TAG_CHARS} characters without a comma. Names that differ in case alone are the same tag.`,
  ),
});
export type TagBody = z.output<typeof TagBody>;
