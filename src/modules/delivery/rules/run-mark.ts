const MARK = "run:";

/** The `evidence` of what is being sent: which start of the companion was granted it; null where it did not say. */
export const runMark = (run: string | null): string | null => (run === null ? null : MARK + run);

/** SQL GLOB of any such mark. */
export const RUN_MARKS = `${MARK}*`;
