import { type BrowserContext, chromium } from "playwright-core";
import { z } from "zod";
import { type Api, createApi } from "#test/demo/api.ts";
import { type LookName, LOOKS, startBrowser } from "#test/support/browser.ts";
import { type MailWorld, type Sender, startSandbox } from "#test/support/mail/sandbox.ts";
import type { AcceptedMail } from "#test/support/mail/smtp-server.ts";
import { startProduct } from "./product.ts";
import { newVisitor, type Visitor } from "./visitor.ts";

const SENDERS: readonly Sender[] = [
  { email: "mara@try-halden.test", name: "Mara Lind", password: "mara's app password" },
  { email: "jonas@try-halden.test", name: "Jonas Berg", password: "jonas' app password" },
];

export type Person = { readonly email: string; readonly password: string };

/** Who sets an install up: its super admin. */
export const OPERATOR = {
  name: "Ines Marr",
  email: "ines@northgate.test",
  password: "quiet harbour lantern seven",
};

/** Where the files of a run find what they share: the address of the product, and that of Chromium. */
export const SHARED = { product: "TEST_DASHBOARD_URL", browser: "TEST_DASHBOARD_BROWSER" } as const;

export type DashboardWorld = {
  /** Address of the product. */
  readonly url: string;
  /** Whose mailboxes can be connected; their passwords are of this world alone. */
  readonly senders: readonly Sender[];
  /** The senders' provider, of this world alone. */
  readonly mail: MailWorld;
  /** Mails that recipients' servers accepted from this world's senders so far. */
  readonly accepted: readonly AcceptedMail[];
  /**
   * A browser of its own. Give `signedIn` for somebody with a session, and `minutes` for what takes
   * a person so many although the test does it in one; Infinity where it is no journey of a person.
   */
  visit(options?: {
    look?: LookName;
    signedIn?: Person;
    minutes?: number;
    /** Where the browser stands; this machine's zone when left out. */
    zone?: string;
    /** What the browser prefers, as "de-AT"; English when left out. */
    language?: string;
  }): Promise<Visitor>;
  /** Somebody's API client, signed in. */
  api(person: Person): Promise<Api>;
  stop(): Promise<void>;
};

/** A world with a workspace, and somebody who works there. */
export type Workspace = DashboardWorld & {
  readonly wid: number;
  readonly slug: string;
  readonly operator: Person & { readonly id: number; readonly name: string };
};

/** Takes an answer as it is; for calls whose answer nobody looks at. */
export const anything = z.unknown();

const Registered = z.object({
  user: z.object({ id: z.int() }),
  workspace: z.object({ id: z.int(), slug: z.string() }),
});

/** A workspace of its own, with an employee of its own, in the product that all files of the run share. */
export async function openWorkspace(): Promise<Workspace> {
  const url = process.env[SHARED.product];
  if (url === undefined) throw new Error("nothing is shared here: open an install");
  const operator = { ...OPERATOR, email: `ines.${crypto.randomUUID()}@northgate.test` };
  const made = await createApi(url).call("POST", "/auth/register", Registered, operator);
  return inside(await openWorld(url, []), operator, made);
}

/** Where an install of its own keeps its data. */
type Own = { readonly dataDir: string };

/** An empty install of its own: for what concerns all workspaces at once. `env` changes settings. */
export async function openInstall(
  env: Readonly<Record<string, string>> = {},
): Promise<DashboardWorld & Own> {
  const product = await startProduct(env);
  const world = await openWorld(product.url, [() => product.stop()]);
  return { ...world, dataDir: product.dataDir };
}

/** An install of its own that the operator has set up, with an empty workspace. `env` changes settings. */
export async function openOwnWorkspace(
  env: Readonly<Record<string, string>> = {},
): Promise<Workspace & Own> {
  const world = await openInstall(env);
  try {
    return { ...inside(world, OPERATOR, await setUp(world.url)), dataDir: world.dataDir };
  } catch (cause) {
    await world.stop();
    throw cause;
  }
}

/** Sets an empty install up. */
export async function setUp(url: string): Promise<z.output<typeof Registered>> {
  const api = createApi(url);
  await api.call("POST", "/setup/branding", anything, { name: "Northgate Outbound" });
  return api.call("POST", "/setup/complete", Registered, {
    admin: OPERATOR,
    workspace: { name: "Halden Supply", slug: "halden" },
  });
}

const inside = (
  world: DashboardWorld,
  operator: typeof OPERATOR,
  { user, workspace }: z.output<typeof Registered>,
): Workspace => ({
  ...world,
  wid: workspace.id,
  slug: workspace.slug,
  operator: { ...operator, id: user.id },
});

/** The product at this address with a mail sandbox and contexts of Chromium; `ends` run last. */
async function openWorld(url: string, ends: (() => Promise<unknown>)[]): Promise<DashboardWorld> {
  const stop = async (): Promise<void> => {
    for (const end of ends.splice(0).toReversed()) await end();
  };
  // The product goes on when a world has stopped: it must find no way into the next one on the same port.
  const senders = SENDERS.map((sender) => ({
    ...sender,
    password: `${sender.password} ${crypto.randomUUID()}`,
  }));
  const accepted: AcceptedMail[] = [];
  try {
    const mail = await startSandbox({
      senders,
      refuses: (recipient) => recipient.startsWith("refused@"),
      onAccepted: (one) => void accepted.push(one),
      onRefused: () => undefined,
    });
    ends.push(() => mail.stop());
    const shared = process.env[SHARED.browser];
    const browser = await (shared === undefined ? startBrowser() : chromium.connect(shared));
    ends.push(() => browser.close());
    return {
      url,
      senders,
      mail,
      accepted,
      stop,
      visit: async ({ look = "desktop", signedIn, minutes = 1, zone, language } = {}) => {
        const context = await browser.newContext({
          ...LOOKS[look],
          baseURL: url,
          ...(zone && { timezoneId: zone }),
          ...(language && { locale: language }),
          // Nothing is half way when it is looked at.
          reducedMotion: "reduce",
        });
        if (signedIn) await signInto(context, signedIn);
        return newVisitor(context, minutes);
      },
      api: async ({ email, password }) => {
        const api = createApi(url);
        await api.call("POST", "/auth/login", anything, { username: email, password });
        return api;
      },
    };
  } catch (cause) {
    await stop();
    throw cause;
  }
}

async function signInto(context: BrowserContext, { email, password }: Person): Promise<void> {
  const answer = await context.request.post("/api/v1/auth/login", {
    data: { username: email, password },
  });
  if (!answer.ok()) throw new Error(`sign-in answers ${answer.status()}: ${await answer.text()}`);
}
