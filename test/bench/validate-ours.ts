import { hooks } from "#app/modules.ts";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { dohDns } from "#platform/adapters/doh.ts";
import { places } from "#platform/adapters/places.ts";
import { nodeGet } from "#server/node-get.ts";
import { systemNow } from "#platform/adapters/clock.ts";
import { createApp } from "#app/app.ts";
import type { Deps } from "#platform/ctx/ctx.ts";
import { processLimiter } from "#platform/ctx/limiter.ts";
import { usageBuffer } from "#platform/ctx/usage.ts";
import { parseSettings } from "#platform/ctx/settings.ts";
import { createVault } from "#platform/ctx/vault.ts";
import { consume } from "#app/jobs/consume.ts";
import { openDatabase } from "#server/database.ts";
import { localQueue } from "#server/local-queue.ts";
import { absentInstaller } from "#server/deps.ts";
import { migrate } from "#server/migrate.ts";
import { freshSecrets } from "#server/secrets.ts";
import { documentsOfProcess } from "#app/openapi/documents.ts";
import { tablesOfProcess } from "#server/tables.ts";
import { uploadForm } from "#test/support/upload.ts";
import type { Verdict } from "./validate-rivals.ts";

export type OwnRun = {
  readonly seconds: number;
  /** By lead, in the order of the list. */
  readonly verdicts: readonly Verdict[];
};

/**
 * The whole way of a list through the product, on one machine's database file: upload, the job
 * with its turns, DNS, score, rows. Time runs from the call that starts the job until its row says
 * completed. With several consumers the list is cut into as many lists, and each consumer has its
 * own connections, as invocations of the Worker have.
 */
export async function validateByOutrider(
  emails: readonly string[],
  resolver: { url: string },
  atOnce: number,
  consumers = 1,
): Promise<OwnRun> {
  const directory = await mkdtemp(join(tmpdir(), "outrider-validate-"));
  const settings = parseSettings({
    ...freshSecrets(),
    DATA_DIR: directory,
    AVATAR_URL: "",
    API_LIMIT_PER_MINUTE: "1000000",
    LOGIN_LIMIT_PER_MINUTE: "1000000",
  });
  const { client, db } = await openDatabase(settings);
  const queue = localQueue(() => undefined);
  try {
    await migrate(client, "drizzle");
    const own = (): Deps => ({
      install: db,
      db,
      settings,
      hooks,
      now: systemNow,
      log: (event, fields, level) => {
        if (level === "error") console.error(event, fields);
      },
      limiter: processLimiter(),
      wait: (ms) => wait(ms),
      queue,
      hits: { record: refuse, dropped: () => 0, leaveRoom: async () => undefined },
      usage: usageBuffer(),
      mail: {
        test: refuse,
        transmit: refuse,
        recall: refuse,
        fetch: refuse,
        parse: refuse,
        filter: refuse,
        tend: refuse,
        look: refuse,
        sent: refuse,
        past: refuse,
        attachment: refuse,
        healthy: async () => true,
        watcher: null,
      },
      egress: { get: refuse, post: refuse, postBytes: refuse, send: refuse, download: refuse },
      journal: null,
      hostedAi: null,
      dns: dohDns({ urls: [resolver.url], get: nodeGet(), places: places(atOnce), now: systemNow }),
      avatars: { isOn: false, atOnce: 1, look: refuse },
      tables: tablesOfProcess,
      documents: documentsOfProcess,
      vault: createVault(settings.VAULT_KEYS),
      installer: absentInstaller(),
    });
    const deps = own();
    const hosts = Array.from({ length: consumers }, own);
    queue.start((message) => {
      const { jobId } = message.body as { jobId?: number };
      return consume([message], hosts[(jobId ?? 0) % consumers] ?? deps);
    });
    const app = createApp(() => ({ deps, clientAddress: "192.0.2.1" }));
    let cookie = "";
    const post = async (path: string, body: unknown): Promise<Answer> => {
      const form = body instanceof FormData;
      const answer = await app.request(`/api/v1${path}`, {
        method: "POST",
        headers: { cookie, ...(form ? {} : { "content-type": "application/json" }) },
        body: form ? body : JSON.stringify(body),
      });
      if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
      cookie ||= answer.headers.get("set-cookie")?.split(";")[0] ?? "";
      return (await answer.json()) as Answer;
    };
    await post("/auth/register", {
      name: "Bench",
      email: "b@ours.test",
      password: "correct horse battery",
    });
    const share = Math.ceil(emails.length / consumers);
    const lists: { wid: number; listId: number }[] = [];
    for (let i = 0; i < consumers; i++) {
      const { id: wid = 0 } = await post("/workspaces", { name: `W${i}`, slug: `workspace-${i}` });
      const rows = emails.slice(i * share, (i + 1) * share).map((email) => `"${email}"`);
      const { list_id: listId = 0 } = await post(
        `/workspaces/${wid}/leads/upload`,
        uploadForm([["file", `email\n${rows.join("\n")}\n`]]),
      );
      lists.push({ wid, listId });
    }
    const began = performance.now();
    for (const { wid, listId } of lists) {
      await post(`/workspaces/${wid}/leads/validate`, { list_id: listId });
    }
    for (;;) {
      const open = await client.execute(
        "SELECT count(*) AS n FROM jobs WHERE kind = 'validation' AND state <> 'completed'",
      );
      if (open.rows[0]?.["n"] === 0) break;
      await wait(10);
    }
    const seconds = (performance.now() - began) / 1_000;
    const rows = await client.execute("SELECT email, validation_status AS status FROM leads");
    const found = new Map(rows.rows.map((row) => [row["email"], row["status"]]));
    const verdicts = emails.map((email): Verdict => {
      const status = found.get(email.toLowerCase());
      if (status !== "valid" && status !== "risky" && status !== "invalid") {
        throw new Error("a lead has no result");
      }
      return status;
    });
    return { seconds, verdicts };
  } finally {
    await queue.drain(1_000);
    client.close();
    await rm(directory, { recursive: true, force: true });
  }
}

type Answer = { id?: number; list_id?: number };

const refuse = async (): Promise<never> => {
  throw new Error("validation alone is measured");
};
