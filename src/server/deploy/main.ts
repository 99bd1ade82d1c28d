import { trimEnd } from "#platform/rules/outside-text.ts";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { SettingsSchema } from "#platform/ctx/settings.ts";
import { runCommand } from "#server/command.ts";
import { readEnvironment } from "#server/environment.ts";
import { StartError } from "#server/start-error.ts";
import { cloudflare } from "./cloudflare.ts";
import { deploy } from "./deploy.ts";
import { dryRun } from "./dry-run.ts";

/*
 * `npm run deploy [-- --name outrider] [--base-url URL] [--companion container|URL] [--dry-run]`
 * brings Outrider to Cloudflare with CLOUDFLARE_API_TOKEN and CLOUDFLARE_ACCOUNT_ID, and can be repeated. Settings
 * of the environment and of `.env` go along.
 */

/** Given to the Worker as secrets, not as vars that the panel shows. */
const SECRET = /SECRET|TOKEN|KEY|_URL$/;
/** Settings of one machine, or those given as an option. */
const NOT_HOSTED = /^(PORT|HOST|DATA_DIR|BASE_URL|COMPANION_URL|TICK_SECONDS|TRUSTED_PROXIES)$/;

await runCommand(import.meta.filename, async () => {
  const { values } = parseArgs({
    options: {
      name: { type: "string", default: "outrider" },
      "base-url": { type: "string" },
      companion: { type: "string" },
      "dry-run": { type: "boolean", default: false },
    },
  });
  const env = readEnvironment();
  const { CLOUDFLARE_API_TOKEN: token, CLOUDFLARE_ACCOUNT_ID: account } = env;
  const isDry = values["dry-run"];
  if (!isDry && (!token || !account)) {
    throw new StartError(
      "Set CLOUDFLARE_API_TOKEN (Workers Scripts, D1 and Queues: edit; with a container Containers too) and CLOUDFLARE_ACCOUNT_ID.",
    );
  }
  if (!/^[a-z][a-z0-9-]{0,40}$/.test(values.name)) {
    throw new StartError("--name takes lower-case letters, digits and hyphens.");
  }
  const companion = values.companion ?? null;
  if (companion !== null && companion !== "container" && !URL.canParse(companion)) {
    throw new StartError("--companion takes `container`, or the address of a companion.");
  }
  if (/^(?:file|wss?):/.test(env["DATABASE_URL"] ?? "")) {
    throw new StartError(
      "A hosted Worker reaches a libSQL server by libsql: or https: alone; leave DATABASE_URL out for D1.",
    );
  }
  const settings = Object.entries(env).filter(
    ([key]) => key in SettingsSchema.shape && !NOT_HOSTED.test(key),
  );
  const plan = {
    name: values.name,
    baseUrl: values["base-url"] === undefined ? null : trimEnd(values["base-url"], "/"),
    companion,
    vars: Object.fromEntries(settings.filter(([key]) => !SECRET.test(key))),
    secrets: Object.fromEntries(settings.filter(([key]) => SECRET.test(key))),
  };
  const print = (line: string): void => console.log(`  ${line}`);
  if (isDry) {
    await dryRun(plan, print);
    console.log("\nNothing was made; without --dry-run this is what is deployed.");
    return;
  }
  const base = env["CLOUDFLARE_API_BASE_URL"] ?? "https://api.cloudflare.com/client/v4";
  const url = await deploy(
    cloudflare(base, account ?? "", token ?? ""),
    { ...plan, secretsDir: resolve(env["DATA_DIR"] ?? ".outrider"), smokeEveryMs: 2_000 },
    print,
  );
  console.log(`\nOutrider is at ${url}`);
  if (companion === null) {
    console.log("It sends by itself and reads no replies: give --companion for both.");
  }
});
