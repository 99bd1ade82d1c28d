import { startProduct } from "#test/support/product.ts";
const t = Date.now();
const say = (x: string) => console.log(((Date.now() - t) / 1000).toFixed(1), x);
setTimeout(() => {
  console.log("TIMEOUT");
  process.exit(1);
}, 60000).unref();
const p = await startProduct({ host: "worker", env: { TICK_SECONDS: "0.25", LOG_LEVEL: "info" } });
say("up " + p.url);
console.log(await (await fetch(p.url + "/health")).text());
await new Promise((r) => setTimeout(r, 3000));
console.log(p.lines.slice(-10).join("\n"));
await p.stop();
say("stopped");
process.exit(0);
