import type { HostOptions } from "./node-host.ts";
import type { Product } from "./product.ts";


/** The Worker in workerd. */
export async function startWorkerHost(_options: HostOptions): Promise<Product> {
  throw new Error("the Worker cannot be started");
}
