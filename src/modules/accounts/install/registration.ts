import type { Deps } from "#platform/ctx/ctx.ts";
import { readInstall } from "./install-values.ts";

/**
 * Whether strangers may sign up after the first user: what an admin switched, else the setting
 * REGISTRATION, else what held when the install was made.
 */
export async function registrationOf(deps: Deps): Promise<"open" | "closed"> {
  const { registration, registration_before: before } = await readInstall(deps, [
    "registration",
    "registration_before",
  ]);
  return registration ?? deps.settings.REGISTRATION ?? before ?? "closed";
}
