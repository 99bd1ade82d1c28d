import { parseArgs } from "node:util";
import { z } from "zod";
import { createApi } from "#test/demo/api.ts";
import { randomFrom } from "#test/demo/random.ts";
import { type Entry, startDohServer, type Trouble } from "#test/support/doh-server.ts";
import { copyOf, mutant, removeTree, TWICE } from "./copy.ts";
import { endEarly } from "./early.ts";
import { conclude } from "./ledger.ts";
import { patienceMs, sleep, startWorld, whileMoving } from "./world.ts";

/*
 * `npm run faults -- dns [--leads N] [--kills N] [--seed N]`: a list is validated while resolvers time
 * out, fail, refuse, answer too late, too long, cut, with garbage or about somebody else, each domain
 * in its own way, and the app is killed amid it. Every verdict is what the zone says, what nobody
 * could answer is risky and says so, and the validation ends.
 */
const { values } = parseArgs({
  options: {
    leads: { type: "string", default: "10000" },
    kills: { type: "string", default: "8" },
    seed: { type: "string", default: String(Date.now() % 100_000) },
    mutant: { type: "string" },
  },
  allowPositionals: true,
});
const LEADS = Number(values.leads);
const DOMAINS = Math.ceil(LEADS / 5);
const random = randomFrom(Number(values.seed));

type Status = "valid" | "risky" | "invalid";
/** A way of going wrong: what either resolver does about a domain, and the verdicts that are right. */
type Kind = {
  readonly name: string;
  readonly one?: Trouble;
  readonly two?: Trouble;
  /** What the domain has; a mail server when left out. */
  readonly entry?: Omit<Entry, keyof Trouble>;
  readonly right: readonly Status[];
  /** Whether the verdict has to say that DNS gave no answer. */
  readonly unknown?: boolean;
};
const both = (trouble: Trouble): Pick<Kind, "one" | "two" | "right" | "unknown"> => ({
  one: trouble,
  two: trouble,
  right: ["risky"],
  unknown: true,
});
const first = (trouble: Trouble): Pick<Kind, "one" | "right"> => ({
  one: trouble,
  right: ["valid"],
});
const LONG = Buffer.alloc(64 * 1024 + 10, 7);
const KINDS: readonly Kind[] = [
  { name: "sound", right: ["valid"] },
  { name: "sound, many of them", right: ["valid"] },
  { name: "addresses alone", entry: { a: ["93.184.216.34"] }, right: ["risky"] },
  { name: "takes no mail", entry: { mx: [[0, "."]] }, right: ["invalid"] },
  { name: "an address of nobody", entry: { a: ["127.0.0.1"], aaaa: ["::1"] }, right: ["invalid"] },
  { name: "does not exist", ...both({ rcode: "NXDOMAIN" }), right: ["invalid"], unknown: false },
  { name: "fails", ...both({ rcode: "SERVFAIL" }) },
  { name: "refuses", ...both({ rcode: "REFUSED" }) },
  { name: "never answers", ...both({ hang: true }) },
  // So late that an app which stands still for a moment cannot take it for one in time.
  { name: "too late", ...both({ delayMs: 9_000 }) },
  // A busy machine may make it too late.
  { name: "late", ...both({ delayMs: 4_700 }), right: ["valid", "risky"], unknown: false },
  { name: "429", ...both({ http: 429 }) },
  { name: "500", ...both({ http: 500 }) },
  { name: "64 KB", ...both({ bytes: LONG }) },
  { name: "garbage", ...both({ bytes: Buffer.from("<html>captive portal</html>") }) },
  { name: "about another", ...both({ as: "somebody-else.test" }) },
  { name: "no addresses told", ...both({ of: "A", rcode: "SERVFAIL" }), entry: {} },
  { name: "no addresses in time", ...both({ of: "A", hang: true }), entry: {} },
  { name: "the first fails", ...first({ rcode: "SERVFAIL" }) },
  { name: "the first is silent", ...first({ hang: true }) },
  { name: "the first is long", ...first({ bytes: LONG }) },
  { name: "the first is wrong", ...first({ as: "somebody-else.test" }) },
];
const kindOf = (domain: number): Kind => KINDS[domain % KINDS.length] as Kind; // there are kinds
const nameOf = (domain: number): string => `company-${domain}.com`;
const zoneOf = (side: "one" | "two") =>
  Object.fromEntries(
    Array.from({ length: DOMAINS }, (_, i) => {
      const kind = kindOf(i);
      const entry = kind.entry ?? { mx: [[10, `mx.${nameOf(i)}`]] as const };
      return [nameOf(i), { ...entry, ...kind[side] }];
    }),
  );

const servers = [await startDohServer(zoneOf("one")), await startDohServer(zoneOf("two"))];
const root = await copyOf([
  ...mutant(values.mutant),
  TWICE,
  {
    file: "src/modules/leads/validation-jobs/job-store.ts",
    from: "LEASE_MS = MINUTE_MS",
    to: "LEASE_MS = 8_000",
  },
]);
/** The verdicts of these leads that are wrong, by their words, and the domains that nobody waited for. */
async function verdicts(which: string) {
  const wrong = new Map<string, number>();
  const slow = new Set<number>();
  const rows = await world.rows(
    `SELECT email, validation_status AS status, validation->>'reason' AS reason FROM leads WHERE ${which}`,
  );
  for (const row of rows) {
    const domain = Number(/@company-(\d+)\./.exec(String(row["email"]))?.[1]);
    const { name, right, unknown } = kindOf(domain);
    const isRight = right.includes(row["status"] as Status);
    const tells = unknown !== true || row["reason"] === "dns_unknown";
    if (isRight && tells) continue;
    if (row["reason"] === "dns_unknown") {
      slow.add(domain);
      continue;
    }
    const words = `${name}: called ${String(row["status"])} (${String(row["reason"])})`;
    wrong.set(words, (wrong.get(words) ?? 0) + 1);
  }
  return { leads: rows.length, wrong, slow };
}
const world = await startWorld({
  host: "node",
  root,
  appEnv: () => ({ DOH_URLS: servers.map(({ url }) => url).join(","), AVATAR_URL: "" }),
});
endEarly("dns", values, async () => {
  const { wrong } = await verdicts("validation_status IS NOT NULL");
  const [words] = wrong.keys();
  return words;
});
try {
  await world.up();
  const api = createApi(world.url);
  const Made = z.object({ id: z.int() });
  const { workspace } = await api.call("POST", "/auth/register", z.object({ workspace: Made }), {
    name: "Dns",
    email: "dns@ours.test",
    password: "correct horse battery",
  });
  const emails = Array.from(
    { length: LEADS },
    (_, i) => `anna.berger${i}@${nameOf(Math.floor(random() ** 2 * DOMAINS))}`,
  );
  const form = new FormData();
  form.append("file", new Blob([["email", ...emails].join("\n")]), "leads.csv");
  const at = `/workspaces/${workspace.id}/leads`;
  const { list_id } = await api.call("POST", `${at}/upload`, z.object({ list_id: z.int() }), form);
  const began = performance.now();
  await api.call("POST", `${at}/validate`, z.unknown(), { list_id });
  const judged = async (): Promise<unknown> =>
    (await world.rows("SELECT count(*) AS n FROM leads WHERE validation_status IS NOT NULL"))[0]?.[
      "n"
    ];
  const isDone = async (): Promise<boolean> =>
    (await world.rows("SELECT 1 FROM jobs WHERE kind = 'validation' AND state = 'completed'"))
      .length === 1;
  let killsAmid = 0;
  const kills = (async () => {
    for (let i = 0; i < Number(values.kills); i++) {
      await sleep(800 + random() * 2_500);
      if (!(await isDone())) killsAmid++;
      world.app.kill();
    }
  })();
  const over = await whileMoving(isDone, judged, patienceMs(values.mutant));
  const seconds = Math.round((performance.now() - began) / 1_000);
  await kills;
  await world.up();
  await world.halt();

  const { leads, wrong, slow } = await verdicts("TRUE");
  console.log(
    `seed ${values.seed}: ${LEADS} leads over ${DOMAINS} domains in ${seconds} s, ${servers.reduce((sum, { asked }) => sum + asked.length, 0)} questions, ${world.app.starts() - 1} kills, ${slow.size} domains not waited for`,
  );
  conclude(
    "dns",
    [
      ...[...wrong].map(([words, n]) => [`${n} x ${words}`, false] as const),
      ["the validation did not end", over],
      // A machine that stands still for seconds makes sound answers too late as well.
      [`${slow.size} domains were not waited for`, slow.size <= DOMAINS / 50, "enough"],
      [
        `only ${killsAmid} of ${values.kills} kills came amid the validation`,
        killsAmid === Number(values.kills),
        "enough",
      ],
      [`${leads} leads instead of ${LEADS}`, leads === LEADS],
    ],
    values,
  );
} finally {
  await world.close();
  await Promise.all(servers.map((server) => server.close()));
  await removeTree(root);
}
