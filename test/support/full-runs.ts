import {
  CI_JOURNEYS,
  LONG_COMPANION,
  LONG_JOURNEYS,
  LONG_ON_HOST,
  LONG_ON_WORKER,
} from "./long-files.ts";
import type { Part } from "./needs.ts";

/** One run of `npm run test:full`: a program of its own. */
export type FullRun = {
  /** By which it is run alone. */
  readonly name: string;
  readonly program: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly needs?: readonly Part[];
  /** Who runs it: everybody, `--ci` alone (the short form of another), or the whole alone. */
  readonly of: "both" | "ci" | "whole";
  /** Measures time or fills the machine: nothing else runs beside it. */
  readonly alone: boolean;
};

type More = Partial<Omit<FullRun, "name" | "program">>;
const run = (name: string, program: readonly string[], more: More = {}): FullRun => ({
  name,
  program,
  of: "both",
  alone: false,
  ...more,
});
const WHOLE = { of: "whole" } as const;
const SHORT = { of: "ci" } as const;
const ALONE = { alone: true } as const;

const VITEST = ["node_modules/vitest/vitest.mjs", "run", "--config"];
/** A file of test/full. */
const full = (name: string, more?: More): FullRun =>
  run(name, [...VITEST, "test/vitest.full.config.ts", `test/full/${name}.test.ts`], more);
/** Feature tests, by file, or all. */
const feature = (name: string, project: string, files: readonly string[], more?: More): FullRun =>
  run(
    name,
    [
      ...VITEST,
      "test/vitest.config.ts",
      "--project",
      project,
      ...files.map((file) => `test/feature/${file}.test.ts`),
    ],
    more,
  );
/** Journeys in Chromium. */
const journeys = (name: string, files: readonly string[], more?: More): FullRun =>
  run(name, [...VITEST, "test/vitest.config.ts", "--project", "dashboard", ...files], {
    env: { TEST_DASHBOARD: "whole" },
    ...more,
  });
const demo = (name: string, args: string, more?: More): FullRun =>
  run(name, ["test/demo/main.ts", "--leads", "500", ...args.split(" ")], more);
/** A proof in its whole form: `npm run prove -- NAME`. */
const proof = (name: string, more?: More): FullRun =>
  run(`prove-${name}`, ["test/prove/main.ts", name], { ...WHOLE, ...more });
/** A fault plan: `npm run faults -- PLAN [options]`. */
const plan = (name: string, args: string, more?: More): FullRun =>
  run(name, ["test/faults/main.ts", ...args.split(" ")], more);
/** What a plan must catch, or it proves nothing: a promise taken out. */
const mutant = (name: string, args: string, more?: More): FullRun =>
  plan(`mutant-${name}`, `${args} --mutant ${name}`, more);

const PRODUCT: readonly FullRun[] = [
  full("deploy", WHOLE),
  // How much a page asks depends on how quickly it is loaded again.
  full("requests", { ...WHOLE, ...ALONE }),
  journeys("layout", ["test/dashboard/layout.test.ts"], WHOLE),
  journeys("dashboard", LONG_JOURNEYS, WHOLE),
  journeys("dashboard-short", CI_JOURNEYS, SHORT),
  // By mouse and by keyboard, counted.
  run("tasks", ["test/dashboard/tasks/main.ts"], WHOLE),
  run("host", [...VITEST, "test/vitest.config.ts", "--project", "server", ...LONG_ON_HOST], {
    env: { TEST_HOST: "whole" },
    ...WHOLE,
  }),
  run("worker", [...VITEST, "test/vitest.config.ts", "--project", "worker", ...LONG_ON_WORKER], {
    env: { TEST_WORKER: "whole" },
    ...WHOLE,
  }),
  run("crash", [...VITEST, "test/vitest.config.ts", "--project", "companion", ...LONG_COMPANION], {
    env: { TEST_COMPANION: "whole" },
    ...WHOLE,
  }),
  // It counts how long the service takes to answer.
  full("hostile-inputs", ALONE),
  full("update", WHOLE),
  full("update-install"),
  full("update-people"),
  full("update-back", WHOLE),
  full("update-versions", {
    env: { UPDATE_VERSIONS: "whole" },
    needs: ["history"],
    ...WHOLE,
  }),
  run(
    "update-versions-short",
    [...VITEST, "test/vitest.full.config.ts", "test/full/update-versions.test.ts"],
    { needs: ["history"], ...SHORT },
  ),
  full("restore-elsewhere"),
  full("moved-elsewhere"),
  full("database-url"),
  full("toolchain"),
  full("worker-mailer"),
  full("large-upload", WHOLE),
  full("real-mail", { needs: ["dovecot", "postfix"] }),
  full("replaced-ids", { needs: ["dovecot", "openssl"] }),
  full("moving-killed"),
  full("moving-past", { needs: ["dovecot", "openssl"], ...WHOLE }),
  full("token-store", WHOLE),
  full("tokens-hidden"),
  // It compares times.
  full("sign-in", { ...WHOLE, ...ALONE }),
  full("demo", SHORT),
  full("warmup-month", {
    env: { WARMUP_DAYS: "30" },
    needs: ["dovecot", "openssl"],
    ...WHOLE,
  }),
  full("update-sending", WHOLE),
  full("forecast", WHOLE),
  run("forecast-short", [...VITEST, "test/vitest.full.config.ts", "test/full/forecast.test.ts"], {
    env: { FORECAST_WORLDS: "4" },
    ...SHORT,
  }),
  full("update-probation", WHOLE),
  full("full-disk", WHOLE),
  full("send-again", WHOLE),
  // It measures how soon the archive answers, and packs it with packages of the registry.
  full("release-archive", { needs: ["history"], ...WHOLE, ...ALONE }),
  full("libsql-server", WHOLE),
  // It fetches Bun and Deno from the registry.
  full("client-hosts", WHOLE),
  // It fetches n8n's engine and Zapier's platform from the registry.
  full("neighbours", WHOLE),
  full("script-in-fields", WHOLE),
  full("guides", WHOLE),
  full("images", WHOLE),
  proof("filters", { needs: ["spamassassin", "rspamd"] }),
  proof("moving"),
  proof("year"),
  proof("exchange"),
  proof("placement", { needs: ["dovecot", "sieve", "openssl"] }),
  proof("bisect", { needs: ["dovecot", "sieve", "openssl"] }),
  proof("blocklists"),
  proof("pacing"),
  proof("winners"),
  proof("scale"),
  // They measure time.
  proof("reports", ALONE),
  proof("replies", ALONE),
  proof("receipts", ALONE),
  demo("demo-node", "--host node", WHOLE),
  demo("demo-worker", "--host worker", WHOLE),
  demo("demo-worker-apart", "--host worker --databases per_workspace", WHOLE),
  demo("demo-mailboxes-node", "--mailboxes oauth --host node", WHOLE),
  demo("demo-mailboxes-worker", "--mailboxes oauth --host worker", WHOLE),
  demo("demo-agency", "--agency --clients 5", WHOLE),
  demo("demo-agency-apart", "--agency --clients 5 --databases per_workspace", WHOLE),
  demo("demo-agency-worker", "--agency --clients 5 --host worker", WHOLE),
  demo("demo-cockpit-node", "--cockpit --host node", WHOLE),
  demo("demo-cockpit-worker", "--cockpit --host worker", WHOLE),
  demo("demo-move", "--move lemlist --host node", WHOLE),
  demo("demo-move-worker", "--move smartlead --host worker", WHOLE),
  demo("demo-dovecot", "--host node --mail dovecot", { needs: ["dovecot", "postfix"], ...WHOLE }),
  feature("d1", "feature-d1", [], { env: { TEST_D1: "whole" }, ...WHOLE }),
  feature("d1-leases", "feature-d1", ["sending", "one-email", "transfers"], {
    env: { TEST_D1: "long" },
    ...SHORT,
  }),
  // Every workspace in a database of its own.
  feature("objects", "feature-object", [], { env: { TEST_DATABASE: "object" }, ...WHOLE }),
  feature("objects-short", "feature-object", ["shards", "tracking", "leads-add"], {
    env: { TEST_DATABASE: "object" },
    ...SHORT,
  }),
  feature("apart", "feature", [], { env: { TEST_DATABASE: "apart" }, ...WHOLE }),
  feature("apart-short", "feature", ["sending", "tracking", "inbound"], {
    env: { TEST_DATABASE: "apart" },
    ...SHORT,
  }),
  feature("libsql", "feature", ["sending", "leads-upload", "tracking", "threads"], {
    env: { TEST_DATABASE: "server" },
    ...WHOLE,
  }),
  feature(
    "attacks",
    "feature",
    ["attacks-factors", "attacks-requests", "attacks-routes", "attacks-sso", "attacks-tokens"],
    WHOLE,
  ),
  // Every key with every scope at every route.
  feature("key-scopes", "feature", ["matrix"], { env: { TEST_MATRIX: "whole" }, ...WHOLE }),
  feature("fuzz", "feature", ["fuzz"], { env: { FUZZ_RUNS: "4000" }, ...WHOLE }),
  feature("fuzz-short", "feature", ["fuzz"], { env: { FUZZ_RUNS: "1000" }, ...SHORT }),
];

/** What ends processes, disks and neighbours of a host, and what must hold all the same. */
const PLANS: readonly FullRun[] = [
  plan("sends", "sends --sends 2000 --kills 12", WHOLE),
  plan("sends-short", "sends --sends 300 --kills 3", SHORT),
  plan("sends-worker", "sends --host worker --sends 600 --kills 6", WHOLE),
  // Unclear mails that people send again.
  plan("sends-again", "sends --again --sends 600 --kills 6", WHOLE),
  plan("sends-earlier", "sends --earlier --sends 600 --kills 6", WHOLE),
  plan("sends-apart", "sends --databases per_workspace --sends 600 --kills 6", WHOLE),
  // A hosted app whose companion's disk is lost at each of its deaths.
  plan("sends-wipe", "sends --host worker --wipe --sends 400 --kills 6", WHOLE),
  plan("points", "points --crashes 2", WHOLE),
  // Of each kind one: a grant that is kept, what became of a mail that nobody knows, and one that is known.
  plan(
    "points-short",
    "points --crashes 1 --point after_claim,before_settle,after_intent,after_dot,after_outcome",
    SHORT,
  ),
  plan("points-wipe", "points --wipe --crashes 1", WHOLE),
  plan("clock", "clock --zones 2", WHOLE),
  plan("clock-short", "clock --zones 1", SHORT),
  plan("restore", "restore", WHOLE),
  plan("restore-short", "restore --sends 200", SHORT),
  plan("restore-wipe", "restore --host worker --wipe --sends 300", WHOLE),
  plan("restore-gap", "restore --sends 150 --gap 1", WHOLE),
  plan("races", "races --sends 600 --pauses 12", WHOLE),
  plan("races-short", "races --sends 300 --pauses 4", SHORT),
  // The version before, over the data of this one, and this one over its.
  plan("back", "back --sends 300", { needs: ["history"], ...WHOLE }),
  plan("back-short", "back --sends 200", { needs: ["history"], ...SHORT }),
  plan("stall", "stall --sends 600 --stalls 2", ALONE),
  plan("imap", "imap --mails 600 --kills 6", WHOLE),
  plan("imap-short", "imap --mails 160 --kills 3", SHORT),
  plan("disk", "disk --sends 400 --rounds 3", { ...WHOLE, ...ALONE }),
  plan("disk-short", "disk --sends 400 --rounds 2", { ...SHORT, ...ALONE }),
  plan("dns", "dns --leads 1500 --kills 3", WHOLE),
  plan("dns-short", "dns --leads 800 --kills 2", SHORT),
  plan("queue", "queue --leads 300", WHOLE),
  plan("queue-short", "queue --leads 200", SHORT),
  plan("database", "database --leads 200", WHOLE),
  plan("database-short", "database --leads 120", SHORT),
  plan("cron", "cron --leads 300", WHOLE),
  plan("cron-short", "cron --leads 200", SHORT),
  plan("storms", "storms --sends 600", WHOLE),
  plan("storms-short", "storms --sends 120", SHORT),
  plan("storms-worker", "storms --host worker --sends 300", WHOLE),
  plan("tracking", "tracking --hits 4000 --kills 3", ALONE),
  plan("webhooks", "webhooks --each 1 --events 8 --kills 2"),
  plan("drafts", "drafts --sends 600 --deaths 3", WHOLE),
  plan("drafts-short", "drafts --sends 100 --deaths 1 --pauses 1", SHORT),
  plan("files", "files --replies 60 --deaths 2 --kills 4", WHOLE),
  plan("files-short", "files --replies 12 --deaths 1 --kills 2", SHORT),
  plan("move", "move --moves 200", { ...WHOLE, ...ALONE }),
  plan("move-short", "move --moves 6 --sends 200", { ...SHORT, ...ALONE }),
  plan("warmup", "warmup --days 4", WHOLE),
  plan("warmup-short", "warmup --days 3", SHORT),
  plan("processes", "processes --database server --sends 600 --kills 8", WHOLE),
  plan("processes-file", "processes --database file --sends 600 --kills 8", WHOLE),
  plan("processes-short", "processes --sends 60 --kills 2", SHORT),
  plan("soak", "soak --minutes 2", { ...WHOLE, ...ALONE }),
  plan("soak-short", "soak --minutes 1", { ...SHORT, ...ALONE }),
];

const MUTANTS: readonly FullRun[] = [
  mutant("naive", "sends --sends 200 --kills 2"),
  plan("mutant-naive-warmup", "warmup --days 2 --mutant naive", WHOLE),
  mutant("pushy", "sends --again --sends 200 --kills 2"),
  mutant("requeue", "points --point after_intent"),
  mutant("timeless", "clock --zones 1"),
  mutant("forgetful", "restore"),
  mutant("deaf", "restore --sends 300"),
  mutant("local", "restore --sends 150 --gap 1"),
  mutant("homebound", "restore --host worker --wipe --sends 150"),
  mutant("ungated", "races"),
  mutant("gateless", "races"),
  mutant("leaky", "races"),
  mutant("unfenced", "stall --sends 600 --stalls 2", ALONE),
  mutant("poisoned", "storms --sends 300"),
  mutant("ungranted", "drafts --sends 200 --deaths 0 --pauses 3"),
  mutant("redrafted", "drafts --sends 200 --deaths 0 --pauses 0"),
  mutant("unnoted", "files --replies 6 --deaths 1 --point after_put --kills 0"),
  mutant("torn", "files --replies 6 --deaths 0 --kills 0"),
  mutant("headlong", "move --moves 6 --sends 100"),
  mutant("eager", "imap --mails 150 --kills 3"),
  mutant("polite", "disk --sends 400 --rounds 2", ALONE),
  mutant("credulous", "dns --leads 600 --kills 1"),
  mutant("visited", "queue --leads 100"),
  mutant("hurried", "cron --leads 40"),
  mutant("apart", "database --leads 120"),
  mutant("noteless", "database --leads 40"),
  mutant("followed", "webhooks --each 1 --events 2 --kills 1"),
  mutant("parallel", "webhooks --each 1 --events 14 --kills 2"),
  mutant("uncounted", "processes --sends 60 --kills 0"),
  mutant("turnless", "processes --sends 60 --kills 0"),
  mutant("hasty", "tracking --hits 4000 --kills 3", ALONE),
];

/** In the order in which they run. */
export const RUNS: readonly FullRun[] = [...PRODUCT, ...PLANS, ...MUTANTS];
