import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seriousFindings } from "./accessible.ts";
import { openWorkspace, type Workspace } from "./world.ts";

let world: Workspace;
beforeAll(async () => {
  world = await openWorkspace();
});
afterAll(() => world.stop());

/** The browser's way to its maker's push service, which a test does not have: a subscription with real keys. */
const SUBSCRIBES = `
  let one = null;
  const url = (bytes) =>
    btoa(String.fromCharCode(...new Uint8Array(bytes))).replace(/\\+/g, "-").replace(/\\//g, "_").replace(/=+$/, "");
  PushManager.prototype.getSubscription = async () => one;
  PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
    if (!/^B[\\w-]{86}$/.test(applicationServerKey)) throw new Error("no key");
    const pair = await crypto.subtle.generateKey({ name: "ECDH", namedCurve: "P-256" }, true, ["deriveBits"]);
    const keys = {
      p256dh: url(await crypto.subtle.exportKey("raw", pair.publicKey)),
      auth: url(crypto.getRandomValues(new Uint8Array(16))),
    };
    const endpoint = "https://push.test/" + crypto.randomUUID();
    const end = async () => { one = null; return true; };
    return (one = { endpoint, toJSON: () => ({ endpoint, keys }), unsubscribe: end });
  };
`;

/** Pixels that stand out at the side. */
const BEYOND = "document.documentElement.scrollWidth - document.documentElement.clientWidth";

describe("notices in this browser", () => {
  it("are turned on where they are wanted, changed, shown by the worker, and ended in the account", async () => {
    const { page, faults, close } = await world.visit({ signedIn: world.operator });
    await page.addInitScript(SUBSCRIBES);
    await page.context().grantPermissions(["notifications"], { origin: world.url });
    await page.goto(`/w/${world.wid}/inbox`);
    const open = page.getByRole("button", { name: "Notices in this browser" });
    await open.click();
    await page.getByRole("button", { name: "Tell me in this browser" }).click();
    const mention = page.getByRole("checkbox", { name: "Notes that mention you" });
    await mention.waitFor();
    expect(await mention.isChecked()).toBe(true);
    await mention.click();
    await expect.poll(() => mention.isChecked()).toBe(false);
    expect(await seriousFindings(page)).toEqual([]);

    // What the push service of the browser would hand to the worker.
    const session = await page.context().newCDPSession(page);
    const registration = await registrationOf(session);
    await session.send("ServiceWorker.deliverPushMessage", {
      origin: world.url,
      registrationId: registration,
      data: JSON.stringify({ title: "Reply from Jane", body: "Acme", tag: "t", path: "/account" }),
    });
    const shown = () =>
      page.evaluate(`navigator.serviceWorker.ready
        .then((worker) => worker.getNotifications())
        .then((all) => all.map(({ title, body, tag }) => ({ title, body, tag })))`);
    await expect.poll(shown).toEqual([{ title: "Reply from Jane", body: "Acme", tag: "t" }]);

    await page.keyboard.press("Escape");
    await page.goto("/account");
    // The page is another one, and so is its subscription: this browser stands among the others.
    await page.getByText("This session").waitFor();
    const heading = page.getByRole("heading", { name: "Notices in this browser" });
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, 5_000);
        return heading.isVisible();
      })
      .toBe(true);
    const end = page.getByRole("button", { name: /^End notices in Chrome/ });
    await end.click();
    await end.waitFor({ state: "detached" });
    expect(await seriousFindings(page)).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });

  it("say how a refusal is undone", async () => {
    const { page, faults, close } = await world.visit({ signedIn: world.operator, look: "phone" });
    // Whatever is not granted is denied from then on.
    await page.context().grantPermissions([], { origin: world.url });
    await page.goto(`/w/${world.wid}/inbox`);
    const open = page.getByRole("button", { name: "Notices in this browser" });
    await open.waitFor();
    expect(await page.evaluate(BEYOND)).toBe(0);
    await open.click();
    await page.getByText("This browser blocks notices of this page").waitFor();
    expect(await page.evaluate(BEYOND)).toBe(0);
    expect(await seriousFindings(page)).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });
});

type Session = Awaited<
  ReturnType<
    ReturnType<Awaited<ReturnType<Workspace["visit"]>>["page"]["context"]>["newCDPSession"]
  >
>;

/** The id by which the browser knows the worker of the page. */
async function registrationOf(session: Session): Promise<string> {
  return new Promise((resolve, reject) => {
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const [first] = registrations;
      if (first) resolve(first.registrationId);
    });
    session.send("ServiceWorker.enable").catch(reject);
  });
}
