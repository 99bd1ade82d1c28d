export const MAX_STEPS = 50;
