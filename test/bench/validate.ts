import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Zone } from "#test/support/doh-server.ts";
import { makeList, type Truth } from "./validate-list.ts";
import { validateByOutrider } from "./validate-ours.ts";
import type { ResolverAnswer, ResolverCall } from "./validate-resolver.ts";
import { askAt, RIVALS, type Verdict } from "./validate-rivals.ts";
import { type Measurement, report } from "./report.ts";

/*
 * `npm run bench:validate`: a list of 20,000 leads over about 6,000 domains through the product
 * (upload, job, DNS over HTTPS, score, rows) and through npm validators, against one resolver on
 * loopback with 30 ms of latency, clean and with faults, with as many connections each. The lower
 * bound of a tool is what its own questions cost at that latency over these connections. Prints a
 * table of all of them, and what the product is against the bound and the best of the others.
 *
 *   --small          2,000 leads
 *   --only ours      without the others; or beginnings of names, such as ours,node-email
 *   --connections 6,50
 *   --zones clean,faults
 *   --rounds 3       the median counts
 */
const { values } = parseArgs({
  options: {
    small: { type: "boolean", default: false },
    only: { type: "string" },
    connections: { type: "string", default: "6,50" },
    zones: { type: "string", default: "clean,faults" },
    rounds: { type: "string", default: "1" },
  },
});
const LEADS = values.small ? 2_000 : 20_000;
const CONNECTIONS = values.connections.split(",").map(Number);
const ROUNDS = Number(values.rounds);
const OURS = "Outrider";

type Resolver = { readonly url: string; readonly udpPort: number };
type Count = { readonly questions: number; readonly waitedMs: number };
type Measured = {
  readonly tool: string;
  readonly faults: boolean;
  readonly atOnce: number;
  readonly leadsPerSecond: number;
  readonly seconds: number;
  readonly questions: number;
  readonly boundSeconds: number;
  readonly wrong: Wrong;
};
/** The rounds of a tool in one zone with so many connections. */
type Rounds = readonly [Measured, ...Measured[]];
type Wrong = ReturnType<typeof judge>;

const child: ChildProcess = fork(join(import.meta.dirname, "validate-resolver.ts"));
const call = <T extends ResolverAnswer>(message: ResolverCall): Promise<T> =>
  new Promise((resolve) => {
    child.once("message", (answer) => resolve(answer as T));
    child.send(message);
  });

try {
  const all: Rounds[] = [];
  for (const zone of values.zones.split(",")) {
    const faults = zone === "faults";
    const list = makeList(LEADS, faults);
    console.log(
      `\n${LEADS} leads over ${domainsOf(list.emails)} domains, ${faults ? "with faults" : "clean zone"}`,
    );
    for (const atOnce of CONNECTIONS) {
      for (const tool of toolsOf()) {
        const once = () => measure(tool, list.zone, list, atOnce, faults);
        const rounds: [Measured, ...Measured[]] = [await once()];
        while (rounds.length < ROUNDS) rounds.push(await once());
        all.push(rounds);
        console.log(line(middleOf(rounds)));
      }
    }
  }
  console.table(all.map((rounds) => row(middleOf(rounds))));
  report(all.filter(([{ tool }]) => tool === OURS).flatMap((ours) => heldAgainst(ours, all)));
  if (CONNECTIONS.includes(6) && values.zones.includes("clean")) await measureConsumers();
} finally {
  child.disconnect();
}

type Runner = {
  readonly name: string;
  run(
    emails: readonly string[],
    resolver: Resolver,
    atOnce: number,
  ): Promise<{ seconds: number; verdicts: readonly Verdict[] }>;
};

function toolsOf(): Runner[] {
  const others = RIVALS.map((rival): Runner => ({
    name: rival.name,
    async run(emails, { udpPort }, atOnce) {
      askAt(udpPort);
      const began = performance.now();
      const verdicts = await rival.run(emails, atOnce);
      return { seconds: (performance.now() - began) / 1_000, verdicts };
    },
  }));
  const ours: Runner = {
    name: OURS,
    run: (emails, resolver, atOnce) => validateByOutrider(emails, resolver, atOnce),
  };
  const { only } = values;
  return [ours, ...others].filter(
    ({ name }) =>
      only === undefined ||
      only.split(",").some((one) => name.startsWith(one) || (one === "ours" && name === OURS)),
  );
}

async function measure(
  tool: Runner,
  zone: Zone,
  list: { emails: readonly string[]; truths: readonly Truth[] },
  atOnce: number,
  faults: boolean,
): Promise<Measured> {
  const resolver = await call<Resolver>({ zone });
  const { seconds, verdicts } = await tool.run(list.emails, resolver, atOnce);
  const { questions, waitedMs } = await call<Count>("count");
  return {
    tool: tool.name,
    faults,
    atOnce,
    leadsPerSecond: LEADS / seconds,
    seconds,
    questions,
    boundSeconds: waitedMs / 1_000 / atOnce,
    wrong: judge(list.truths, verdicts),
  };
}

/**
 * Verdicts that the zone proves wrong. A disposable address may be called anything, and so may a
 * good one be called risky: those are matters of policy.
 */
function judge(truths: readonly Truth[], verdicts: readonly Verdict[]) {
  const wrong = { goodLost: 0, unknownLost: 0, deadKept: 0, syntaxKept: 0 };
  truths.forEach((truth, i) => {
    const verdict = verdicts[i];
    const isLost = verdict === "invalid";
    if (truth === "mx" || truth === "address_only" || truth === "late") wrong.goodLost += +isLost;
    if (truth === "temporary") wrong.unknownLost += +isLost;
    if (truth === "null_mx" || truth === "dead") wrong.deadKept += +(verdict === "valid");
    if (truth === "wrong_syntax") wrong.syntaxKept += +(verdict === "valid");
  });
  return wrong;
}

function middleOf(rounds: Rounds): Measured {
  return rounds.toSorted((a, b) => a.seconds - b.seconds)[rounds.length >> 1] ?? rounds[0];
}

function sum(wrong: Wrong): number {
  return Object.values(wrong).reduce((total, n) => total + n, 0);
}

function row(m: Measured) {
  return {
    tool: m.tool,
    zone: m.faults ? "faults" : "clean",
    "in flight": m.atOnce,
    "leads/s": Math.round(m.leadsPerSecond),
    questions: m.questions,
    "per 1,000": Math.round((m.questions / LEADS) * 1_000),
    "x bound": Number((m.seconds / m.boundSeconds).toFixed(2)),
    "good called invalid": m.wrong.goodLost,
    "unknown called invalid": m.wrong.unknownLost,
    "dead called valid": m.wrong.deadKept,
    "wrong syntax called valid": m.wrong.syntaxKept,
  };
}

function line(m: Measured): string {
  return `  ${m.tool.padEnd(28)} ${String(m.atOnce).padStart(3)} in flight: ${Math.round(m.leadsPerSecond)} leads/s, ${m.questions} questions, ${(m.seconds / m.boundSeconds).toFixed(2)} of the bound, ${sum(m.wrong)} wrong`;
}

/** The product against its lower bound, and against each of the others that called nothing wrong. */
function heldAgainst(ours: Rounds, all: readonly Rounds[]): Measurement[] {
  const [{ faults, atOnce }] = ours;
  const what = `${faults ? "faults" : "clean"}, ${atOnce} in flight`;
  const right = all.filter(
    ([m]) => m.tool !== OURS && m.faults === faults && m.atOnce === atOnce && sum(m.wrong) === 0,
  );
  const leads = ours.map((m) => m.leadsPerSecond);
  return [
    {
      what: `${what}: ${LEADS} leads`,
      unit: "s",
      rounds: ours.map((m) => m.seconds),
      rival: { name: "lower bound", rounds: ours.map((m) => m.boundSeconds) },
      aim: { most: 1.1 },
    },
    {
      what: `${what}: wrong verdicts`,
      unit: "leads",
      rounds: ours.map((m) => sum(m.wrong)),
      aim: { most: 0 },
    },
    { what: `${what}: questions`, unit: "questions", rounds: ours.map((m) => m.questions) },
    { what, unit: "leads/s", rounds: leads },
    ...right.map((rounds): Measurement => ({
      what,
      unit: "leads/s",
      rounds: leads,
      rival: { name: rounds[0].tool, rounds: rounds.map((m) => m.leadsPerSecond) },
      aim: { least: 2 },
    })),
  ];
}

/** Several consumers, as the hosted queue starts them: each brings its own connections. */
async function measureConsumers(): Promise<void> {
  if (values.only !== undefined && values.only !== "ours") return;
  const { emails, zone } = makeList(LEADS, false);
  const measured: Measurement[] = [];
  for (const consumers of [1, 2, 4]) {
    const resolver = await call<Resolver>({ zone });
    const { seconds } = await validateByOutrider(emails, resolver, 6, consumers);
    const { questions } = await call<Count>("count");
    const what = `${consumers} consumers, ${6 * consumers} in flight`;
    measured.push(
      { what, unit: "leads/s", rounds: [LEADS / seconds] },
      { what: `${what}: questions`, unit: "questions", rounds: [questions] },
    );
  }
  console.log(
    "\nThe same leads as several jobs, each with a consumer and six connections of its own:",
  );
  report(measured);
}

function domainsOf(emails: readonly string[]): number {
  return new Set(emails.map((email) => email.slice(email.lastIndexOf("@") + 1))).size;
}
