/** Contract 2.3, 2.17. */
export const MAX_STEPS = 50;
