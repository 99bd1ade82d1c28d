import { execFileSync } from "node:child_process";

/** Name of the list inside an archive. */
export const SBOM_FILE = "sbom.cdx.json";

/**
 * Every package that a folder's lock file names, with version, licence and hash, in CycloneDX as npm writes
 * it. Throws where the lock file does not fit package.json.
 */
export const sbomOf = (folder: string): string =>
  execFileSync("npm", ["sbom", "--sbom-format", "cyclonedx", "--package-lock-only"], {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    stdio: ["ignore", "pipe", "inherit"],
  });
