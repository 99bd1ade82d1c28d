import { execFileSync } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { mkdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { ROOT } from "#server/own-build.ts";
import { buildDashboard } from "#server/build-dashboard.ts";
import { runCommand } from "#server/command.ts";
import { StartError } from "#server/start-error.ts";
import { packRelease } from "./pack-release.ts";
import { pinBase } from "./pin-base.ts";

/*
 * For publishers of releases. `npm run release -- keygen` makes a key pair; `npm run release
 * -- pack --key FILE --url BASE [--notes FILE] [--out DIR]` packs the committed sources with their packages and
 * signs the manifest. Put the files of DIR at BASE; RELEASES_URL of the installs is BASE/latest.jws.
 * `npm run release -- pin DIGEST` writes the digest of the images' base into the Dockerfiles, before they are built.
 */
const USAGE =
  "Usage: npm run release -- keygen | pack --key FILE --url BASE [--notes FILE] [--out DIR] | pin DIGEST";
/** Nothing that runs needs these. */
const LEFT_OUT = /^(test|\.github|\.ci)\//;

await runCommand(import.meta.filename, async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      key: { type: "string" },
      url: { type: "string" },
      notes: { type: "string" },
      out: { type: "string", default: "dist/release" },
    },
  });
  if (positionals[0] === "keygen") {
    const jwk = generateKeyPairSync("ed25519").privateKey.export({ format: "jwk" });
    console.log(`Keep this secret:\n${JSON.stringify(jwk)}\n\nRELEASES_PUBLIC_KEY=${jwk.x}`);
    return;
  }
  if (positionals[0] === "pin") {
    console.log(`Pinned in ${pinBase(ROOT, positionals[1] ?? "").join(" and ")}.`);
    return;
  }
  if (positionals[0] !== "pack" || !values.key || !values.url) throw new StartError(USAGE);
  const git = (...args: string[]) => execFileSync("git", args, { cwd: ROOT, encoding: "utf8" });
  if (git("status", "--porcelain").trim() !== "") {
    throw new StartError("Commit first: a release holds what a commit holds.");
  }
  const out = resolve(values.out);
  await buildDashboard();
  mkdirSync(out, { recursive: true });
  const release = await packRelease({
    root: ROOT,
    files: [
      ...git("ls-files", "-z")
        .split("\0")
        .filter((file) => file !== "" && !LEFT_OUT.test(file)),
      // Built here, so that no install has to.
      "dist/dashboard",
      "dist/dashboard.stamp",
    ],
    commit: git("rev-parse", "HEAD").trim(),
    notes: values.notes === undefined ? "" : readFileSync(values.notes, "utf8"),
    withPackages: true,
    out,
    baseUrl: values.url,
    // What keygen printed.
    key: JSON.parse(readFileSync(values.key, "utf8")) as Record<string, string>,
  });
  console.log(
    `${release.version}: ${release.artefact.url} and latest.jws are in ${out}, with the list of packages and a signed statement of provenance. It runs without npm on ${process.platform}-${process.arch}.`,
  );
});
