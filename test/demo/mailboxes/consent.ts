import type { Browser, Page } from "playwright-core";
import { LOOKS, startBrowser } from "#test/support/browser.ts";
import type { Agency } from "./agency.ts";
import { OPERATOR } from "./agency.ts";

/** What the operator does in the browser. */
export type Operator = {
  /** Connects a mailbox at this provider, as its owner allows it. */
  connect(provider: "Google" | "Microsoft", email: string): Promise<void>;
  /** Connects a mailbox again by the link of the mail about it: one click, and its owner's word. */
  reconnect(id: number, email: string): Promise<void>;
  close(): Promise<void>;
};

/** Signs the operator in, in Chromium. */
export async function openOperator(url: string, { workspaceId }: Agency): Promise<Operator> {
  const browser: Browser = await startBrowser();
  try {
    const context = await browser.newContext({ ...LOOKS.desktop, baseURL: url });
    const signIn = await context.request.post("/api/v1/auth/login", {
      data: { username: OPERATOR.email, password: OPERATOR.password },
    });
    if (!signIn.ok()) throw new Error(`sign-in answers ${signIn.status()}`);
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    const room = `/w/${workspaceId}/mailboxes`;
    return {
      async connect(provider, email) {
        await page.goto(room);
        await page.getByRole("button", { name: "Connect mailbox" }).first().click();
        const dialog = page.getByRole("dialog");
        await dialog.getByRole("button", { name: `Connect ${provider}` }).click();
        await allow(page, email);
      },
      async reconnect(id, email) {
        await page.goto(`${room}/${id}?reconnect=1`);
        await page.getByRole("button", { name: "Connect again" }).click();
        await allow(page, email);
        await page.getByText("Active").first().waitFor();
      },
      close: () => browser.close(),
    };
  } catch (cause) {
    await browser.close();
    throw cause;
  }
}

async function allow(page: Page, email: string): Promise<void> {
  await page.getByRole("heading", { name: `Lab asks ${email}` }).waitFor();
  await page.getByRole("link", { name: "Allow" }).click();
  await page.getByRole("heading", { name: email }).waitFor();
}
