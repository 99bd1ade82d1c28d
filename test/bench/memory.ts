import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { createApi } from "#test/demo/api.ts";
import { startBulkCampaign } from "#test/support/bulk-campaign.ts";
import { startScriptedSmtp } from "#test/support/mail/scripted-smtp.ts";
import { startNodeHost } from "#test/support/node-host.ts";
import { report } from "./report.ts";

/*
 * `npm run bench:memory [-- --leads 50000 --sends 8000 --hits 80000 --minutes 10]`: what the app on Node
 * holds resident, its companion not counted: before anything happens, at most while leads are uploaded,
 * mails leave and opens come in, and some minutes after that, without a restart.
 */
const { values } = parseArgs({
  options: {
    leads: { type: "string", default: "50000" },
    sends: { type: "string", default: "8000" },
    hits: { type: "string", default: "80000" },
    minutes: { type: "string", default: "10" },
  },
});
const [leads, sends, hits, minutes] = [values.leads, values.sends, values.hits, values.minutes].map(
  Number,
) as [number, number, number, number];
const MAILBOXES = 40;
const IDLE_MS = 20_000;
const CONNECTIONS = 16;

const smtp = await startScriptedSmtp({ auth: "235 2.7.0 Ok" });
const host = await startNodeHost({
  env: { TICK_SECONDS: "1", API_LIMIT_PER_MINUTE: "100000", LOG_LEVEL: "warn" },
});
const resident = (): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${host.pid}/status`, "utf8"))?.[1] ?? 0) / 1_024;
/** Seconds of processor time so far. */
const processor = (): number => {
  const [user = 0, system = 0] =
    readFileSync(`/proc/${host.pid}/stat`, "utf8")
      .split(") ")[1]
      ?.split(" ")
      .slice(11, 13)
      .map(Number) ?? [];
  return (user + system) / 100;
};
let most = 0;
const watching = setInterval(() => (most = Math.max(most, resident())), 500);
try {
  await wait(Math.min(IDLE_MS, minutes * 60_000));
  const idle = resident();
  await startBulkCampaign(createApi(host.url), {
    mailboxes: MAILBOXES,
    smtpPort: smtp.port,
    dailyLimit: Math.ceil(sends / MAILBOXES),
    csv: [
      "email,first_name,company",
      ...Array.from({ length: leads }, (_, i) => `lead${i}@acme${i % 900}.test,Ann${i},Acme ${i}`),
    ].join("\n"),
    step: { subject: "Hello {{ first_name }}", body_html: "<p>Hi {{ first_name }}</p>" },
  });
  for (const end = Date.now() + 600_000; smtp.accepted.length < sends && Date.now() < end;) {
    await wait(500);
  }
  if (smtp.accepted.length < sends) throw new Error(`${smtp.accepted.length} of ${sends} left`);
  const before = processor();
  await open(smtp.accepted.map(({ raw }) => pixelIn(raw)));
  const opening = processor() - before;
  const busy = most;
  await wait(minutes * 60_000);
  report([
    { what: "resident, idle", unit: "MB", rounds: [idle], aim: { most: 220 } },
    { what: "resident at most, at work", unit: "MB", rounds: [busy] },
    { what: `processor time of ${hits} opens`, unit: "s", rounds: [opening] },
    {
      what: `resident ${minutes} minutes later`,
      unit: "MB",
      rounds: [resident()],
      aim: { most: 400 },
    },
  ]);
} finally {
  clearInterval(watching);
  await host.stop();
  await smtp.close();
}

/** The pixel of a mail, however its lines are folded. */
function pixelIn(raw: string): string {
  const text = raw.replace(/=\r\n/g, "").replace(/=3D/g, "=");
  const path = /src="https?:\/\/[^/"]+(\/t\/[^"]+)"/.exec(text)?.[1];
  if (path === undefined) throw new Error("a mail has no pixel");
  return path;
}

/** Asks for the pixels in turn, so many times in all. */
async function open(paths: readonly string[]): Promise<void> {
  let asked = 0;
  const one = async (): Promise<void> => {
    while (asked < hits) {
      const path = paths[asked++ % paths.length] ?? "";
      const answer = await fetch(`${host.url}${path}`, {
        headers: { "user-agent": "Mozilla/5.0 (Windows NT 10.0; rv:140.0) Firefox/140.0" },
      });
      await answer.arrayBuffer();
      if (answer.status !== 200) throw new Error(`a pixel answers ${answer.status}`);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, one));
}
