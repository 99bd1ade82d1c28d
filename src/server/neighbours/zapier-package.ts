import { bundled } from "./bundle.ts";
import type { Catalogue } from "./types.ts";
import type { PackageFiles } from "./write-package.ts";

/** What the app is made for; Zapier runs it. */
export const PLATFORM_VERSION = "19.1.0";

/** The app for Zapier, as `zapier push` takes it. */
export const zapierPackage = async (catalogue: Catalogue): Promise<PackageFiles> => ({
  "package.json": manifest(catalogue.version),
  "README.md": readme(catalogue),
  "definition.json": JSON.stringify(catalogue),
  "index.js": await bundled(
    `import definition from "./definition.json";
import { version } from "./package.json";
import { version as platformVersion } from "zapier-platform-core";
import { zapierApp } from "./zapier-app.ts";
module.exports = zapierApp(definition, { version, platformVersion });`,
    ["zapier-platform-core", "./definition.json", "./package.json"],
  ),
});

const manifest = (version: string) => ({
  name: "outrider-zapier",
  version,
  description: "Cold-email campaigns, leads and replies of an Outrider installation in Zapier",
  license: "MIT",
  main: "index.js",
  files: ["index.js", "definition.json"],
  engines: { node: ">=20" },
  dependencies: { "zapier-platform-core": PLATFORM_VERSION },
});

const readme = ({ version }: Catalogue): string => `# outrider-zapier

An app for [Zapier](https://zapier.com) that works with an Outrider installation of version ${version}.

\`\`\`sh
npm install
npx zapier-platform-cli login
npx zapier-platform-cli register "Outrider"
npx zapier-platform-cli push
\`\`\`

The app is private until you publish it: you and whom you invite connect it with the URL of the installation and an API key.
`;
