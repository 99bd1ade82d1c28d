import { startNodeHost } from "./node-host.ts";
import { startWorkerHost } from "./worker-host.ts";

/** The running product, whichever host carries it. */
export type Product = {
  /** Its address, without a slash at the end. */
  readonly url: string;
  /** Headers that make a request come from this client address. */
  from(address: string): Record<string, string>;
  /** Lines that its processes logged so far. */
  readonly lines: readonly string[];
  /** Ends everything in order. */
  stop(): Promise<void>;
};

export type ProductOptions = {
  readonly host: "node" | "worker";
  /** Settings by name (src/docs/settings.md), beside those that a loopback install needs. */
  readonly env?: Readonly<Record<string, string>>;
  /** Where state is kept; a fresh directory, removed by `stop`, when left out. */
  readonly dataDir?: string;
};

/**
 * Starts the real product on a free loopback port and answers once it and its companion are
 * healthy: `npm start`'s own program, or the Worker in workerd with D1, queues and cron.
 */
export function startProduct(options: ProductOptions): Promise<Product> {
  return options.host === "node" ? startNodeHost(options) : startWorkerHost(options);
}
