import { CompactSign, importJWK } from "jose";

/** Of what an archive was made: an in-toto statement with a SLSA provenance predicate. */
export type Provenance = {
  readonly name: string;
  readonly sha256: string;
  readonly version: string;
  readonly commit: string | null;
  readonly publishedAt: string;
  /** The list of packages, as it lies beside the archive. */
  readonly sbom: { readonly name: string; readonly sha256: string };
};

/** The steps that src/docs/operation.md ("Publishing") describes. */
const BUILD_TYPE = "urn:outrider:release:pack:1";

/**
 * A signed statement (compact JWS, EdDSA) that names the archive by its hash, the commit it was made of, and the
 * tools that made it. Source: https://slsa.dev/spec/v1.0/provenance
 */
export async function signProvenance(
  made: Provenance,
  key: Readonly<Record<string, string>>,
): Promise<string> {
  const { name, sha256, version, commit, publishedAt, sbom } = made;
  const statement = {
    _type: "https://in-toto.io/Statement/v1",
    subject: [{ name, digest: { sha256 } }],
    predicateType: "https://slsa.dev/provenance/v1",
    predicate: {
      buildDefinition: {
        buildType: BUILD_TYPE,
        externalParameters: { command: "npm run release -- pack", version },
        internalParameters: { platform: `${process.platform}-${process.arch}` },
        resolvedDependencies: [
          ...(commit === null
            ? []
            : [{ uri: "urn:outrider:source", digest: { gitCommit: commit } }]),
          { uri: `pkg:generic/node@${process.versions.node}` },
        ],
      },
      runDetails: {
        builder: { id: "npm run release -- pack" },
        metadata: { finishedOn: publishedAt },
        byproducts: [{ name: sbom.name, digest: { sha256: sbom.sha256 } }],
      },
    },
  };
  return new CompactSign(new TextEncoder().encode(JSON.stringify(statement)))
    .setProtectedHeader({ alg: "EdDSA", typ: "application/vnd.in-toto+json" })
    .sign(await importJWK(key, "EdDSA"));
}
