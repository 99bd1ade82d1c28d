import type { BulkJob, BulkPreview, BulkVerb } from "#modules/leads/contract/bulk.ts";
import { counted } from "#dashboard/lib/format.ts";

export type DialogVerb = Exclude<BulkVerb, "delete" | "add_to_campaign" | "untag"> | "untag";

/** How each verb is said: of the dialog, of what it does to so many, and of what was done. */
export const VERBS: Readonly<
  Record<
    DialogVerb,
    {
      readonly title: string;
      readonly act: (leads: string) => string;
      readonly done: (leads: string) => string;
      /** What the leads are that stay as they are. */
      readonly unchanged: string;
    }
  >
> = {
  validate: {
    title: "Validate leads",
    act: (leads) => `Validate ${leads}`,
    done: (leads) => `${leads} validated.`,
    unchanged: "",
  },
  tag: {
    title: "Add a tag",
    act: (leads) => `Tag ${leads}`,
    done: (leads) => `${leads} tagged.`,
    unchanged: "have the tag already",
  },
  untag: {
    title: "Remove a tag",
    act: (leads) => `Untag ${leads}`,
    done: (leads) => `Tag removed from ${leads}.`,
    unchanged: "do not have the tag",
  },
  suppress: {
    title: "Suppress leads",
    act: (leads) => `Suppress ${leads}`,
    done: (leads) => `${leads} suppressed.`,
    unchanged: "are suppressed already",
  },
  add_to_list: {
    title: "Add to a list",
    act: (leads) => `Add ${leads}`,
    done: (leads) => `${leads} added.`,
    unchanged: "are in the list already",
  },
  remove_from_list: {
    title: "Remove from the list",
    act: (leads) => `Remove ${leads}`,
    done: (leads) => `${leads} removed from the list. They are kept.`,
    unchanged: "are not in the list",
  },
  move_to_list: {
    title: "Move to another list",
    act: (leads) => `Move ${leads}`,
    done: (leads) => `${leads} moved.`,
    unchanged: "are not in the list",
  },
};

export const leadsMeant = ({
  total,
  estimated,
}: Pick<BulkPreview, "total" | "estimated">): string =>
  `${estimated ? "about " : ""}${counted(total, "lead")}`;

export const isRunning = (job: BulkJob | undefined): boolean =>
  job?.status === "queued" || job?.status === "running";
