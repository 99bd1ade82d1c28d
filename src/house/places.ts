/** The modules in their one order: each may use those before it, and none of those behind it. */
export const MODULE_ORDER = [
  "accounts",
  "events",
  "leads",
  "links",
  "connections",
  "mailboxes",
  "delivery",
  "warmup",
  "reputation",
  "health",
  "campaigns",
  "inbox",
  "placement",
  "tracking",
  "moving",
  "assist",
  "samples",
  "receipts",
  "operations",
] as const;

/** What a kind of file is made of, and so what it may lean on. */
export type Place = {
  readonly name: string;
  /** The files of it, relative to `src`; the first place that fits is a file's. */
  readonly files: RegExp;
  /** Places that it may import from. */
  readonly uses: readonly string[];
  /** Places and packages of which it may import types alone. */
  readonly types?: readonly string[];
  readonly packages: readonly ("drizzle" | "hono" | "zod" | "node")[];
};

const PURE = ["rules", "access", "words"];
const SURFACES = [...PURE, "contract", "wire"];
const PLATFORM = [...SURFACES, "db", "schema", "ctx", "http", "adapters", "services"];
const VERBS = [...PLATFORM, "sql", "hooks", "engine", "kind", "verb", "present", "store"];

/**
 * Who may import whom: the one table behind the fences. Types count like values. A folder that no
 * line names is a violation by itself.
 */
export const PLACES: readonly Place[] = [
  {
    name: "house",
    files: /^(?:house\/|check[\w-]*\.ts$|bounded-patterns\.ts$)/,
    uses: ["house"],
    packages: ["node"],
  },
  // The one shape of what is read at a rival: a type, and what checks it.
  { name: "rules", files: /^modules\/moving\/rules\/found\.ts$/, uses: PURE, packages: ["zod"] },
  { name: "rules", files: /^(?:platform|modules\/\w+)\/rules\//, uses: PURE, packages: [] },
  { name: "access", files: /^platform\/access\//, uses: PURE, packages: [] },
  { name: "words", files: /^platform\/words\//, uses: PURE, packages: [] },
  { name: "wire", files: /^platform\/wire\//, uses: SURFACES, packages: ["zod"] },
  {
    name: "contract",
    files: /^(?:platform|modules\/\w+)\/contract\//,
    uses: SURFACES,
    packages: ["zod"],
  },
  {
    name: "schema",
    files: /^(?:platform\/\w+|modules\/\w+)\/schema(?:\.ts$|\/)/,
    uses: [...PURE, "db", "schema"],
    packages: ["drizzle"],
  },
  {
    name: "db",
    files: /^platform\/db\//,
    uses: [...PURE, "db", "schema"],
    packages: ["drizzle", "node"],
  },
  { name: "ctx", files: /^platform\/ctx\//, uses: [...SURFACES, "db", "ctx"], packages: ["zod"] },
  {
    name: "http",
    files: /^platform\/http\//,
    uses: [...SURFACES, "ctx", "http"],
    packages: ["hono", "zod"],
  },
  {
    name: "adapters",
    files: /^platform\/adapters\//,
    uses: [...SURFACES, "ctx", "adapters"],
    packages: [],
  },
  {
    name: "services",
    files: /^platform\/(?:idempotency|limits|mail|oauth)\//,
    uses: [...PLATFORM, "services"],
    packages: ["drizzle", "zod"],
  },
  {
    name: "kit",
    files: /^platform\/module\.ts$/,
    uses: [...SURFACES, "ctx", "http"],
    packages: [],
  },
  {
    name: "hooks",
    files: /^modules\/\w+\/hooks\.ts$/,
    uses: [...SURFACES, "db", "schema", "ctx", "sql", "engine"],
    packages: ["drizzle"],
  },
  {
    // What moves mail: statements and verbs at once.
    name: "engine",
    files: /^modules\/delivery\/engine\//,
    uses: VERBS,
    packages: ["drizzle", "zod"],
  },
  {
    // A kind of mail, and the table of its mails: conditions in SQL beside the verbs that they go with.
    name: "kind",
    files: /^modules\/\w+\/[\w-]+\/(?:kind|ledger)\.ts$/,
    uses: VERBS,
    packages: ["drizzle"],
  },
  {
    name: "module",
    files: /^modules\/\w+\/module\.ts$/,
    uses: [...VERBS, "routes", "kit"],
    packages: [],
  },
  {
    // Pieces of SQL that stores build on, those of later modules as well; they run nothing.
    name: "sql",
    files: /^modules\/\w+\/[\w-]+\/[\w-]+-sql\.ts$/,
    uses: [...PURE, "contract", "schema", "sql"],
    packages: ["drizzle"],
  },
  {
    name: "store",
    files: /^modules\/\w+\/[\w-]+\/(?:[\w-]+-)?store\.ts$/,
    uses: VERBS.filter((place) => place !== "http"),
    packages: ["drizzle", "zod"],
  },
  { name: "present", files: /^modules\/\w+\/[\w-]+\/present\.ts$/, uses: VERBS, packages: ["zod"] },
  {
    name: "routes",
    files: /^modules\/\w+\/[\w-]+\/(?:[\w-]+-)?routes\.ts$/,
    uses: [...VERBS.filter((place) => !["db", "schema"].includes(place)), "routes"],
    packages: ["hono", "zod"],
  },
  { name: "verb", files: /^modules\/\w+\/[\w-]+\//, uses: VERBS, packages: ["zod"] },
  { name: "smtp", files: /^smtp\//, uses: [...SURFACES, "smtp"], packages: ["zod", "node"] },
  {
    name: "app",
    files: /^app\//,
    uses: [...VERBS.filter((place) => place !== "store"), "routes", "module", "kit", "smtp", "app"],
    packages: ["hono", "zod"],
  },
  // A program of its own: it knows the API alone.
  { name: "cli", files: /^cli\//, uses: ["cli"], packages: ["node"] },
  // What checks receipts: another reading of the published format, which it shares with nobody.
  { name: "verifier", files: /^verifier\//, uses: ["verifier"], packages: ["node"] },
  {
    name: "companion",
    files: /^companion\//,
    uses: [...SURFACES, "smtp", "companion"],
    packages: ["zod", "node"],
  },
  {
    name: "dashboard",
    files: /^dashboard\//,
    // Not the words of the server: the dashboard has its own, by room.
    uses: ["rules", "access", "dashboard"],
    types: ["contract", "zod"],
    packages: [],
  },
];

/** Hosts, generated tables and receivers of the documents: they lie in no place, and may import nearly everything. */
export const FREE =
  /^(?:server|worker|data|docs|dashboard\/(?:ahead\.ts|tailwind\.ts|vite\.config\.ts|words\/build))(?:\/|$)/;
