import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freshSecrets } from "#server/secrets.ts";
import { freePorts } from "#test/support/free-port.ts";
import { startHranaServer } from "#test/support/hrana-server.ts";
import { type Balancer, startBalancer } from "./balancer.ts";
import { type Keeper, keep } from "./keeper.ts";
import { type Row, rowsIn, until } from "./world.ts";
import { removeTree } from "./copy.ts";

/** One app process behind the load balancer, and where it is reached past it. */
export type AppProcess = Keeper & { readonly url: string };

/** Several app processes over one database, and one companion. */
export type SeveralWorld = {
  /** Of the load balancer. */
  readonly url: string;
  readonly apps: readonly AppProcess[];
  rows(query: string): Promise<Row[]>;
  /** Once every process answers. */
  up(): Promise<void>;
  halt(): Promise<void>;
  close(): Promise<void>;
};

/** How long a process may take to start on a machine that is busy. */
const START_MS = 150_000;

/** Starts so many processes of the copy in `root`, all at once over an empty database. */
export async function startSeveral(options: {
  readonly root: string;
  readonly count: number;
  readonly database: "server" | "file";
  readonly env: Readonly<Record<string, string>>;
}): Promise<SeveralWorld> {
  const { root, count, database } = options;
  const directory = await mkdtemp(join(tmpdir(), "outrider-several-"));
  const file = join(directory, "shared.db");
  const server = database === "server" ? await startHranaServer(file) : null;
  const [companionPort = 0, ...ports] = await freePorts(count + 1);
  const balancer: Balancer = await startBalancer(ports);
  const secrets = freshSecrets();
  const apps = ports.map((port, i) => ({
    url: `http://127.0.0.1:${port}`,
    ...keep("src/server/main.ts", root, {
      ...secrets,
      PROCESSES: "several",
      DATABASE_URL: server?.url ?? `file:${file}`,
      ...(server && { DATABASE_AUTH_TOKEN: server.token }),
      COMPANION_URL: `http://127.0.0.1:${companionPort}`,
      BASE_URL: balancer.url,
      PORT: String(port),
      DATA_DIR: join(directory, `app-${i}`),
      TRUSTED_PROXIES: "127.0.0.1",
      ALLOW_PRIVATE_NETWORKS: "true",
      REGISTRATION: "open",
      LOG_LEVEL: "error",
      ...options.env,
    }),
  }));
  const companion = keep("src/companion/main.ts", root, {
    COMPANION_SECRET: secrets.COMPANION_SECRET,
    COMPANION_PORT: String(companionPort),
    APP_URL: balancer.url,
    DATA_DIR: join(directory, "companion"),
    TICK_SECONDS: "off",
    LOG_LEVEL: "error",
  });
  const halt = async (): Promise<void> => {
    await Promise.all([...apps, companion].map((one) => one.stop()));
  };
  return {
    url: balancer.url,
    apps,
    rows: (query) => rowsIn(file, query),
    async up() {
      for (const { url } of apps) {
        if (!(await isUp(url))) throw new Error(`${url} does not answer`);
      }
    },
    halt,
    async close() {
      await halt();
      balancer.close();
      await server?.close();
      await removeTree(directory);
    },
  };
}

/** Whether a process comes to answer. */
export const isUp = (url: string): Promise<boolean> =>
  until(async () => (await fetch(`${url}/health`)).ok, START_MS, 100);
