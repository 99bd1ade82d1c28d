import { startBrowserServer } from "#test/support/browser.ts";
import { startProduct } from "./product.ts";
import { setUp, SHARED } from "./world.ts";

/** Before the first file of the project: the one product and the one Chromium that all of them share. */
export default async function setup(): Promise<() => Promise<void>> {
  const product = await startProduct();
  try {
    await setUp(product.url);
    const browser = await startBrowserServer();
    process.env[SHARED.product] = product.url;
    process.env[SHARED.browser] = browser.wsEndpoint();
    return async () => {
      await browser.close();
      await product.stop();
    };
  } catch (cause) {
    await product.stop();
    throw cause;
  }
}
