import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "#server/own-build.ts";
import { bundled } from "./bundle.ts";
import type { Catalogue } from "./types.ts";
import type { PackageFiles } from "./write-package.ts";

const NODES = "dist/nodes/Outrider";
const CREDENTIALS = "dist/credentials";

/** The community node of n8n: an action node, a trigger node and their credentials, without dependencies. */
export async function n8nPackage(catalogue: Catalogue): Promise<PackageFiles> {
  const icon = readFileSync(join(ROOT, "src/dashboard/public/favicon.svg"), "utf8");
  return {
    "package.json": manifest(catalogue.version),
    "README.md": readme(catalogue),
    "dist/definition.json": JSON.stringify(catalogue),
    [`${NODES}/Outrider.node.js`]: await nodeCode("Outrider", "actionNode", "n8n-action"),
    [`${NODES}/OutriderTrigger.node.js`]: await nodeCode(
      "OutriderTrigger",
      "triggerNode",
      "n8n-trigger",
    ),
    [`${NODES}/Outrider.node.json`]: codex("n8n-nodes-outrider.outrider"),
    [`${NODES}/OutriderTrigger.node.json`]: codex("n8n-nodes-outrider.outriderTrigger"),
    [`${NODES}/outrider.svg`]: icon,
    [`${CREDENTIALS}/OutriderApi.credentials.js`]: await bundled(
      `import { credentialsType } from "./n8n-credentials.ts";
export class OutriderApi { constructor() { Object.assign(this, credentialsType()); } }`,
      [],
    ),
    [`${CREDENTIALS}/outrider.svg`]: icon,
  };
}

/** n8n makes an instance of the class that a file is named after. */
const nodeCode = (name: string, factory: string, file: string): Promise<string> =>
  bundled(
    `import * as host from "n8n-workflow";
import definition from "../../definition.json";
import { ${factory} } from "./${file}.ts";
export class ${name} { constructor() { Object.assign(this, ${factory}(definition, host)); } }`,
    ["n8n-workflow", "../../definition.json"],
  );

const codex = (node: string) => ({
  node,
  nodeVersion: "1.0",
  codexVersion: "1.0",
  categories: ["Marketing", "Sales"],
});

const manifest = (version: string) => ({
  name: "n8n-nodes-outrider",
  version,
  description: "Cold-email campaigns, leads and replies of an Outrider installation in n8n",
  license: "MIT",
  keywords: ["n8n-community-node-package"],
  files: ["dist"],
  engines: { node: ">=20" },
  n8n: {
    n8nNodesApiVersion: 1,
    strict: true,
    credentials: [`${CREDENTIALS}/OutriderApi.credentials.js`],
    nodes: [`${NODES}/Outrider.node.js`, `${NODES}/OutriderTrigger.node.js`],
  },
  // n8n has it; nothing is installed for it.
  peerDependencies: { "n8n-workflow": "*" },
});

const readme = ({ version, resources, events }: Catalogue): string => `# n8n-nodes-outrider

Nodes for [n8n](https://n8n.io) that work with an Outrider installation of version ${version}, without dependencies.

## Install

In n8n, open **Settings**, **Community nodes**, **Install**, and enter \`n8n-nodes-outrider\`. Or install the packed archive in
\`~/.n8n/nodes\` and start n8n again.

## Credentials

**Outrider API**: the URL of the installation, and an API key of a workspace. A key with the scopes that your workflow needs is enough.

## Nodes

- **Outrider** has an operation for what the API can do with ${resources.map(({ many }) => many.toLowerCase()).join(", ")}.
- **Outrider Trigger** starts a workflow on ${events.map(({ label }) => label.toLowerCase()).join(", ")}. It makes its own webhook,
  checks the signature of each delivery, and removes the webhook when the workflow is turned off.
`;
