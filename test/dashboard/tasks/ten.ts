import { mailTo } from "#test/dashboard/answers.ts";
import { ZONE } from "#test/dashboard/product.ts";
import { anything, type DashboardWorld, OPERATOR } from "#test/dashboard/world.ts";
import { type Ground, MANY } from "./ground.ts";
import type { Hand } from "./hand.ts";
import { until } from "./until.ts";

/** The most that a task may take. */
export type Limits = {
  readonly mouse: { readonly clicks: number; readonly fields: number };
  readonly keyboard: { readonly keys: number; readonly fields: number };
};

/** Something that a person comes to do. It begins at the overview, and ends where what was wanted is seen to be so. */
type Task = {
  readonly name: string;
  /** In whose workspace; the furnished one when left out. */
  readonly where?: (ground: Ground) => number;
  readonly limits: Limits;
  readonly byMouse: (hand: Hand, ground: Ground) => Promise<unknown>;
  readonly byKeyboard: (hand: Hand, ground: Ground) => Promise<unknown>;
};

const csv = (name: string, text: string) => ({
  name,
  mimeType: "text/csv",
  buffer: Buffer.from(text),
});

const rail = ({ page }: Hand, room: string) =>
  page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: new RegExp(`^${room}`) });
const dialogOf = ({ page }: Hand) => page.getByRole("dialog");

/** From an empty install to an email that its recipient has: the way is the same by mouse and by keyboard. */
export const FIRST_MAIL = {
  name: "first-mail",
  limits: { mouse: { clicks: 9, fields: 9 }, keyboard: { keys: 64, fields: 9 } },
} as const;

/** The install must be empty. */
export async function firstMail(hand: Hand, world: DashboardWorld): Promise<void> {
  const { page } = hand;
  const dialog = dialogOf(hand);
  const [sender] = world.senders;
  if (!sender) throw new Error("the sandbox has senders");
  const { smtp_port, imap_port } = world.mail.access;
  // The domain names its servers.
  ZONE["_submission._tcp.try-halden.test"] = { srv: [[smtp_port, "localhost"]] };
  ZONE["_imap._tcp.try-halden.test"] = { srv: [[imap_port, "localhost"]] };
  await hand.fill(page.getByLabel("Your name"), OPERATOR.name);
  await hand.fill(page.getByLabel("Email"), OPERATOR.email);
  await hand.fill(page.getByLabel("Password"), OPERATOR.password);
  await hand.submit(page.getByRole("button", { name: "Complete setup" }));
  await hand.press(dialog.getByRole("button", { name: "Other (SMTP and IMAP)" }));
  // It may be night or a weekend where this runs; nobody presses that.
  const api = await world.api(OPERATOR);
  const windows = [{ days: [1, 2, 3, 4, 5, 6, 7], start: "00:00", end: "24:00" }];
  const sending = { default_schedule: { timezone: "UTC", windows } };
  await api.call("PUT", "/workspaces/1/settings", anything, { sending });
  await hand.fill(dialog.getByLabel("Email address"), sender.email);
  await hand.fill(dialog.getByLabel("Password"), sender.password);
  await until("the servers are found", async () => {
    const servers = [dialog.getByLabel("SMTP server"), dialog.getByLabel("IMAP server")];
    const values = await Promise.all(servers.map((field) => field.inputValue()));
    return values.every((value) => value === "localhost");
  });
  await hand.submit(dialog.getByRole("button", { name: "Connect", exact: true }));
  await page.getByRole("heading", { name: sender.email }).waitFor();
  if (hand.way === "mouse") {
    await hand.press(page.getByRole("link", { name: /^Next: import leads/ }));
  } else {
    await hand.keys("i");
  }
  await hand.attach(
    page.getByLabel("CSV or XLSX file"),
    csv("fair.csv", "email,first_name\nt.wieland@osterkampfoods.test,Tomas\n"),
  );
  await hand.press(page.getByRole("button", { name: "Import leads" }));
  await hand.press(dialog.getByRole("link", { name: "Create campaign" }));
  await dialog.getByText(`Send from ${sender.email}`).waitFor();
  await hand.fill(dialog.getByLabel("Name"), "Cold stores");
  await hand.submit(dialog.getByRole("button", { name: "Create campaign" }));
  await hand.fill(page.getByLabel("Subject"), "Floors for cold stores");
  await hand.fill(
    page.getByLabel("Message", { exact: true }),
    "Hi {{ first_name }}, shall we talk?",
  );
  await page.getByText(/^Saved/).waitFor();
  if (hand.way === "mouse") {
    await hand.press(page.getByRole("button", { name: "Start", exact: true }));
  } else {
    // Out of the text; then P starts the campaign that is open.
    await hand.keys("Escape", "p");
  }
  await dialog.getByText("1 lead gets emails.").waitFor();
  await hand.picture(FIRST_MAIL.name);
  await hand.press(dialog.getByRole("button", { name: "Start campaign" }));
  await mailTo(world, "t.wieland@osterkampfoods.test");
}

const PEOPLE = Array.from({ length: 100 }, (_, n) => `p${n}@mlynbakeries.test;Person ${n};Baker`);
const FILE = csv("Bakers.csv", ["E-Mail;Vorname;Position", ...PEOPLE].join("\n"));

async function importFile(hand: Hand): Promise<void> {
  const dialog = dialogOf(hand);
  await hand.attach(hand.page.getByLabel("CSV or XLSX file"), FILE);
  await hand.press(dialog.getByRole("button", { name: "Import leads" }));
  await dialog.getByText("Leads imported").waitFor();
  await hand.picture("import");
  await hand.press(dialog.getByRole("button", { name: "Show list" }));
  await hand.page.getByRole("checkbox", { name: "Select Person 99" }).waitFor();
}

async function enterPassword(hand: Hand, { broken }: Ground): Promise<void> {
  const dialog = dialogOf(hand);
  await hand.fill(dialog.getByLabel("New password"), broken.password);
  await hand.submit(dialog.getByRole("button", { name: "Save" }));
  await dialog.waitFor({ state: "detached" });
  await hand.page.getByText("Open inbox", { exact: true }).waitFor();
  await hand.page.getByText("Active", { exact: true }).first().waitFor();
  await hand.picture("fix-mailbox");
}

const REPLY = "Hello Tomas, Thursday 26 November at 10:30 suits me.";

async function changeLimit(hand: Hand): Promise<void> {
  const dialog = dialogOf(hand);
  await hand.fill(dialog.getByLabel("Emails per day"), "30");
  await hand.picture("bulk-edit");
  await hand.submit(dialog.getByRole("button", { name: `Change ${MANY} mailboxes` }));
  await hand.page.getByText(`${MANY} mailboxes changed.`).waitFor();
}

async function invite(hand: Hand): Promise<void> {
  const dialog = dialogOf(hand);
  await hand.fill(dialog.getByLabel("Email"), "lena@northgate.test");
  await hand.press(dialog.getByLabel("Halden Supply"), "Space");
  await hand.press(dialog.getByRole("button", { name: "Send invitation" }));
  await dialog.getByText("This link is shown only once.").waitFor();
  await hand.picture("invite");
}

/** From the page of moves, which asks for the product first. */
async function moveIn(hand: Hand, { instantly }: Ground): Promise<void> {
  const { page } = hand;
  const dialog = dialogOf(hand);
  await hand.fill(dialog.getByLabel("API key of Instantly"), instantly.key);
  await hand.choose(dialog.getByLabel("Into"), "Halden Supply");
  // What stands for the product in this world has an address of its own.
  await dialog.getByText("Another address of its API").dispatchEvent("click");
  await dialog.getByLabel("Base URL").fill(instantly.url);
  await hand.press(dialog.getByRole("button", { name: "Read Instantly" }));
  // It is read at the pace that the other product allows.
  const move = page.getByRole("button", { name: "Move 1 campaign" });
  await move.waitFor({ timeout: 120_000 });
  await hand.picture("move-in");
  await hand.press(move);
  await hand.press(dialog.getByRole("button", { name: "Move 1 campaign" }));
  await page.getByText("Go on to the start").first().waitFor({ timeout: 120_000 });
}

/** All but the first email, which needs an empty install. */
export const TASKS: readonly Task[] = [
  {
    name: "import",
    limits: { mouse: { clicks: 4, fields: 1 }, keyboard: { keys: 13, fields: 1 } },
    async byMouse(hand) {
      await hand.press(rail(hand, "Leads"));
      await hand.press(hand.page.getByRole("button", { name: "Import leads" }));
      await importFile(hand);
    },
    async byKeyboard(hand) {
      await hand.keys("i");
      await importFile(hand);
    },
  },
  {
    name: "fix-mailbox",
    limits: { mouse: { clicks: 3, fields: 1 }, keyboard: { keys: 9, fields: 1 } },
    async byMouse(hand, ground) {
      await hand.press(hand.page.getByRole("link", { name: "Open mailbox" }).first());
      await hand.press(hand.page.getByRole("button", { name: "Edit connection" }));
      await enterPassword(hand, ground);
    },
    async byKeyboard(hand, ground) {
      await hand.find("jonas", ground.broken.email);
      await hand.page.getByRole("button", { name: "Edit connection" }).waitFor();
      await hand.keys("e");
      await enterPassword(hand, ground);
    },
  },
  {
    name: "answer-and-book",
    limits: { mouse: { clicks: 4, fields: 1 }, keyboard: { keys: 12, fields: 1 } },
    async byMouse(hand, { world }) {
      const { page } = hand;
      await hand.press(rail(hand, "Inbox"));
      await hand.press(page.locator(".thread-row", { hasText: "Tomas Wieland" }));
      await hand.fill(page.getByLabel("Reply to Tomas Wieland"), REPLY);
      await hand.press(page.getByRole("button", { name: /^Send/ }).first());
      await hand.press(page.getByRole("radio", { name: "Meeting booked" }));
      await page.getByRole("radio", { name: "Meeting booked", checked: true }).waitFor();
      await hand.picture("answer-and-book");
      await isAnswered(world);
    },
    async byKeyboard(hand, { world }) {
      const { page } = hand;
      await hand.keys("g", "i");
      const current = page.locator(".thread-row[aria-current=true]");
      await current.waitFor();
      while (!(await current.innerText()).includes("Tomas Wieland")) await hand.keys("j");
      await page.getByLabel("Reply to Tomas Wieland").waitFor();
      await hand.keys("r");
      await hand.fill(page.getByLabel("Reply to Tomas Wieland"), REPLY);
      await hand.keys("Control+Enter", "Escape", "2");
      await page.getByRole("radio", { name: "Meeting booked", checked: true }).waitFor();
      await hand.picture("answer-and-book");
      await isAnswered(world);
    },
  },
  {
    name: "why-a-lead-waits",
    limits: { mouse: { clicks: 3, fields: 1 }, keyboard: { keys: 13, fields: 0 } },
    async byMouse(hand) {
      const { page } = hand;
      await hand.press(rail(hand, "Leads"));
      await hand.fill(page.getByRole("searchbox"), "ruzicka");
      await hand.press(page.getByRole("link", { name: "Pavel Ruzicka" }).first());
      await why(hand);
    },
    async byKeyboard(hand) {
      await hand.find("ruzicka", /Pavel Ruzicka/);
      await why(hand);
    },
  },
  {
    name: "compare-variants",
    limits: { mouse: { clicks: 3, fields: 0 }, keyboard: { keys: 14, fields: 0 } },
    async byMouse(hand, { compared }) {
      const { page } = hand;
      await hand.press(rail(hand, "Campaigns"));
      await hand.press(page.getByRole("link", { name: compared }).first());
      await hand.press(page.getByRole("link", { name: "Analytics" }));
      await variants(hand);
    },
    async byKeyboard(hand, { compared }) {
      await hand.find("trade fair", compared);
      await hand.page.getByRole("link", { name: "Analytics" }).waitFor();
      // Its sixth tab.
      await hand.keys("6");
      await variants(hand);
    },
  },
  {
    name: "pause-client",
    limits: { mouse: { clicks: 4, fields: 0 }, keyboard: { keys: 20, fields: 0 } },
    async byMouse(hand, { client }) {
      const { page } = hand;
      await hand.press(rail(hand, "Admin"));
      await hand.press(page.getByRole("link", { name: "Clients", exact: true }));
      const row = page.getByRole("row", { name: new RegExp(client) });
      await hand.press(row.getByRole("button", { name: "Pause" }));
      await paused(hand);
    },
    async byKeyboard(hand, { client }) {
      await hand.find("pause client ost", `Pause client ${client}`);
      await paused(hand);
    },
  },
  {
    name: "bulk-edit",
    where: ({ manyId }) => manyId,
    limits: { mouse: { clicks: 4, fields: 1 }, keyboard: { keys: 6, fields: 1 } },
    async byMouse(hand) {
      const { page } = hand;
      await hand.press(rail(hand, "Mailboxes"));
      await hand.press(page.getByRole("checkbox", { name: /^Select all/ }).first());
      const bar = page.getByRole("region", { name: "Selection" });
      await hand.press(bar.getByRole("button", { name: "Edit" }));
      await changeLimit(hand);
    },
    async byKeyboard(hand) {
      const { page } = hand;
      await hand.keys("g", "m");
      await page.getByRole("checkbox", { name: /^Select ola/ }).waitFor();
      await hand.keys("a", "b", "Enter");
      await changeLimit(hand);
    },
  },
  {
    name: "invite",
    limits: { mouse: { clicks: 5, fields: 1 }, keyboard: { keys: 16, fields: 1 } },
    async byMouse(hand) {
      const { page } = hand;
      await hand.press(rail(hand, "Admin"));
      await hand.press(page.getByRole("link", { name: "People", exact: true }));
      await hand.press(page.getByRole("button", { name: "Invite person" }));
      await invite(hand);
    },
    async byKeyboard(hand) {
      await hand.find("invite", "Invite person");
      await invite(hand);
    },
  },
  {
    name: "move-in",
    limits: { mouse: { clicks: 6, fields: 2 }, keyboard: { keys: 30, fields: 2 } },
    async byMouse(hand, ground) {
      const { page } = hand;
      await hand.press(rail(hand, "Admin"));
      await hand.press(page.getByRole("link", { name: "Move in", exact: true }));
      await hand.press(page.getByRole("button", { name: "New move" }));
      await moveIn(hand, ground);
    },
    async byKeyboard(hand, ground) {
      await hand.find("move in", "Move in from another product");
      await moveIn(hand, ground);
    },
  },
];

const isAnswered = (world: DashboardWorld): Promise<void> =>
  until("the reply arrives", async () => {
    const { email } = await mailTo(world, "t.wieland@osterkampfoods.test");
    return email.text?.includes(REPLY) ?? false;
  });

async function why(hand: Hand): Promise<void> {
  const { page } = hand;
  await hand.press(
    page.getByRole("button", { name: "Explain what comes next in Facility managers" }),
  );
  await page.getByRole("dialog", { name: /^Why p.ruzicka/ }).waitFor();
  await page.getByRole("list", { name: "Blocking rules" }).waitFor();
  await hand.picture("why-a-lead-waits");
}

async function variants(hand: Hand): Promise<void> {
  await hand.page.getByRole("heading", { name: "Variants of step 1" }).waitFor();
  await hand.page
    .getByRole("row", { name: /Variant B A night without a crew/ })
    .first()
    .waitFor();
  await hand.page.getByRole("heading", { name: "Variants of step 1" }).scrollIntoViewIfNeeded();
  await hand.picture("compare-variants");
}

async function paused(hand: Hand): Promise<void> {
  await hand.press(dialogOf(hand).getByRole("button", { name: "Pause client" }));
  await hand.page
    .getByText(/^Paused|is paused\. Nothing leaves it\.$/)
    .first()
    .waitFor();
  await hand.picture("pause-client");
}
