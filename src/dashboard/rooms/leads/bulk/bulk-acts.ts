import type { BulkJob, BulkPreview, BulkVerb } from "#modules/leads/contract/bulk.ts";
import { t } from "#dashboard/words/words.ts";

export type DialogVerb = Exclude<BulkVerb, "delete" | "add_to_campaign" | "untag"> | "untag";

/** How each verb is said: of the dialog, of what it does to so many, and of what was done. */
export const VERBS: Readonly<
  Record<
    DialogVerb,
    {
      readonly title: string;
      readonly act: (leads: number, isEstimated: boolean) => string;
      readonly done: (leads: number) => string;
      /** So many leads stay as they are; null: none can. */
      readonly unchanged: ((leads: number) => string) | null;
    }
  >
> = {
  validate: {
    title: t("Validate leads"),
    act: (leads, isEstimated) =>
      isEstimated
        ? t("Validate about {leads, plural, one {# lead} other {# leads}}", { leads })
        : t("Validate {leads, plural, one {# lead} other {# leads}}", { leads }),
    done: (leads) =>
      t("{leads, plural, one {# lead validated.} other {# leads validated.}}", { leads }),
    unchanged: null,
  },
  tag: {
    title: t("Add a tag"),
    act: (leads, isEstimated) =>
      isEstimated
        ? t("Tag about {leads, plural, one {# lead} other {# leads}}", { leads })
        : t("Tag {leads, plural, one {# lead} other {# leads}}", { leads }),
    done: (leads) => t("{leads, plural, one {# lead tagged.} other {# leads tagged.}}", { leads }),
    unchanged: (leads) =>
      t(
        "{leads, plural, one {# has the tag already and stays as it is.} other {# have the tag already and stay as they are.}}",
        { leads },
      ),
  },
  untag: {
    title: t("Remove a tag"),
    act: (leads, isEstimated) =>
      isEstimated
        ? t("Untag about {leads, plural, one {# lead} other {# leads}}", { leads })
        : t("Untag {leads, plural, one {# lead} other {# leads}}", { leads }),
    done: (leads) =>
      t("{leads, plural, one {Tag removed from # lead.} other {Tag removed from # leads.}}", {
        leads,
      }),
    unchanged: (leads) =>
      t(
        "{leads, plural, one {# does not have the tag and stays as it is.} other {# do not have the tag and stay as they are.}}",
        { leads },
      ),
  },
  suppress: {
    title: t("Suppress leads"),
    act: (leads, isEstimated) =>
      isEstimated
        ? t("Suppress about {leads, plural, one {# lead} other {# leads}}", { leads })
        : t("Suppress {leads, plural, one {# lead} other {# leads}}", { leads }),
    done: (leads) =>
      t("{leads, plural, one {# lead suppressed.} other {# leads suppressed.}}", { leads }),
    unchanged: (leads) =>
      t(
        "{leads, plural, one {# is suppressed already and stays as it is.} other {# are suppressed already and stay as they are.}}",
        { leads },
      ),
  },
  add_to_list: {
    title: t("Add to a list"),
    act: (leads, isEstimated) =>
      isEstimated
        ? t("Add about {leads, plural, one {# lead} other {# leads}}", { leads })
        : t("Add {leads, plural, one {# lead} other {# leads}}", { leads }),
    done: (leads) => t("{leads, plural, one {# lead added.} other {# leads added.}}", { leads }),
    unchanged: (leads) =>
      t(
        "{leads, plural, one {# is in the list already and stays as it is.} other {# are in the list already and stay as they are.}}",
        { leads },
      ),
  },
  remove_from_list: {
    title: t("Remove from the list"),
    act: (leads, isEstimated) =>
      isEstimated
        ? t("Remove about {leads, plural, one {# lead} other {# leads}}", { leads })
        : t("Remove {leads, plural, one {# lead} other {# leads}}", { leads }),
    done: (leads) =>
      t(
        "{leads, plural, one {# lead removed from the list. It is kept.} other {# leads removed from the list. They are kept.}}",
        { leads },
      ),
    unchanged: (leads) =>
      t(
        "{leads, plural, one {# is not in the list and stays as it is.} other {# are not in the list and stay as they are.}}",
        { leads },
      ),
  },
  move_to_list: {
    title: t("Move to another list"),
    act: (leads, isEstimated) =>
      isEstimated
        ? t("Move about {leads, plural, one {# lead} other {# leads}}", { leads })
        : t("Move {leads, plural, one {# lead} other {# leads}}", { leads }),
    done: (leads) => t("{leads, plural, one {# lead moved.} other {# leads moved.}}", { leads }),
    unchanged: (leads) =>
      t(
        "{leads, plural, one {# is not in the list and stays as it is.} other {# are not in the list and stay as they are.}}",
        { leads },
      ),
  },
};

export const selectedWords = ({
  total: leads,
  estimated,
}: Pick<BulkPreview, "total" | "estimated">): string =>
  estimated
    ? t("About {leads, plural, one {# lead} other {# leads}} selected.", { leads })
    : t("{leads, plural, one {# lead selected.} other {# leads selected.}}", { leads });

export const isRunning = (job: BulkJob | undefined): boolean =>
  job?.status === "queued" || job?.status === "running";
