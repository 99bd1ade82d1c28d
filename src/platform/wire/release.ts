import { z } from "zod";
import { VERSION } from "#platform/rules/version.ts";
import { Time } from "#platform/contract/common.ts";

/** No artefact is larger: it is unpacked on the operator's disk. */
export const MAX_ARTEFACT_BYTES = 300 * 1024 * 1024;

/**
 * What a release is: the payload of the compact JWS (RFC 7515, EdDSA over Ed25519) that
 * RELEASES_URL answers. The artefact is a gzipped tarball of the repository without packages.
 */
export const Release = z.strictObject({
  version: z.string().regex(VERSION),
  published_at: Time,
  /** For people, Markdown. */
  notes: z.string().max(20_000),
  artefact: z.strictObject({
    url: z.url({ protocol: /^https?$/ }),
    /** Lower-case hex. */
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
    bytes: z.int().positive().max(MAX_ARTEFACT_BYTES),
  }),
});
export type Release = z.output<typeof Release>;

/** The steps of an update in their order; `deploy` stands alone where the hosted platform does the work. */
export const UPDATE_STEPS = [
  "download",
  "backup",
  "install",
  "rehearse",
  "switch",
  "deploy",
] as const;
export type UpdateStep = (typeof UPDATE_STEPS)[number];
