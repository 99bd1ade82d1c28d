import { freePort } from "#test/support/free-port.ts";
import { startNodeHost, temporaryDirectory } from "#test/support/node-host.ts";
import { type Product, startProduct } from "#test/support/product.ts";
import { megabytesOf } from "#test/support/resident-memory.ts";

/** The product at one address, over starts and kills. */
export type MortalProduct = {
  readonly url: string;
  /** Ends the app by kill -9 and starts it again over the same state; answers the seconds until it serves. Null: this host can't be killed here. */
  readonly killAndRestart: (() => Promise<number>) | null;
  /** What its processes hold, in megabytes; null: not measured on this host. */
  megabytes(): number | null;
  readonly lines: () => readonly string[];
  stop(): Promise<void>;
};

/** Starts the product. On Node it can be killed; on workerd it runs inside the demo's own process. */
export async function startMortal(
  host: "node" | "worker",
  env: Readonly<Record<string, string>>,
): Promise<MortalProduct> {
  if (host === "worker") return immortal(await startProduct({ host, env }));
  const own = temporaryDirectory();
  const options = { dataDir: own.path, env: { ...env, PORT: String(await freePort()) } };
  let product = await startNodeHost(options);
  const earlier: string[] = [];
  return {
    url: product.url,
    async killAndRestart() {
      await product.kill();
      earlier.push(...product.lines);
      const from = performance.now();
      product = await startNodeHost(options);
      return (performance.now() - from) / 1_000;
    },
    megabytes: () => Math.round(megabytesOf(product.pid)),
    lines: () => [...earlier, ...product.lines],
    async stop() {
      await product.stop();
      own.remove();
    },
  };
}

const immortal = (product: Product): MortalProduct => ({
  url: product.url,
  killAndRestart: null,
  megabytes: () => null,
  lines: () => product.lines,
  stop: () => product.stop(),
});
