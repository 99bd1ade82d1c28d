/** A file of a package that the Worker never runs. */
export type LeftOut = {
  /** Below `node_modules`. */
  readonly file: string;
  /** What others import from it: calling one of them throws. */
  readonly names: readonly string[];
};

/** Passkeys: statements of manufacturers are refused before they would be read (`check-passkey.ts`). */
const WEBAUTHN = "@simplewebauthn/server/esm";

/**
 * Packages whose entry brings much along that this product never reaches. `src/docs/dependencies.md` says
 * what each saves. A wrong line here is an error with the name of the function, in the tests of the Worker.
 */
export const UNREACHED: readonly LeftOut[] = [
  ...["AndroidKey", "AndroidSafetyNet", "Apple", "FIDOU2F"].map((format) => ({
    file: `${WEBAUTHN}/registration/verifications/verifyAttestation${format}.js`,
    names: [`verifyAttestation${format}`],
  })),
  {
    file: `${WEBAUTHN}/registration/verifications/tpm/verifyAttestationTPM.js`,
    names: ["verifyAttestationTPM"],
  },
  ...[
    "getCertificateInfo",
    "validateCertificatePath",
    "validateExtFIDOGenCEAAGUID",
    "convertX509PublicKeyToCOSE",
    "isCertRevoked",
  ].map((name) => ({ file: `${WEBAUTHN}/helpers/${name}.js`, names: [name] })),
  {
    file: `${WEBAUTHN}/metadata/verifyAttestationWithMetadata.js`,
    names: ["verifyAttestationWithMetadata"],
  },
  { file: `${WEBAUTHN}/metadata/verifyMDSBlob.js`, names: ["verifyMDSBlob"] },
  ...Object.entries({
    "android-key": [1, 2, 3, 4].map((n) => `Google_Hardware_Attestation_Root_${n}`),
    "android-safetynet": ["GlobalSign_Root_CA"],
    apple: ["Apple_WebAuthn_Root_CA"],
    mds: ["GlobalSign_Root_CA_R3", "GlobalSign_Root_R46"],
  }).map(([file, names]) => ({
    file: `${WEBAUTHN}/services/defaultRootCerts/${file}.js`,
    names,
  })),
  // The tools check their arguments by the schemas of their routes.
  {
    file: "@modelcontextprotocol/server/dist/shimsWorkerd.mjs",
    names: ["DefaultJsonSchemaValidator", "process"],
  },
  // Styles of mails are no allowed attribute, so none is parsed.
  { file: "postcss/lib/postcss.js", names: ["parse"] },
  // Archives are neither read nor written with a password.
  {
    file: "@zip.js/zip.js/lib/core/streams/codecs/aes-hmac-sha1.js",
    names: ["createEngine", "pbkdf2"],
  },
  // Attachments come with their type: none is guessed from a name.
  {
    file: "nodemailer/dist/esm/mime-funcs/mime-types.js",
    names: ["detectMimeType", "detectExtension"],
  },
  // Content comes as text and octets: nothing is fetched while a message is built.
  { file: "nodemailer/dist/esm/fetch/index.js", names: ["default"] },
];
