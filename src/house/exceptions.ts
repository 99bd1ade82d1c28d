/*
 * What the fences still let through. Both lists may only get shorter: an entry that nothing needs
 * any more fails the check like a new breach does.
 */

/** Imports that run against the order of modules; each waits for a hook, a kind or a move. */
export const BACKWARD: readonly string[] = [];

/** SQL and rows of a module that another one reads without a verb. */
export const OPENED: readonly string[] = [];
