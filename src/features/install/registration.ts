import type { Deps } from "#core/ctx.ts";
import { readInstall } from "./install-values.ts";

/** Whether strangers may sign up: what an admin switched, else the setting REGISTRATION. */
export async function registrationOf(deps: Deps): Promise<"open" | "closed"> {
  const { registration } = await readInstall(deps, ["registration"]);
  return registration ?? deps.settings.REGISTRATION;
}
