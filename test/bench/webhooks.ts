import { z } from "zod";
import { createApi } from "#test/demo/api.ts";
import { startNodeHost } from "#test/support/node-host.ts";
import { type Behaviour, startReceivers } from "#test/support/receivers.ts";
import { report } from "./report.ts";

/*
 * `npm run bench:webhooks [receivers] [events]`: a workspace has 200 webhooks, half of them to
 * receivers that refuse, break off, never answer, or answer one byte a second. Each event goes to
 * all; told is how long it takes from the call that caused it to a good receiver.
 */
const RECEIVERS = Number(process.argv[2] ?? 200);
const EVENTS = Number(process.argv[3] ?? 20);
const BAD: readonly Behaviour[] = ["error", "reset", "silent", "drip"];

const receivers = await startReceivers();
const product = await startNodeHost({
  env: { LOG_LEVEL: "error", API_LIMIT_PER_MINUTE: "1000000" },
});
try {
  const api = createApi(product.url);
  const Made = z.object({ id: z.number() });
  const { workspace } = await api.call("POST", "/auth/register", z.object({ workspace: Made }), {
    name: "Ann",
    email: "ann@example.com",
    password: "correct horse battery",
  });
  const W = `/workspaces/${workspace.id}`;
  for (let i = 0; i < RECEIVERS; i++) {
    const behaviour = i % 2 === 0 ? "good" : (BAD[(i >> 1) % BAD.length] ?? "error");
    await api.call("POST", `${W}/webhooks`, Made, {
      url: receivers.url(behaviour, i),
      secret: "a-secret-of-the-receivers",
      events: ["campaign.started"],
    });
  }
  /** When each event was caused, in order. */
  const caused: number[] = [];
  for (let i = 0; i < EVENTS; i++) {
    const campaign = await api.call("POST", `${W}/campaigns`, Made, { name: `Campaign ${i}` });
    caused.push(Date.now());
    await api.call("POST", `${W}/campaigns/${campaign.id}/start`, z.unknown());
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  const good = Math.ceil(RECEIVERS / 2);
  const arrived = () => receivers.received.filter(({ path }) => path.startsWith("/good/"));
  const end = Date.now() + 60_000;
  while (arrived().length < good * EVENTS && Date.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const waits = [...Map.groupBy(arrived(), ({ path }) => path).values()].flatMap((own) =>
    // A receiver hears of each event once, and of an earlier one first unless it is slow.
    own
      .map(({ at }) => at)
      .toSorted((a, b) => a - b)
      .map((at, i) => at - (caused[i] ?? at)),
  );
  waits.sort((a, b) => a - b);
  const share = (of: number): number => waits[Math.floor((waits.length - 1) * of)] ?? 0;
  report([
    {
      what: `deliveries to ${good} good receivers of ${RECEIVERS}`,
      unit: `of ${good * EVENTS}`,
      rounds: [waits.length],
      aim: { least: good * EVENTS },
    },
    { what: "wait of a good receiver, median", unit: "ms", rounds: [share(0.5)] },
    {
      what: "wait of a good receiver, p95",
      unit: "ms",
      rounds: [share(0.95)],
      aim: { most: 5_000 },
    },
    { what: "wait of a good receiver, longest", unit: "ms", rounds: [share(1)] },
  ]);
  if (waits.length < good * EVENTS || share(0.95) >= 5_000) process.exitCode = 1;
} finally {
  await product.stop();
  await receivers.close();
}
