import { type Entry, startDohServer } from "#test/support/doh-server.ts";
import { startNodeHost } from "#test/support/node-host.ts";

/** What DNS says of the leads' domains; the others do not exist. A test with an install of its own may add names. */
export const ZONE: Record<string, Entry> = {
  "osterkampfoods.test": { mx: [[10, "mx.osterkampfoods.test"]] },
  "fjellvikcoldst.test": { mx: [[10, "mx.fjellvikcoldst.test"]] },
  "mlynbakeries.test": { mx: [[10, "mx.mlynbakeries.test"]] },
  "maisonperrault.test": { mx: [[10, "mx.maisonperrault.test"]] },
  "boragida.test": { rcode: "SERVFAIL" },
  "noordkadevis.test": { a: ["193.0.14.129"] },
  "confederationo.test": { mx: [[0, "."]] },
  "halden-post.test": {
    mx: [
      [10, "mx1.halden-post.test"],
      [20, "mx2.halden-post.test"],
    ],
    txt: ["v=spf1 ip4:192.0.2.7 ~all"],
  },
  "mail._domainkey.halden-post.test": { txt: [`v=DKIM1; k=rsa; p=${"Ab1+".repeat(98)}`] },
  "_dmarc.halden-post.test": { txt: ["v=DMARC1; p=reject"] },
  "osterkamp-foods.test": {
    mx: [[10, "mx.osterkamp-foods.test"]],
    txt: ["v=spf1 include:_spf.gone.test -all", "v=spf1 a mx ~all"],
  },
  "go.osterkamp-foods.test": { cname: "prox.itrackly.com" },
  "reach.halden.localhost": { a: ["127.0.0.1"] },
  "reach.zeta.localhost": { a: ["127.0.0.1"] },
  "prox.itrackly.com": { a: ["192.0.2.9"] },
};

/** The product on one machine beside its resolver. `env` changes settings. */
export async function startProduct(
  env: Readonly<Record<string, string>> = {},
): Promise<{ readonly url: string; readonly dataDir: string; stop(): Promise<void> }> {
  const resolver = await startDohServer(ZONE);
  try {
    const product = await startNodeHost({
      // Sign-ins come from one address here, and tests are faster than people: each visit is held to
      // the delivered limit of requests by itself.
      env: {
        TICK_SECONDS: "0.25",
        LOG_LEVEL: "warn",
        LOGIN_LIMIT_PER_MINUTE: "1000",
        API_LIMIT_PER_MINUTE: "10000",
        // All ten attempts within a second; the spacing of a failing receiver is the delivered one.
        WEBHOOK_RETRY_SECONDS: "0,0,0,0,0,0,0,0,0,0",
        DOH_URLS: resolver.url,
        AVATAR_URL: "",
        ...env,
      },
    });
    return {
      url: product.url,
      dataDir: product.dataDir,
      async stop() {
        await product.stop();
        await resolver.close();
      },
    };
  } catch (cause) {
    await resolver.close();
    throw cause;
  }
}
