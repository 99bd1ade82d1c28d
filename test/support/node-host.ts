import type { Product, ProductOptions } from "./product.ts";

export type HostOptions = Omit<ProductOptions, "host">;

/** The one-machine host as its own process. */
export async function startNodeHost(_options: HostOptions): Promise<Product> {
  throw new Error("the Node host cannot be started");
}
