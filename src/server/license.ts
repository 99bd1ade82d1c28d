import { generateKeyPairSync } from "node:crypto";
import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { CompactSign, importJWK } from "jose";

/*
 * `npm run license -- keygen` makes a key pair; `npm run license -- issue --key FILE --licensee NAME
 * [--plan PLAN] [--seats N] [--days N]` prints a licence key. FILE holds the private JWK that keygen
 * printed; the public half goes into LICENSE_PUBLIC_KEY of the installs.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    key: { type: "string" },
    licensee: { type: "string" },
    plan: { type: "string", default: "standard" },
    seats: { type: "string" },
    days: { type: "string" },
  },
});

if (positionals[0] === "keygen") {
  const jwk = generateKeyPairSync("ed25519").privateKey.export({ format: "jwk" });
  console.log(`Keep this file secret:\n${JSON.stringify(jwk)}\n\nLICENSE_PUBLIC_KEY=${jwk.x}`);
} else if (positionals[0] === "issue" && values.key && values.licensee) {
  const jwk = JSON.parse(await readFile(values.key, "utf8")) as Record<string, string>;
  const days = Number(values.days ?? 0);
  const claims = {
    licensee: values.licensee,
    plan: values.plan,
    ...(values.seats === undefined ? {} : { seats: Number(values.seats) }),
    ...(days > 0 ? { exp: Math.floor(Date.now() / 1_000) + days * 86_400 } : {}),
  };
  const key = await new CompactSign(new TextEncoder().encode(JSON.stringify(claims)))
    .setProtectedHeader({ alg: "EdDSA" })
    .sign(await importJWK(jwk, "EdDSA"));
  console.log(key);
} else {
  console.error(
    "Usage: npm run license -- keygen\n       npm run license -- issue --key FILE --licensee NAME [--plan P] [--seats N] [--days N]",
  );
  process.exitCode = 1;
}
