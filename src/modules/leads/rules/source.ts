/** Ways in which a lead comes into a workspace. */
export const LEAD_SOURCE_KINDS = ["file", "api", "form", "move", "link"] as const;
export type LeadSourceKind = (typeof LEAD_SOURCE_KINDS)[number];

/** How a lead came, the name of its file or product, and who gave it. */
export type LeadSource = {
  readonly kind: LeadSourceKind;
  readonly name: string;
  readonly by: string;
};

/** Kept of a name: a column of an export, and no place for anything longer. */
const MAX_NAME = 200;

export const sourceName = (text: string): string => text.trim().slice(0, MAX_NAME).toWellFormed();
