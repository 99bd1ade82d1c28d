import { copyFile, link, mkdir, readdir, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { documentsOfProcess } from "#app/openapi/documents.ts";
import { TABLE_FILES } from "#data/tables.ts";
import { REPLY_LANGUAGES } from "#modules/inbox/rules/replies/languages/all.ts";
import { DASHBOARD_DIR } from "#server/build-dashboard.ts";
import { ROOT } from "#server/own-build.ts";
import { ANY_INSTALL, DOCUMENT_FILES, OWN_FILES, REPLIES_FILE } from "#platform/http/own-files.ts";

/**
 * Puts the files that are deployed beside the Worker into `directory`: those of the dashboard, and the
 * Worker's own, its tables and the documents of its API.
 */
export async function writeAssets(directory: string): Promise<void> {
  const files = await readdir(DASHBOARD_DIR, { recursive: true, withFileTypes: true });
  for (const file of files.filter((one) => one.isFile())) {
    const from = join(file.parentPath, file.name);
    const to = join(directory, relative(DASHBOARD_DIR, from));
    await mkdir(dirname(to), { recursive: true });
    // Another disk has no second name for it.
    await link(from, to).catch(() => copyFile(from, to));
  }
  const own = join(directory, OWN_FILES);
  await mkdir(own, { recursive: true });
  for (const file of TABLE_FILES) await copyFile(join(ROOT, "src/data", file), join(own, file));
  await writeFile(join(own, REPLIES_FILE), JSON.stringify(REPLY_LANGUAGES));
  const documents = documentsOfProcess;
  const { openapi, client, reference, tools } = DOCUMENT_FILES;
  await writeFile(join(own, openapi), await documents.openapi());
  await writeFile(join(own, client), await documents.client());
  await writeFile(join(own, reference), await documents.reference(ANY_INSTALL));
  await writeFile(join(own, tools), JSON.stringify(await documents.tools()));
}
