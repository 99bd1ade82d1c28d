import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Paths of PEM files; `ca` signed `cert`. */
export type TestCertificate = { readonly ca: string; readonly key: string; readonly cert: string };

let made: TestCertificate | undefined;

/**
 * A certificate for localhost and 127.0.0.1, signed by a CA of its own (Workers refuse a CA
 * certificate as a server's), made once per process by `openssl`.
 */
export function createTestCertificate(): TestCertificate {
  if (made) return made;
  const folder = mkdtempSync(join(tmpdir(), "outrider-tls-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const path = (name: string) => join(folder, name);
  const openssl = (...args: string[]) =>
    execFileSync("openssl", args, { cwd: folder, stdio: ["ignore", "ignore", "pipe"] });
  const newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  writeFileSync(
    path("ext"),
    "basicConstraints=critical,CA:FALSE\nkeyUsage=digitalSignature\nextendedKeyUsage=serverAuth\nsubjectAltName=DNS:localhost,IP:127.0.0.1,IP:::1\n",
  );
  openssl(
    "req",
    "-x509",
    ...newKey,
    "-days",
    "2",
    "-subj",
    "/CN=Test CA",
    "-keyout",
    "ca.key",
    "-out",
    "ca.pem",
  );
  openssl("req", ...newKey, "-subj", "/CN=localhost", "-keyout", "key.pem", "-out", "leaf.csr");
  openssl(
    "x509",
    "-req",
    "-in",
    "leaf.csr",
    "-CA",
    "ca.pem",
    "-CAkey",
    "ca.key",
    "-CAcreateserial",
    "-days",
    "2",
    "-extfile",
    "ext",
    "-out",
    "cert.pem",
  );
  made = { ca: path("ca.pem"), key: path("key.pem"), cert: path("cert.pem") };
  return made;
}
