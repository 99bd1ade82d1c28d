import { fork } from "node:child_process";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import { createApi } from "#test/demo/api.ts";
import { startBulkCampaign } from "#test/support/bulk-campaign.ts";
import { type Product, startProduct } from "#test/support/product.ts";
import { report } from "./report.ts";

/*
 * `npm run bench:send [messages] [mailboxes]`: from due row to accepted mail, through the ledger,
 * the intent gate and the companion's journal, against nodemailer's own pool to the same sink in
 * the same run, with mail of the same words and size, each the median of three rounds. The sink is
 * a process of its own; all share this machine's cores.
 */
const MESSAGES = Number(process.argv[2] ?? 10_000);
const MAILBOXES = Number(process.argv[3] ?? 200);
const ROUNDS = 3;
const BODY =
  "We saw how your team grows and thought that this might save you an hour a day. ".repeat(12);
const WORDS = `see this</a>. ${BODY}`;

type Count = { accepted: number; bytes: number; first: number; last: number };
type Rate = { readonly perSecond: number; readonly bytes: number };
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
  const rival = (of: keyof Rate) => ({
    name: "nodemailer, 20 pooled connections",
    rounds: alone.map((rate) => rate[of]),
  });
  const own = (of: keyof Rate) => ours.map((rate) => rate[of]);
  report([
    {
      what: `sending from ${MAILBOXES} mailboxes`,
      unit: "messages/s",
      rounds: own("perSecond"),
      rival: rival("perSecond"),
      aim: { least: 0.5 },
    },
    {
      what: "size of a message",
      unit: "bytes",
      rounds: own("bytes"),
      rival: rival("bytes"),
    },
  ]);
} finally {
  sink.disconnect();
}

async function nodemailerAlone(): Promise<Rate[]> {
  return rounds(async () => {
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
          to: `Ann${i} <lead${i}@acme${i % 900}.test>`,
          subject: `Hello Ann${i}`,
          list: { unsubscribe: { url: optOut(i), comment: "" } },
          text: `Hi Ann${i} of Acme ${i}, see this (https://example.com/offer). ${BODY}\n\nIf you would rather not hear from me again: ${optOut(i)}`,
          html: `<p>Hi Ann${i} of Acme ${i}, <a href="${link(i)}">${WORDS}</p><p style="color:#777;font-size:12px">If you would rather not hear from me again, <a href="${optOut(i)}">unsubscribe</a>.</p><a href="${link(i)}" style="display:none" tabindex="-1" aria-hidden="true"></a><img src="${link(i)}" width="1" height="1" alt="" style="border:0">`,
        }),
      ),
    );
    transport.close();
    return rate(await ask<Count>("count"));
  });
}

/** As long as ours. */
function optOut(i: number): string {
  return `http://127.0.0.1:45509/unsubscribe/aQEL4ErA-e25N${i}`;
}
function link(i: number): string {
  return `http://127.0.0.1:45509/t/aQELoI_D6O7jGTRrMP/link/${i}MFNHJb7raHR0cHM6Ly9leG`;
}

async function throughOutrider(): Promise<Rate[]> {
  const product = await startProduct({
    host: "node",
    env: { TICK_SECONDS: "0.2", API_LIMIT_PER_MINUTE: "100000", LOG_LEVEL: "warn" },
  });
  try {
    return await rounds((round) => campaignOf(product, `bulk${round}`));
  } finally {
    await product.stop();
  }
}

/** A workspace, its mailboxes and leads, and the campaign that is measured from its start. */
async function campaignOf(product: Product, owner: string): Promise<Rate> {
  const rows = Array.from(
    { length: MESSAGES },
    (_, i) => `lead${i}@acme${i % 900}.test,Ann${i},Acme ${i}`,
  );
  await startBulkCampaign(createApi(product.url), {
    owner,
    mailboxes: MAILBOXES,
    smtpPort: port,
    csv: ["email,first_name,company", ...rows].join("\n"),
    step: {
      subject: "Hello {{ first_name }}",
      body_html: `<p>Hi {{ first_name }} of {{ company }}, <a href="https://example.com/offer">${WORDS}</p>`,
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
}

/** A few rounds, of which all but the first find their road warm. */
async function rounds(measure: (round: number) => Promise<Rate>): Promise<Rate[]> {
  const rates: Rate[] = [];
  for (let round = 0; round < ROUNDS; round++) rates.push(await measure(round));
  return rates;
}

function rate({ accepted, bytes, first, last }: Count): Rate {
  return { perSecond: (accepted - 1) / ((last - first) / 1_000), bytes: bytes / accepted };
}
