import { trimEnd } from "#platform/rules/outside-text.ts";
import { createHash } from "node:crypto";
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CompactSign, importJWK } from "jose";
import { create } from "tar";
import { systemNow } from "#platform/adapters/clock.ts";
import { Release } from "#platform/wire/release.ts";
import { iso } from "#platform/rules/time.ts";
import { BUILD_FILE } from "#server/own-build.ts";
import { packPackages } from "./pack-packages.ts";
import { signProvenance } from "./provenance.ts";
import { SBOM_FILE, sbomOf } from "./sbom.ts";

/** Name of the signed manifest beside the artefact; RELEASES_URL points at it. */
export const FEED_FILE = "latest.jws";

/**
 * Packs sources into `out/outrider-<version>.tgz` and writes the signed manifest that names it at
 * `baseUrl`. `files` are relative to `root`; `key` is the private Ed25519 JWK. `withPackages`: it runs without
 * npm on the platform of this process. The archive holds the list of all packages, so that the manifest signs
 * it too; a copy lies beside the archive, and a signed statement of what that was made of.
 */
export async function packRelease(given: {
  root: string;
  files: readonly string[];
  commit: string | null;
  notes: string;
  withPackages: boolean;
  out: string;
  baseUrl: string;
  key: Readonly<Record<string, string>>;
}): Promise<Release> {
  const { root, out } = given;
  // package.json always has one.
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    version: string;
  };
  const publishedAt = iso(systemNow());
  const stage = mkdtempSync(join(tmpdir(), "outrider-release-"));
  const name = `outrider-${version}.tgz`;
  const sbomName = `outrider-${version}.cdx.json`;
  try {
    for (const file of given.files)
      cpSync(join(root, file), join(stage, file), { recursive: true });
    const build = { commit: given.commit, built_at: publishedAt };
    writeFileSync(join(stage, BUILD_FILE), JSON.stringify(build));
    const sbom = sbomOf(stage);
    writeFileSync(join(stage, SBOM_FILE), sbom);
    writeFileSync(join(out, sbomName), sbom);
    if (given.withPackages) packPackages(stage);
    await create({ gzip: true, portable: true, cwd: stage, file: join(out, name) }, ["."]);
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
  const archive = join(out, name);
  const sha256 = hashOf(archive);
  const release = Release.parse({
    version,
    published_at: publishedAt,
    notes: given.notes,
    artefact: {
      url: `${trimEnd(given.baseUrl, "/")}/${name}`,
      sha256,
      bytes: statSync(archive).size,
    },
  });
  writeFileSync(
    join(out, `outrider-${version}.intoto.jws`),
    await signProvenance(
      {
        name,
        sha256,
        version,
        commit: given.commit,
        publishedAt,
        sbom: { name: sbomName, sha256: hashOf(join(out, sbomName)) },
      },
      given.key,
    ),
  );
  writeFileSync(join(out, FEED_FILE), await sign(release, given.key));
  return release;
}

const hashOf = (file: string): string =>
  createHash("sha256").update(readFileSync(file)).digest("hex");

/** The manifest as RELEASES_URL answers it. */
export async function sign(
  release: Release,
  key: Readonly<Record<string, string>>,
): Promise<string> {
  return new CompactSign(new TextEncoder().encode(JSON.stringify(release)))
    .setProtectedHeader({ alg: "EdDSA" })
    .sign(await importJWK(key, "EdDSA"));
}
