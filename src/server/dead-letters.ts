import { parseArgs } from "node:util";
import { DeadLetterQuery } from "#modules/operations/contract/dead-letters.ts";
import type { Deps } from "#platform/ctx/ctx.ts";
import { listLetters } from "#modules/operations/dead-letters/list-letters.ts";
import {
  askReplay,
  askReplayOfAll,
  dropLetter,
} from "#modules/operations/dead-letters/replay-letters.ts";
import { runCommand } from "./command.ts";
import { openDatabase } from "./database.ts";
import { nodeParts, withCompanion } from "./deps.ts";
import { settingsOfInstall } from "./settings-of-install.ts";
import { StartError } from "./start-error.ts";

/*
 * `npm run dead-letters` lists background work that was given up; `-- replay ID|all` tries it again
 * with the next tick of the running product, `-- drop ID` forgets it.
 */
const USAGE = "Usage: npm run dead-letters [-- replay ID|all | drop ID]";

await runCommand(import.meta.filename, async () => {
  const [verb = "list", which] = parseArgs({ allowPositionals: true }).positionals;
  const settings = settingsOfInstall();
  const { client, db } = await openDatabase(settings);
  try {
    const queue = { send: async () => undefined };
    const parts = nodeParts({ settings, db, queue, log: () => undefined });
    await act(withCompanion(parts, "http://127.0.0.1:9"), verb, which);
  } finally {
    client.close();
  }
});

async function act(deps: Deps, verb: string, which: string | undefined): Promise<void> {
  const id = /^\d+$/.test(which ?? "") ? Number(which) : null;
  if (verb === "list") return list(deps);
  const ctx = { ...deps, clientAddress: "command line" };
  if (verb === "replay" && which === "all") {
    console.log(`The next tick tries ${await askReplayOfAll(ctx)} again.`);
  } else if (verb === "replay" && id !== null) {
    await askReplay(ctx, id);
    console.log(`The next tick tries ${id} again.`);
  } else if (verb === "drop" && id !== null) {
    await dropLetter(ctx, id);
    console.log(`Forgot ${id}.`);
  } else throw new StartError(USAGE);
}

async function list(deps: Deps): Promise<void> {
  const { data, pagination } = await listLetters(deps, DeadLetterQuery.parse({ limit: 200 }));
  for (const letter of data) {
    const { id, created_at: at, type, workspace_id: workspace, attempts, reason } = letter;
    const again = letter.replay_at === null ? "" : "  is tried again";
    console.log(
      `${id}  ${at}  ${type}  workspace ${workspace ?? "-"}  ${attempts} tries (${reason})${again}`,
    );
  }
  console.log(`${pagination.total ?? "More than 10000"} dead letters.`);
}
