/** The exit code that asks `src/toolchain.mjs` to start the program again. */
export const RESTART_CODE = 75;
