/** The embedded database inside DATA_DIR. */
export const DATABASE_FILE = "outrider.db";
