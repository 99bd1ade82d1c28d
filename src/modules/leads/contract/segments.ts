import { z } from "zod";
import { Time } from "#platform/contract/common.ts";
import { SegmentFilter } from "./leads.ts";

const SegmentName = z.string().trim().min(1, "Enter a name for the segment.").max(200);
const isNarrow = (filter: SegmentFilter): boolean =>
  Object.values(filter).some((value) => value !== undefined && value !== "");
const NARROW = {
  message: "Set at least one condition.",
  params: { code: "empty" },
};

/** The conditions as an answer shows them. */
const ShownFilter = SegmentFilter.omit({
  list_id: true,
  campaign_id: true,
  tag: true,
  q: true,
  field: true,
})
  .extend({
    q: z.string().optional().describe("Text that is looked for."),
    list_id: z.int().optional().describe("Leads of this list."),
    campaign_id: z.int().optional().describe("Leads that are in this campaign."),
    tag: z.string().optional().describe("Leads with this tag."),
    field: z
      .string()
      .optional()
      .describe("What a field has to be: `plan=gold`, `plan~gol`, `plan=`."),
  })
  .describe("Its conditions, which all have to hold.");

export const Segment = z
  .object({
    id: z.int().describe("Id of the segment."),
    workspace_id: z.int().describe("The workspace that has it."),
    name: z.string().describe("Its name."),
    filter: ShownFilter,
    created_at: Time.describe("When it was created."),
    updated_at: Time.describe("When its name or filter last changed."),
  })
  .meta({
    examples: [
      {
        id: 3,
        workspace_id: 1,
        name: "Hot and valid",
        filter: { status: "valid", tag: "Hot" },
        created_at: "2026-05-04T08:00:00.000Z",
        updated_at: "2026-05-04T08:00:00.000Z",
      },
    ],
  });
export type Segment = z.output<typeof Segment>;

const fields = {
  name: SegmentName.describe("1 to 200 characters."),
  filter: SegmentFilter.refine(isNarrow, NARROW).describe(
    "At least one condition; all of them have to hold.",
  ),
};
export const CreateSegmentBody = z.strictObject(fields);
export type CreateSegmentBody = z.output<typeof CreateSegmentBody>;

export const UpdateSegmentBody = z
  .strictObject({
    ...fields,
    // What GET shows and PUT may hand back.
    id: z.unknown().describe("Ignored, unless it is another one."),
    workspace_id: z.unknown().describe("Ignored, unless it is another one."),
    created_at: z.unknown().describe("Ignored; GET shows it."),
    updated_at: z.unknown().describe("Ignored; it follows the change."),
  })
  .partial();
export type UpdateSegmentBody = z.output<typeof UpdateSegmentBody>;

export const SegmentCount = z
  .object({
    count: z.int().describe("Leads that fit now."),
    estimated: z
      .boolean()
      .describe("True where the count is computed from a sample: there are about so many."),
  })
  .meta({ examples: [{ count: 412_000, estimated: true }] });
export type SegmentCount = z.output<typeof SegmentCount>;
