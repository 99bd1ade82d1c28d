import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildSync } from "esbuild";

const ROOT = join(import.meta.dirname, "../..");
const TABLE = "src/modules/receipts/rules/verifier-page.ts";

const CONST = "export const";

const STYLE =
  "body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;color:#1c1c1c;background:#fff}label{display:block;margin:1rem 0}input{display:block;margin-top:.25rem;max-width:100%}#key{width:28rem}button{font:inherit;padding:.4rem 1rem}@media(prefers-color-scheme:dark){body{color:#eee;background:#161616}}";

const sourceOf = (text: string): string =>
  `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** The page in one file, and the policy that lets its own script and style through and nothing else. */
export function receiptsPage(): { readonly page: string; readonly policy: string } {
  const built = buildSync({
    entryPoints: [join(ROOT, "src/verifier/page.mjs")],
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2023",
    charset: "ascii",
    write: false,
  });
  const script = (built.outputFiles[0]?.text ?? "").trim();
  const policy = `default-src 'none'; script-src ${sourceOf(script)}; style-src ${sourceOf(STYLE)}; base-uri 'none'; form-action 'none'`;
  const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width">
<title>Check receipts</title>
<style>${STYLE}</style>
</head>
<body>
<h1>Check receipts</h1>
<p>This page makes no request. Save it, and use it without a network: the files that you choose stay in your browser.</p>
<label>Receipts (a file from "Download receipts")<input type="file" id="file"></label>
<label>Heads that you kept, if any (one JSON object a line)<input type="file" id="heads"></label>
<label>The key that you kept, if any<input type="text" id="key"></label>
<button type="button" id="check">Check</button>
<h2 id="title" role="status"></h2>
<ul id="verdict"></ul>
<script>${script}</script>
</body>
</html>
`;
  return { page, policy: `${policy}; frame-ancestors 'none'` };
}

/** Run as `node src/toolchain.mjs src/data/build-receipts-page.ts`, then `npm run format`. */
if (import.meta.main) {
  const { page, policy } = receiptsPage();
  const source = `/* Made by src/data/build-receipts-page.ts of src/verifier. */
${CONST} VERIFIER_POLICY =
  ${JSON.stringify(policy)};
${CONST} VERIFIER_PAGE =
  ${JSON.stringify(page)};
`;
  writeFileSync(join(ROOT, TABLE), source);
}
