import { makeFiles } from "./make-app.ts";
import type { Catalogue } from "./types.ts";
import type { PackageFiles } from "./write-package.ts";

/** The app for Make, as its editor deploys it. */
export const makePackage = (catalogue: Catalogue): PackageFiles => ({
  ...makeFiles(catalogue),
  "README.md": readme(catalogue),
});

const readme = ({ version }: Catalogue): string => `# Outrider

Modules that work with an Outrider installation of version ${version}.

Connect it with the URL of the installation, and an API key of a workspace. **Watch Events** makes its own webhook. Make shows an app no
body as it was sent, so its signature is not checked: keep the address of the webhook to yourself.
`;
