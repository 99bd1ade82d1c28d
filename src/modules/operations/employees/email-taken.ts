import { AppError } from "#platform/rules/errors.ts";

/** `conflict` for an email that is somebody's already. */
export const emailTaken = (cause: unknown): AppError =>
  new AppError("conflict", "Somebody has this email already.", {
    cause,
    errors: [{ path: "email", code: "taken", message: "Already in use." }],
  });
