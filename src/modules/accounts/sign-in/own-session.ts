import { type Caller, personOf } from "#platform/ctx/ctx.ts";
import { AppError } from "#platform/rules/errors.ts";

/** Throws `forbidden` with this sentence where an admin acts as the caller. */
export function assertOwnSession(caller: Caller, sentence: string): void {
  if (personOf(caller).impersonator !== null) throw new AppError("forbidden", sentence);
}
