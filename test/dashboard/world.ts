import { z } from "zod";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { type LookName, LOOKS, startBrowser } from "#test/support/browser.ts";
import { type MailWorld, type Sender, startSandbox } from "#test/support/mail/sandbox.ts";
import type { AcceptedMail } from "#test/support/mail/smtp-server.ts";
import { startDohServer, type Zone } from "#test/support/doh-server.ts";
import { type NodeHost, startNodeHost } from "#test/support/node-host.ts";
import { type Api, createApi } from "#test/demo/api.ts";

export const SENDERS: readonly Sender[] = [
  { email: "mara@try-halden.test", name: "Mara Lind", password: "mara's app password" },
  { email: "jonas@try-halden.test", name: "Jonas Berg", password: "jonas' app password" },
];

/** Who sets an install up in the journeys. */
export const OPERATOR = {
  name: "Ines Marr",
  email: "ines@northgate.test",
  password: "quiet harbour lantern seven",
};

/** What DNS says of the leads' domains; the others do not exist. */
const ZONE: Zone = {
  "osterkampfoods.test": { mx: [[10, "mx.osterkampfoods.test"]] },
  "fjellvikcoldst.test": { mx: [[10, "mx.fjellvikcoldst.test"]] },
  "mlynbakeries.test": { mx: [[10, "mx.mlynbakeries.test"]] },
  "maisonperrault.test": { mx: [[10, "mx.maisonperrault.test"]] },
  "boragida.test": { rcode: "SERVFAIL" },
  "noordkadevis.test": { a: ["193.0.14.129"] },
  "confederationo.test": { mx: [[0, "."]] },
};

/** A page and what went wrong behind it: errors of scripts, and what its policy refused. */
export type Visitor = {
  readonly page: Page;
  readonly faults: string[];
  readonly close: () => Promise<void>;
};

export type DashboardWorld = {
  readonly product: NodeHost;
  readonly mail: MailWorld;
  readonly browser: Browser;
  /** Mails that recipients' servers accepted so far. */
  readonly accepted: readonly AcceptedMail[];
  /**
   * A browser of its own. Give `signedIn` for somebody with a session, and `minutes` for what takes
   * a person so many although the test does it in one.
   */
  visit(options?: {
    look?: LookName;
    signedIn?: Person;
    minutes?: number;
    /** Where the browser stands; this machine's zone when left out. */
    zone?: string;
  }): Promise<Visitor>;
  /** Somebody's API client, signed in. */
  api(person: Person): Promise<Api>;
  stop(): Promise<void>;
};
export type Person = { readonly email: string; readonly password: string };

const inVitest = process.env["VITEST"] === "true";
/** One Chromium for all test files of a process, each with contexts of its own; it ends with the process. */
let shared: Promise<Browser> | undefined;

/** The product on one machine beside a mail sandbox, and Chromium. `env` changes settings. */
export async function openDashboard(
  env: Readonly<Record<string, string>> = {},
): Promise<DashboardWorld> {
  const ends: (() => Promise<unknown>)[] = [];
  const stop = async (): Promise<void> => {
    for (const end of ends.splice(0).toReversed()) await end();
  };
  const accepted: AcceptedMail[] = [];
  try {
    const mail = await startSandbox({
      senders: SENDERS,
      refuses: (recipient) => recipient.startsWith("refused@"),
      onAccepted: (one) => void accepted.push(one),
      onRefused: () => undefined,
    });
    ends.push(() => mail.stop());
    const resolver = await startDohServer(ZONE);
    ends.push(() => resolver.close());
    const product = await startNodeHost({
      // Sign-ins come from one address here; the limit of requests is the delivered one.
      env: {
        TICK_SECONDS: "0.25",
        LOG_LEVEL: "warn",
        LOGIN_LIMIT_PER_MINUTE: "1000",
        DOH_URLS: resolver.url,
        AVATAR_URL: "",
        ...env,
      },
    });
    ends.push(() => product.stop());
    const browser = await (shared ??= startBrowser());
    if (!inVitest) ends.push(() => browser.close());
    return {
      product,
      mail,
      browser,
      accepted,
      stop,
      visit: async ({ look = "desktop", signedIn, minutes = 1, zone } = {}) => {
        const context = await browser.newContext({
          ...LOOKS[look],
          baseURL: product.url,
          ...(zone && { timezoneId: zone }),
          // Nothing is half way when it is looked at.
          reducedMotion: "reduce",
        });
        if (signedIn) await signInto(context, signedIn);
        // Tests that open every room within seconds are no journeys.
        const isJourney = Number(env["API_LIMIT_PER_MINUTE"] ?? 60) < 1_000;
        return watched(context, isJourney ? API_LIMIT * minutes : null);
      },
      api: async ({ email, password }) => {
        const api = createApi(product.url);
        await api.call("POST", "/auth/login", anything, { username: email, password });
        return api;
      },
    };
  } catch (cause) {
    await stop();
    throw cause;
  }
}

/** Takes an answer as it is; for calls whose answer nobody looks at. */
export const anything = z.unknown();

async function signInto(context: BrowserContext, { email, password }: Person): Promise<void> {
  const answer = await context.request.post("/api/v1/auth/login", {
    data: { username: email, password },
  });
  if (!answer.ok()) throw new Error(`sign-in answers ${answer.status()}: ${await answer.text()}`);
}

/** What a person's journey may ask of the API in a minute, whatever limit the test runs under. */
const API_LIMIT = 60;

async function watched(context: BrowserContext, limit: number | null): Promise<Visitor> {
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (message) => {
    // The browser notes every answer of 400 and above there; what the page makes of them is tested by itself.
    const isAnswer = message.text().startsWith("Failed to load resource");
    if (message.type() === "error" && !isAnswer) faults.push(message.text());
  });
  const asked: number[] = [];
  const paths = new Map<string, number>();
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith("/api/")) return;
    asked.push(performance.now());
    const what = `${request.method()} ${pathname}`;
    paths.set(what, (paths.get(what) ?? 0) + 1);
  });
  return {
    page,
    faults,
    async close() {
      await context.close();
      const busiest = Math.max(
        0,
        ...asked.map((at) => asked.filter((one) => one >= at && one < at + 60_000).length),
      );
      if (limit !== null && busiest > limit) {
        throw new Error(
          `this journey made ${busiest} requests in a minute; ${limit} are allowed. Of all: ${[
            ...paths,
          ]
            .toSorted(([, a], [, b]) => b - a)
            .map(([what, n]) => `${n} ${what}`)
            .join(", ")}`,
        );
      }
    },
  };
}
