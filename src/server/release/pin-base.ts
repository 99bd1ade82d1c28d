import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { StartError } from "#server/start-error.ts";

/** What is built into an image, each over the same base. */
const DOCKERFILES = ["src/deploy/Dockerfile", "src/companion/Dockerfile"];
const FROM = /^FROM (node:[\w.-]+)(?:@\S+)?(?= |$)/gm;
const DIGEST = /^sha256:[0-9a-f]{64}$/;

/** A Dockerfile whose every stage names its base by digest too. Throws `StartError` for another form of digest, or of file. */
export function pinned(dockerfile: string, digest: string): string {
  if (!DIGEST.test(digest))
    throw new StartError(`"${digest}" is no digest: sha256: and 64 digits.`);
  const stages = dockerfile.match(/^FROM /gm)?.length ?? 0;
  const known = dockerfile.match(FROM)?.length ?? 0;
  if (stages === 0 || known !== stages) {
    throw new StartError("A stage has another base than node:VERSION.");
  }
  return dockerfile.replaceAll(FROM, `FROM $1@${digest}`);
}

/** Writes the digest of the base into the Dockerfiles of `root`; answers which. Throws `StartError`. */
export function pinBase(root: string, digest: string): readonly string[] {
  for (const name of DOCKERFILES) {
    const file = join(root, name);
    writeFileSync(file, pinned(readFileSync(file, "utf8"), digest));
  }
  return DOCKERFILES;
}
