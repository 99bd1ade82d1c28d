import { fork } from "node:child_process";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import { createApi } from "#test/demo/api.ts";
import { startBulkCampaign } from "#test/support/bulk-campaign.ts";
import { startProduct } from "#test/support/product.ts";
import { report } from "./report.ts";

/*
 * `npm run bench:send [messages] [mailboxes]`: from due row to accepted mail, through the ledger,
 * the intent gate and the companion's journal, against nodemailer's own pool to the same sink in
 * the same run. The sink is a process of its own; all share this machine's cores.
 */
const MESSAGES = Number(process.argv[2] ?? 10_000);
const MAILBOXES = Number(process.argv[3] ?? 200);
const ROUNDS = 3;
const BODY =
  "We saw how your team grows and thought that this might save you an hour a day. ".repeat(12);

type Count = { accepted: number; first: number; last: number };
const sink = fork(join(import.meta.dirname, "smtp-sink.ts"));
const ask = <T>(message?: string): Promise<T> =>
  new Promise((resolve) => {
    sink.once("message", (answer) => resolve(answer as T));
    if (message !== undefined) sink.send(message);
  });
const { port } = await ask<{ port: number }>();

try {
  const alone = await nodemailerAlone();
  const ours = await throughOutrider();
  const ratio = ours / alone;
  report([
    { road: "nodemailer alone, 20 pooled connections", "messages per second": Math.round(alone) },
    { road: `Outrider, ${MAILBOXES} mailboxes`, "messages per second": Math.round(ours) },
  ]);
  console.log(`ratio ${ratio.toFixed(2)} (${MESSAGES} messages)`);
} finally {
  sink.disconnect();
}

async function nodemailerAlone(): Promise<number> {
  const rates: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await ask("reset");
    const transport = createTransport({
      host: "127.0.0.1",
      port,
      pool: true,
      maxConnections: 20,
      maxMessages: Number.POSITIVE_INFINITY,
      ignoreTLS: true,
      auth: { user: "m", pass: "p" },
    });
    await Promise.all(
      Array.from({ length: MESSAGES }, (_, i) =>
        transport.sendMail({
          from: "Sender <m@ours.test>",
          to: `lead${i}@acme.test`,
          subject: "Hello",
          text: BODY,
          html: `<p>${BODY}</p>`,
        }),
      ),
    );
    transport.close();
    rates.push(rate(await ask<Count>("count")));
  }
  return rates.sort((a, b) => a - b)[1] ?? 0;
}

async function throughOutrider(): Promise<number> {
  const product = await startProduct({
    host: "node",
    env: { TICK_SECONDS: "0.2", API_LIMIT_PER_MINUTE: "100000", LOG_LEVEL: "warn" },
  });
  try {
    const api = createApi(product.url);
    const rows = Array.from(
      { length: MESSAGES },
      (_, i) => `lead${i}@acme${i % 900}.test,Ann${i},Acme ${i}`,
    );
    await startBulkCampaign(api, {
      mailboxes: MAILBOXES,
      smtpPort: port,
      csv: ["email,first_name,company", ...rows].join("\n"),
      step: {
        subject: "Hello {{ first_name }}",
        body_html: `<p>Hi {{ first_name }} of {{ company }}, <a href="https://example.com/offer">see this</a>. ${BODY}</p>`,
      },
      ready: () => ask("reset"),
    });
    let count = await ask<Count>("count");
    const end = performance.now() + 180_000;
    while (count.accepted < MESSAGES && performance.now() < end) {
      await new Promise((resolve) => setTimeout(resolve, 250));
      count = await ask<Count>("count");
    }
    if (count.accepted !== MESSAGES) throw new Error(`${count.accepted} of ${MESSAGES} arrived`);
    return rate(count);
  } finally {
    await product.stop();
  }
}

function rate(count: Count): number {
  return (count.accepted - 1) / ((count.last - count.first) / 1_000);
}
