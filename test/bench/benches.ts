/** A program that measures. */
export type Bench = {
  readonly name: string;
  /** Where it is, unless `test/bench/NAME.ts`. */
  readonly program?: string;
  /** How it is run alone, unless `npm run bench:NAME`. */
  readonly command?: string;
  readonly args: readonly string[];
  readonly quick: readonly string[];
};

/** Every benchmark, with its arguments here and in short. One more is a line here and a script. */
export const BENCHES: readonly Bench[] = [
  { name: "api", args: [], quick: ["2000", "1", "1"] },
  { name: "send", args: [], quick: ["1000", "20"] },
  { name: "imap", args: [], quick: ["500", "10"] },
  { name: "mailboxes", args: [], quick: ["20", "0", "50"] },
  { name: "track", args: [], quick: ["1", "1"] },
  { name: "webhooks", args: [], quick: ["20", "4"] },
  { name: "import", args: [], quick: ["--rows", "5000", "--rounds", "1"] },
  { name: "workbook", args: [], quick: ["--rows", "5000", "--rounds", "1"] },
  { name: "leads", args: [], quick: ["10000"] },
  { name: "inbox", args: [], quick: ["5000", "1"] },
  { name: "validate", args: ["--only", "ours"], quick: ["--small", "--only", "ours"] },
  { name: "validate-pure", args: [], quick: [] },
  { name: "tick", args: [], quick: ["20000"] },
  {
    name: "memory",
    args: [],
    quick: ["--leads", "2000", "--sends", "200", "--hits", "1000", "--minutes", "0.1"],
  },
  { name: "scale", args: [], quick: ["--leads", "10000", "--workspaces", "200"] },
  {
    name: "migrate",
    args: ["--leads", "1000000", "--sends", "5000000"],
    quick: ["--leads", "2000", "--sends", "10000"],
  },
  { name: "directory", args: [], quick: ["--workspaces", "1000", "--rounds", "2"] },
  { name: "bundle", args: [], quick: ["1"] },
  { name: "dashboard", program: "test/dashboard/speed.ts", args: [], quick: [] },
  {
    name: "budget",
    program: "test/dashboard/budget.ts",
    command: "npm run budget",
    args: [],
    quick: [],
  },
];

/** How a benchmark is run alone, with the same sizes. */
export function commandOf({ name, command = `npm run bench:${name}`, args }: Bench): string {
  return args.length === 0 ? command : `${command} -- ${args.join(" ")}`;
}
