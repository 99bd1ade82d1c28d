import type { Page } from "playwright-core";
import { request } from "undici";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import type { Api } from "#test/demo/api.ts";
import {
  type AcceptedMail,
  type SmtpServer,
  startSmtpServer,
} from "#test/support/mail/smtp-server.ts";
import { type ProviderSite, startProviderSite } from "#test/support/oauth/provider-site.ts";
import { LOGO } from "#test/support/white-label.ts";
import { seriousFindings } from "./accessible.ts";
import { answer, mailTo } from "./answers.ts";
import { authenticatorOf } from "./authenticator.ts";
import { fill, type Places } from "./furnish.ts";
import { addressOf, ROOMS, TABS } from "./rooms.ts";
import { anything, openOwnWorkspace, OPERATOR, type Workspace } from "./world.ts";

/*
 * A client of an agency meets one name: that of their white label. Everything that is drawn, said in an
 * attribute, answered by the API or mailed is searched for the others: the product's, the agency's and
 * that of another client.
 *
 * Left out, because nobody reads them on the screen: the files below /assets, which are the same for all
 * and contain sentences of rooms that a client never sees, such as the setup; the names of entries in the
 * browser's storage; and lines that mail servers on the way add.
 */
const FORBIDDEN = /outrider|northgate|contoso/i;

/** `npm run test:full -- layout` looks at the tabs as well. */
const WHOLE = process.env["TEST_DASHBOARD"] === "whole";

const ZOE = { name: "Zoe Zeta", email: "zoe@zeta.test", password: "amber field seventeen" };
const STRANGER = { name: "Kim", email: "kim@contoso.test", password: "amber field eighteen" };
const ANN = "ann@lab-mail.test";

const Client = z.object({ id: z.int() });
const Host = z.object({ status: z.string(), url: z.string() });

const mails: AcceptedMail[] = [];
let smtp: SmtpServer;
let site: ProviderSite;
let world: Workspace;
let api: Api;
let places: Places;
let url: string;

beforeAll(async () => {
  smtp = await startSmtpServer({
    refuses: () => false,
    onAccepted: (mail) => void mails.push(mail),
    onRefused: () => undefined,
  });
  site = await startProviderSite(ANN);
  const { provider } = site;
  world = await openOwnWorkspace({
    SYSTEM_MAIL_URL: `smtp://127.0.0.1:${smtp.port}?from=hello@northgate.test`,
    OAUTH_CUSTOM_NAME: "Lab Mail",
    OAUTH_CUSTOM_ISSUER: provider.issuer,
    OAUTH_CUSTOM_CLIENT_ID: provider.client.id,
    OAUTH_CUSTOM_CLIENT_SECRET: provider.client.secret,
    OAUTH_CUSTOM_SMTP: `127.0.0.1:${smtp.port}:none`,
  });
  provider.client.redirects.push(`${world.url}/api/v1/oauth/callback/custom`);
  api = await world.api(OPERATOR);
  const client = (body: object) => api.call("POST", "/admin/clients", Client, body);
  await client({ ...STRANGER, workspace: { name: "Contoso", slug: "contoso" } });
  const { id: wid } = await client({
    name: "First",
    email: "first@zeta.test",
    password: ZOE.password,
    workspace: { name: "Zeta Foods", slug: "zeta-foods" },
    access: { preset: "manager" },
  });
  places = await fill({ ...world, wid, slug: "zeta-foods" });
  await answer(world, await mailTo(world, "t.wieland@osterkampfoods.test"), "Tell me more.");
}, 120_000);
afterAll(async () => {
  await world?.stop();
  await Promise.all([smtp?.close(), site?.close()]);
});

/** What a page shows: its title, every text and every attribute but those that only name files and styles. */
const shownBy = async (page: Page): Promise<string> => String(await page.evaluate(SHOWN));

const SHOWN = `(() => {
  const lines = [document.title];
  const isCode = (element) => /^(SCRIPT|STYLE)$/.test(element?.tagName ?? "");
  const walker = document.createTreeWalker(document.documentElement, 5);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.nodeType === 3) {
      if (!isCode(node.parentElement)) lines.push(node.textContent);
    } else if (!isCode(node) && !(node.tagName === "LINK" && node.rel !== "icon")) {
      for (const { name, value } of node.attributes) if (name !== "class") lines.push(name + "=" + value);
    }
  }
  return lines.join("\\n");
})()`;

/** Lines with a forbidden name, and where they were found. */
const named = (text: string, where: string): string[] =>
  text
    .split("\n")
    .filter((line) => FORBIDDEN.test(line))
    .map((line) => `${where}: ${line.trim().slice(0, 200)}`);

/** Searches what the server answers to a page, but the files that all share. */
function listen(page: Page): { found(): Promise<string[]> } {
  const answers: Promise<string[]>[] = [];
  page.on("response", (response) => {
    const { pathname, origin } = new URL(response.url());
    if (origin !== url || pathname.startsWith("/assets/") || pathname.endsWith(".js")) return;
    answers.push(
      (async () => {
        const headers = JSON.stringify(response.headers());
        const body = await response.text().catch(() => "");
        return named(`${headers}\n${body}`, `answer of ${pathname}`);
      })(),
    );
  });
  return { found: async () => (await Promise.all(answers)).flat() };
}

/** The mail to this address with these words; waits for it. */
async function mailWith(address: string, words: string): Promise<AcceptedMail> {
  let found: AcceptedMail | undefined;
  await expect
    .poll(
      () =>
        (found = mails.findLast(
          ({ to, email }) => to.includes(address) && email.subject?.includes(words),
        )) !== undefined,
      { timeout: 30_000 },
    )
    .toBe(true);
  if (!found) throw new Error(`no mail: ${words}`);
  return found;
}

const linkIn = (mail: AcceptedMail): string =>
  /^http\S+#token=\S+$/m.exec(mail.email.text ?? "")?.[0] ?? "";

/** What a server behind the operator's proxy answers, whatever name leads to it. */
async function rawRequest(path: string, headers: Record<string, string>) {
  const answer = await request(`${world.url}${path}`, { headers });
  const text = await answer.body.text();
  return { status: answer.statusCode, text, head: JSON.stringify(answer.headers) };
}

const signIn = async (page: Page, { email, password }: { email: string; password: string }) => {
  await page.goto(`${url}/sign-in`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
};

describe("a white label", () => {
  it("is typed, seen before it is saved, and gets a host that DNS and https prove", async () => {
    const { page, faults, close } = await world.visit({ signedIn: OPERATOR, minutes: 4 });
    await page.goto("/admin?tab=clients");
    await page.getByRole("link", { name: "White label of Zeta Foods" }).click();
    const preview = page.locator(".brand-preview");
    await page.getByLabel("Product name").fill("Zeta Reach");
    await preview.getByText("Your invitation to Zeta Reach").waitFor();
    await page.getByLabel("Accent colour", { exact: true }).fill("#7a1f5c");
    await page.getByLabel("Logo").setInputFiles({
      name: "logo.png",
      mimeType: "image/png",
      buffer: Buffer.from(LOGO.slice(LOGO.indexOf(",") + 1), "base64"),
    });
    await preview.locator("img").waitFor();
    await page.getByLabel("Sender address").fill("not an address");
    await page.getByRole("button", { name: "Use white label" }).click();
    await page.getByText("Enter a valid email address").waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByLabel("Sender address").fill("reach@zeta.test");
    await page.getByRole("button", { name: "Use white label" }).click();
    await page.getByText("White label saved.").waitFor();
    await page.getByRole("button", { name: "Send me a test email" }).click();
    const sample = await mailWith(OPERATOR.email, "Test email of Zeta Reach");
    expect(sample.email.from).toMatchObject({ name: "Zeta Reach", address: "reach@zeta.test" });

    const host = page.getByRole("textbox", { name: "Host" });
    await host.fill("go.unknown.test");
    await page.getByRole("button", { name: "Set host" }).click();
    await page.getByRole("button", { name: "Verify now" }).click();
    await page.getByText("The name does not exist yet.").waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await host.fill("Reach.Zeta.localhost");
    await page.getByRole("button", { name: "Set host" }).click();
    await page.getByRole("button", { name: "Verify now" }).click();
    await page.getByText("Hand this address to your client:").waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    const shown = await api.call("GET", `/admin/clients/${places.wid}/host`, Host);
    expect(shown.status).toBe("verified");
    ({ url } = shown);
    expect(new URL(url).hostname).toBe("reach.zeta.localhost");
    // The agency sees its own name as before.
    expect(await page.title()).toContain("Zeta Foods");
    await page.getByText("Northgate Outbound").first().waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it("is all that a client meets: invitation, every room, menus, mails, report and what is not there", async () => {
    const { page, faults, close } = await world.visit({ minutes: Infinity });
    const answers = listen(page);
    const found: string[] = [];
    const search = async (where: string) => void found.push(...named(await shownBy(page), where));

    await api.call("POST", "/admin/invitations", anything, {
      email: ZOE.email,
      role: "client",
      workspaces: [places.wid],
    });
    const link = linkIn(await mailWith(ZOE.email, "Your invitation to Zeta Reach"));
    expect(link.startsWith(`${url}/invitation#token=`)).toBe(true);
    await page.goto(link);
    await page.getByLabel("Your name").fill(ZOE.name);
    await search("invitation");
    await page.getByLabel("Password").fill(ZOE.password);
    await page.getByRole("button", { name: "Create account" }).click();
    await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
    expect(await page.title()).toBe("Overview · Zeta Reach");
    expect(
      await page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--brand')"),
    ).toBe("#7a1f5c");

    for (const room of WHOLE ? [...ROOMS, ...TABS] : ROOMS) {
      await page.goto(`${url}${addressOf(room, places)}`);
      await page.getByRole("heading", { level: 1 }).first().waitFor();
      await page.locator(".sk").first().waitFor({ state: "detached" });
      if (WHOLE) await page.waitForLoadState("networkidle");
      await search(room);
    }
    // A conversation, with all that its pane shows.
    await page.goto(`${url}/w/${places.wid}/inbox?view=all`);
    await page.getByText("Tell me more.").first().click();
    await page.getByRole("log", { name: "Messages" }).getByText("Tell me more.").waitFor();
    await page.waitForLoadState("networkidle");
    await search("thread");
    await page.goto(`${url}/w/${places.wid}/mailboxes?connect_problem=consent_unknown`);
    await page.getByRole("alert").waitFor();
    await search("connect problem");

    await page.goto(`${url}/`);
    await page.getByRole("button", { name: new RegExp(ZOE.name) }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).waitFor();
    await search("menu of the person");
    expect(await page.getByRole("menuitem", { name: "Documentation" }).count()).toBe(0);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: /Zeta Foods/ }).click();
    await search("menu of workspaces");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").fill("o");
    await search("palette");
    await page.keyboard.press("Escape");

    // Mails that a client can have sent to them, and what happens to an account.
    await page.goto(`${url}/account`);
    await page.getByLabel("Email", { exact: true }).fill("zoe@zeta-foods.test");
    await page.getByRole("button", { name: "Save" }).first().click();
    await search("account");
    const confirm = await mailWith("zoe@zeta-foods.test", "Confirm your email address");
    await page.goto(linkIn(confirm));
    await page.getByRole("button", { name: "Confirm email" }).waitFor();
    await search("confirm email");
    await page.context().clearCookies();
    for (const [path, heading] of [
      ["/sign-in", "Sign in"],
      ["/forgot-password", "Reset your password"],
      ["/reset-password#token=x", ""],
      ["/undo-email#token=x", "Restore your email"],
      ["/invitation#token=x", "Accept invitation"],
      ["/register", "Sign in"],
      ["/setup", "Setup is complete"],
      ["/docs", "Not found"],
      ["/docs/api", "Not found"],
      ["/nowhere", "Not found"],
      ["/report/zeta-foods", "Zeta Foods"],
      ["/report/contoso", "Report"],
    ] as const) {
      await page.goto(`${url}${path}`);
      await page.getByRole("heading", { level: 1, name: heading }).first().waitFor();
      await search(path);
    }
    await page.goto(`${url}/forgot-password`);
    await page.getByLabel("Email").fill(ZOE.email);
    await page.getByRole("button", { name: "Send link" }).click();
    await page.getByText("we sent a link").waitFor();
    const reset = await mailWith(ZOE.email, "Reset your password");
    expect(linkIn(reset).startsWith(`${url}/reset-password#token=`)).toBe(true);

    found.push(...(await answers.found()));
    // What the agency mails to itself has its own address.
    const theirs = mails.filter(({ to }) => !to.includes(OPERATOR.email));
    for (const { raw, email } of theirs) {
      const text = raw.toString().replaceAll(/^Received:.*(?:\r\n[ \t].*)*/gm, "");
      found.push(...named(`${text}\n${email.text}`, `mail "${email.subject}"`));
    }
    expect(theirs.length).toBeGreaterThan(3);
    expect(found).toEqual([]);
    // The same search finds the names where they are.
    await page.goto(`${world.url}/sign-in`);
    await page.getByText("Northgate Outbound").waitFor();
    expect(named(await shownBy(page), "sign-in of the agency")).not.toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });

  it("answers without a browser as well: files, icon, errors and pages that are not there", async () => {
    const found: string[] = [];
    const { host } = new URL(url);
    const ask = async (path: string, headers: Record<string, string> = {}) => {
      // The name leads to this machine; the header is what a proxy passes on.
      const { status, text, head } = await rawRequest(path, { host, ...headers });
      found.push(...named(`${head}\n${text}`, path));
      return { status, text };
    };
    const page = { accept: "text/html" };
    for (const path of ["/", "/nowhere", "/docs", "/docs/", "/docs/api", "/w/1"]) {
      const answer = await ask(path, page);
      expect([path, answer.status, /<div id="root">/.test(answer.text)]).toEqual([path, 200, true]);
    }
    for (const [path, status] of [
      ["/docs", 404],
      ["/docs/api", 404],
      ["/favicon.svg", 404],
      ["/api/v1/docs", 404],
      ["/api/v1/openapi.json", 404],
      ["/api/v1/outrider.ts", 404],
      ["/api/v1/nowhere", 404],
      ["/api/v1/auth/me", 401],
      ["/metrics", 404],
      ["/health", 200],
      ["/t/nothing/pixel.png", 200],
      ["/unsubscribe/nothing", 404],
      ["/api/v1/setup/status", 200],
      ["/api/v1/setup/branding", 200],
      ["/api/v1/branding/icon", 200],
      ["/api/v1/report/contoso/stats", 404],
    ] as const) {
      expect([path, (await ask(path)).status]).toEqual([path, status]);
    }
    expect(found).toEqual([]);
    // The same at the install's own address.
    expect((await rawRequest("/docs", {})).text).toMatch(/Outrider/);
  });

  it("refuses people of other workspaces in words that name nobody, and shows its staff this workspace alone", async () => {
    const { page, close } = await world.visit({ minutes: Infinity });
    await signIn(page, STRANGER);
    await page.getByText("This account has no access here.").waitFor();
    expect(named(await shownBy(page), "sign-in")).toEqual([]);
    await signIn(page, OPERATOR);
    await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
    const rooms = await page.getByRole("navigation").first().getByRole("link").allInnerTexts();
    expect(rooms.join()).not.toMatch(/All clients|All inboxes|Admin/);
    await page.goto(`${url}/admin`);
    await page.getByText("It is not at this address.").waitFor();
    await page.goto(`${url}/w/${world.wid}`);
    await page.getByRole("heading", { name: "Workspace not found" }).waitFor();
    await close();
  });

  it("has passkeys of its own host", async () => {
    const { page, close } = await world.visit({ minutes: Infinity });
    const authenticator = authenticatorOf(page);
    await signIn(page, ZOE);
    await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
    await authenticator.plugIn();
    await page.getByRole("button", { name: new RegExp(ZOE.name) }).click();
    await page.getByRole("menuitem", { name: "Account" }).click();
    await page.getByRole("button", { name: "Add passkey" }).click();
    const adding = page.getByRole("dialog", { name: "Add passkey" });
    await adding.getByLabel("Name").fill("Test key");
    await adding.getByRole("button", { name: "Continue" }).click();
    const codes = page.getByRole("dialog", { name: "Save your recovery codes" });
    await codes.waitFor();
    await authenticator.save();
    await codes.getByRole("button", { name: "I saved them" }).click();
    await page.context().clearCookies();
    await page.goto(`${url}/sign-in`);
    await authenticator.plugIn();
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
    expect(page.url().startsWith(url)).toBe(true);
    await close();
  });

  it("connects a mailbox at its provider: the person leaves from the host, and is back there, signed in", async () => {
    const { page, faults, close } = await world.visit({ minutes: Infinity });
    await signIn(page, OPERATOR);
    await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
    await page.goto(`${url}/w/${places.wid}/mailboxes`);
    await page.getByRole("button", { name: "Connect mailbox" }).click();
    const connect = page.getByRole("dialog").getByRole("button", { name: "Connect Lab Mail" });
    await connect.click();
    await page.getByRole("link", { name: "Allow" }).click();
    await page.getByRole("heading", { name: ANN }).waitFor();
    expect(page.url()).toMatch(new RegExp(`^${url}/w/${places.wid}/mailboxes/\\d+$`));

    await page.goto(`${url}/w/${places.wid}/mailboxes`);
    await page.getByRole("button", { name: "Connect mailbox" }).click();
    await connect.click();
    await page.getByRole("link", { name: "Deny" }).click();
    await page.getByText("Access was not granted at the provider.").waitFor();
    expect(page.url().startsWith(url)).toBe(true);
    expect(faults).toEqual([]);
    await close();
  });
});
