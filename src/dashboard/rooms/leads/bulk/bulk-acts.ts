import type { BulkJob, BulkPreview, BulkVerb } from "#modules/leads/contract/bulk.ts";
import { t } from "#dashboard/words/words.ts";

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
    title: t("Validate leads"),
    act: (leads) => t("Validate {leads}", { leads }),
    done: (leads) => t("{leads} validated.", { leads }),
    unchanged: "",
  },
  tag: {
    title: t("Add a tag"),
    act: (leads) => t("Tag {leads}", { leads }),
    done: (leads) => t("{leads} tagged.", { leads }),
    unchanged: t("have the tag already"),
  },
  untag: {
    title: t("Remove a tag"),
    act: (leads) => t("Untag {leads}", { leads }),
    done: (leads) => t("Tag removed from {leads}.", { leads }),
    unchanged: t("do not have the tag"),
  },
  suppress: {
    title: t("Suppress leads"),
    act: (leads) => t("Suppress {leads}", { leads }),
    done: (leads) => t("{leads} suppressed.", { leads }),
    unchanged: t("are suppressed already"),
  },
  add_to_list: {
    title: t("Add to a list"),
    act: (leads) => t("Add {leads}", { leads }),
    done: (leads) => t("{leads} added.", { leads }),
    unchanged: t("are in the list already"),
  },
  remove_from_list: {
    title: t("Remove from the list"),
    act: (leads) => t("Remove {leads}", { leads }),
    done: (leads) => t("{leads} removed from the list. They are kept.", { leads }),
    unchanged: t("are not in the list"),
  },
  move_to_list: {
    title: t("Move to another list"),
    act: (leads) => t("Move {leads}", { leads }),
    done: (leads) => t("{leads} moved.", { leads }),
    unchanged: t("are not in the list"),
  },
};

export const leadsMeant = ({
  total,
  estimated,
}: Pick<BulkPreview, "total" | "estimated">): string =>
  `${estimated ? "about " : ""}${t("{total, plural, one {# lead} other {# leads}}", { total })}`;

export const isRunning = (job: BulkJob | undefined): boolean =>
  job?.status === "queued" || job?.status === "running";
