import pkg from "#package.json" with { type: "json" };
import type { SetupStatus } from "#modules/accounts/contract/setup.ts";
import type { Deps } from "#platform/ctx/ctx.ts";
import { hasUsers } from "#modules/accounts/people/store.ts";
import { readInstall } from "#modules/accounts/install/install-values.ts";

/** How far the first set-up is. Public: it tells nothing but that. */
export async function setupStatus(deps: Deps): Promise<SetupStatus> {
  const [users, install] = await Promise.all([
    hasUsers(deps.install),
    readInstall(deps, ["branding", "setup_completed", "license_key"]),
  ]);
  const completed = install.setup_completed === true;
  return {
    completed,
    has_users: users,
    steps: [
      { name: "branding", done: install.branding !== undefined },
      {
        name: "license",
        done: install.license_key !== undefined || deps.settings.LICENSE_PUBLIC_KEY === undefined,
      },
      { name: "admin", done: users },
      { name: "complete", done: completed },
    ],
    version: pkg.version,
  };
}
