import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { openLibsql } from "#platform/db/libsql.ts";
import { asId, type WorkspaceId } from "#platform/rules/ids.ts";
import { columnText } from "#server/workspaces/open-workspaces.ts";
import { askMove, hasEnded, noteMove, readMoveOf } from "#server/move/record.ts";
import { STEPS } from "#server/move/move-workspace.ts";
import { type Api, createApi } from "#test/demo/api.ts";
import { randomFrom } from "#test/demo/random.ts";
import { startBulkCampaign } from "#test/support/bulk-campaign.ts";
import { startScriptedSmtp } from "#test/support/mail/scripted-smtp.ts";
import { copyOf, endsAtStep, mutant, PATIENT_LEASES, removeTree } from "./copy.ts";
import { endEarly } from "./early.ts";
import { type Check, conclude, readLedger, twiceAmong } from "./ledger.ts";
import { patienceMs, sleep, startWorld, until, untilClear, whileMoving } from "./world.ts";

/*
 * `npm run faults -- move [--moves N] [--sends N] [--seed N]`: a workspace moves into a file and back,
 * again and again, beside another one, while campaigns of both send and leads are added, changed and
 * deleted by the API. The app is killed at random, and at each step of a move by name; moves are
 * aborted. Afterwards each lead is as it was acknowledged, once, every counter is what its rows say,
 * no mail left twice, and the rows lie where the install says. Writes wait at most 100 ms (p99) in
 * moves that nobody killed.
 */
const { values } = parseArgs({
  options: {
    moves: { type: "string", default: "200" },
    sends: { type: "string", default: "2000" },
    seed: { type: "string", default: String(Date.now() % 100_000) },
    mutant: { type: "string" },
  },
  allowPositionals: true,
});
const MOVES = Number(values.moves);
const SENDS = Number(values.sends);
const MAILBOXES = 4;
const WRITERS = 3;
const FROZEN_P99_MS = 100;
const random = randomFrom(Number(values.seed));
const ID = asId<WorkspaceId>(1);

/** Holds the name of the step at which the app dies. */
const deadly = join(tmpdir(), `outrider-move-${process.pid}`);
writeFileSync(deadly, "");
const smtp = await startScriptedSmtp({ auth: "235 2.7.0 Ok", replyMs: 20 });
const root = await copyOf([...mutant(values.mutant), endsAtStep(deadly), ...PATIENT_LEASES]);
const seenTwice = twiceAmong(smtp.accepted);
/** Leads that were acknowledged and then not found. */
const lost: string[] = [];
endEarly("move", values, () => seenTwice() ?? lost[0]);
const world = await startWorld({ host: "node", root, appEnv: () => ({ REGISTRATION: "open" }) });

/** What the API acknowledged of each lead: the company it was given last, null where it is deleted. */
const known = new Map<string, { readonly id: number; company: string | null }>();
/** Requests that were never answered may have had their effect. */
const unsure = new Set<string>();
let writes = 0;
let refused = 0;
let isOver = false;

try {
  await world.up();
  const apis: Api[] = [];
  for (const owner of ["moves", "stays"]) {
    const api = createApi(world.url);
    await startBulkCampaign(api, {
      owner,
      mailboxes: MAILBOXES,
      smtpPort: smtp.port,
      csv: ["email", ...Array.from({ length: SENDS / 2 }, (_, i) => `lead${i}@${owner}.test`)].join(
        "\n",
      ),
      step: { subject: "Hello", body_text: "Hello from us" },
    });
    apis.push(api);
  }
  const [api] = apis;
  if (!api) throw new Error("nobody signed up");
  const writing = Array.from({ length: WRITERS }, (_, i) => write(api, i));
  const { frozen, kills, ended } = await moveAgainAndAgain();
  isOver = true;
  await Promise.all(writing);
  const open = async (): Promise<number> => {
    const rows = await everywhere(
      "SELECT count(*) AS n FROM campaign_leads WHERE status IN ('pending', 'in_progress')",
    );
    return rows.reduce((sum, row) => sum + Number(row["n"]), 0);
  };
  const sent = await whileMoving(async () => (await open()) === 0, open, patienceMs(values.mutant));
  await untilClear({ ...world, rows: everywhere });
  await sleep(1_000);
  await world.halt();
  const p99 = frozen.toSorted((a, b) => a - b)[Math.floor(frozen.length * 0.99)] ?? 0;
  console.log(
    `seed ${values.seed}: ${MOVES} moves, ${ended.done} arrived, ${ended.failed} aborted, ${kills} kills; ${writes} writes acknowledged, ${refused} refused; writes held p50 ${frozen.toSorted((a, b) => a - b)[Math.floor(frozen.length / 2)] ?? 0} ms, p99 ${p99} ms over ${frozen.length} moves that nobody killed`,
  );
  const ledger = await readLedger({ ...world, rows: everywhere }, smtp.accepted);
  conclude(
    "move",
    [
      ...ledger.checks,
      ...(await leadChecks()),
      ...(await placeChecks()),
      [`${lost.length} leads were lost: ${lost[0]}`, lost.length === 0],
      ["not each lead has its mail", sent],
      [
        `writes were held back for ${p99} ms (p99), more than ${FROZEN_P99_MS}`,
        p99 <= FROZEN_P99_MS,
      ],
      ["too few moves to prove anything", ended.done >= MOVES / 2, "enough"],
      ["too few writes to prove anything", writes >= MOVES * 3, "enough"],
    ],
    values,
  );
} finally {
  isOver = true;
  await world.close();
  await smtp.close();
  rmSync(deadly, { force: true });
  await removeTree(root);
}

/** The rows where workspace 1 lies, and what the first database has of the other. */
async function everywhere(query: string) {
  const first = world.database().replace(/workspaces\/\d+\.db$/, "outrider.db");
  const files = [first.replace(/[^/]*$/, "outrider.db")];
  const own = files[0]?.replace("outrider.db", "workspaces/1.db") ?? "";
  if ((await placeNow()) === "file") files.push(own);
  const rows = [];
  for (const file of files) {
    const client = openLibsql(`file:${file}`, { timeoutMs: 5_000 });
    try {
      rows.push(...(await client.execute(query)).rows.map((row) => ({ ...row })));
    } finally {
      client.close();
    }
  }
  return rows;
}

async function inFirst<T>(work: (client: ReturnType<typeof openLibsql>) => Promise<T>): Promise<T> {
  const file = world.database().replace(/(?:workspaces\/)?[^/]*\.db$/, "outrider.db");
  const client = openLibsql(`file:${file}`, { timeoutMs: 5_000 });
  try {
    return await work(client);
  } finally {
    client.close();
  }
}

async function placeNow(): Promise<string> {
  return inFirst(async (client) => {
    const { rows } = await client.execute(
      "SELECT value ->> '$.place' AS place FROM install_settings WHERE key = 'workspace_place:1'",
    );
    return columnText(rows[0]?.["place"]) || "one";
  });
}

async function moveAgainAndAgain() {
  const frozen: number[] = [];
  const ended = { done: 0, failed: 0 };
  let kills = 0;
  for (let move = 0; move < MOVES; move++) {
    const to = (await placeNow()) === "file" ? "one" : "file";
    const fate = move % 4;
    const step = STEPS[Math.floor(move / 4) % STEPS.length] ?? "begun";
    const starts = world.app.starts();
    if (fate === 1) writeFileSync(deadly, step);
    await inFirst((client) => askMove(client, ID, to));
    if (fate === 2) {
      await sleep(random() * 1_500);
      world.app.kill();
      kills++;
    }
    if (fate === 3 && move % 8 === 3) {
      await sleep(random() * 1_000);
      await inFirst((client) => noteMove(client, ID, { is_aborted: 1 }));
    }
    if (fate === 1) {
      await until(async () => world.app.starts() > starts, 60_000, 20);
      writeFileSync(deadly, "");
      kills++;
    }

    const arrived = await until(
      async () => {
        const record = await inFirst((client) => readMoveOf(client, ID));
        return record !== null && hasEnded(record);
      },
      patienceMs(undefined),
      100,
    );
    const now = await inFirst((client) => readMoveOf(client, ID));
    if (!arrived || !now)
      throw new Error(`move ${move} (${to}, fate ${fate}, ${step}) stands still`);
    if (now.state === "failed" && now.is_aborted === 0) throw new Error(now.why);
    ended[now.state === "done" ? "done" : "failed"]++;
    if (now.state === "done" && now.frozen_ms !== null && world.app.starts() === starts) {
      frozen.push(now.frozen_ms);
    }
  }
  return { frozen, kills, ended };
}

/** Adds, changes and deletes leads of its own, one after the other, and notes what was acknowledged. */
async function write(api: Api, writer: number): Promise<void> {
  const Made = z.object({ created: z.int() });
  const Page = z.object({ data: z.array(z.object({ id: z.int(), email: z.string() })) });
  for (let n = 0; !isOver; n++) {
    const email = `w${writer}-${n}@writer.test`;
    try {
      const form = new FormData();
      form.append("file", new Blob([`email,company\n${email},first\n`]), "leads.csv");
      unsure.add(email);
      await api.call("POST", "/workspaces/1/leads/upload", Made, form);
      const { data } = await api.call("GET", `/workspaces/1/leads?q=${email}`, Page);
      const id = data.find((lead) => lead.email === email)?.id;
      if (id === undefined) throw new Error(`${email} is not found`);
      known.set(email, { id, company: "first" });
      if (n % 3 > 0) {
        await api.call("PUT", `/workspaces/1/leads/${id}`, z.unknown(), { company: `later ${n}` });
        known.set(email, { id, company: `later ${n}` });
      }
      if (n % 3 === 2) {
        await api.call("DELETE", `/workspaces/1/leads/${id}`, z.unknown());
        known.set(email, { id, company: null });
      }
      unsure.delete(email);
      writes++;
    } catch (cause) {
      refused++;
      if (/answers 404|is not found/.test(String(cause))) lost.push(`${email} was lost`);
      if (refused < 5) console.error(String(cause).slice(0, 200));
      await until(async () => (await fetch(`${world.url}/health`)).ok, 60_000, 100);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function leadChecks(): Promise<readonly Check[]> {
  const rows = await everywhere(
    "SELECT id, email, company FROM leads WHERE workspace_id = 1 AND email LIKE '%@writer.test'",
  );
  const there = new Map(rows.map((row) => [columnText(row["email"]), row]));
  const wrong = [...known].filter(([email, { id, company }]) => {
    if (unsure.has(email)) return false;
    const row = there.get(email);
    return company === null ? row !== undefined : row?.["company"] !== company || row["id"] !== id;
  });
  const ids = rows.map((row) => row["id"]);
  const invented = [...there.keys()].filter((email) => !known.has(email) && !unsure.has(email));
  const found = await everywhere(
    "SELECT count(*) AS n FROM lead_search WHERE lead_search MATCH 'writer'",
  );
  const indexed = found.reduce((sum, row) => sum + Number(row["n"]), 0);
  return [
    [`${wrong.length} leads are not as acknowledged: ${wrong[0]?.[0]}`, wrong.length === 0],
    [`${invented.length} leads were invented`, invented.length === 0],
    ["a lead is there twice", new Set(ids).size === ids.length && there.size === rows.length],
    [`the search index has ${indexed} leads, not ${rows.length}`, indexed === rows.length],
  ];
}

async function placeChecks(): Promise<readonly Check[]> {
  const left = await inFirst(async (client) => {
    const { rows } = await client.execute(
      "SELECT name FROM sqlite_master WHERE name GLOB 'relocation_*'",
    );
    return rows.length;
  });
  const twice = await everywhere("SELECT count(*) AS n FROM leads WHERE workspace_id = 1");
  const holding = twice.filter((row) => Number(row["n"]) > 0).length;
  const counted = await everywhere("SELECT lead_count AS n FROM workspaces WHERE id = 1");
  const leads = twice.reduce((sum, row) => sum + Number(row["n"]), 0);
  const kept = counted.reduce((sum, row) => sum + Number(row["n"]), 0);
  const stats = await recounted();
  return [
    [`${left} triggers or tables of a move are left`, left === 0],
    [`the workspace lies in ${holding} databases`, holding === 1],
    [`${kept} leads are counted, not ${leads}`, kept === leads],
    [`counters differ from their rows: ${stats}`, stats.startsWith("Every counter")],
  ];
}

/** What `npm run recount` prints of the stopped install. */
async function recounted(): Promise<string> {
  const { spawnSync } = await import("node:child_process");
  const dataDir = world.database().replace(/\/(?:workspaces\/)?[^/]*\.db$/, "");
  const { stdout, stderr } = spawnSync(process.execPath, ["src/server/recount.ts"], {
    cwd: root,
    encoding: "utf8",
    env: { PATH: process.env["PATH"] ?? "", DATA_DIR: dataDir },
  });
  return stdout + stderr;
}
