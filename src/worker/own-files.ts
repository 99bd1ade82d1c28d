import { type KeptTables, tablesFrom } from "#data/tables.ts";
import type { Documents, Tables, ToolShape } from "#platform/ctx/ports.ts";
import { ANY_INSTALL, DOCUMENT_FILES, OWN_FILES, REPLIES_FILE } from "#platform/http/own-files.ts";
import type { ReplyLanguage } from "#platform/rules/mail/reply-language.ts";
import type { Env } from "./env.ts";

/** What was read, by the isolate: most invocations do without. */
const kept: KeptTables = {};
let tools: Readonly<Record<string, ToolShape>> | undefined;

export const workerTables = (env: Env): Tables =>
  tablesFrom(
    async (file) => (await ownFile(env, file)).arrayBuffer(),
    // The build writes the list of the inbox.
    async () => (await ownFile(env, REPLIES_FILE)).json<readonly ReplyLanguage[]>(),
    kept,
  );

export function workerDocuments(env: Env): Documents {
  const text = async (file: string): Promise<string> => (await ownFile(env, file)).text();
  return {
    openapi: () => text(DOCUMENT_FILES.openapi),
    client: () => text(DOCUMENT_FILES.client),
    reference: async (base) => (await text(DOCUMENT_FILES.reference)).replaceAll(ANY_INSTALL, base),
    // The build writes what `toolShapes` answers.
    tools: async () =>
      (tools ??= JSON.parse(await text(DOCUMENT_FILES.tools)) as NonNullable<typeof tools>),
  };
}

/** Throws where the Worker was deployed without it; the platform answers with the dashboard's page then. */
async function ownFile(env: Env, file: string): Promise<Response> {
  const response = await env.ASSETS?.fetch(`https://assets.invalid${OWN_FILES}/${file}`);
  if (response?.ok && !response.headers.get("content-type")?.startsWith("text/html"))
    return response;
  await response?.body?.cancel();
  throw new Error(`${file} was not deployed beside the Worker: run npm run deploy again.`);
}
