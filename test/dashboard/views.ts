import type { Page } from "playwright-core";
import type { Places } from "./furnish.ts";
import type { Rooms } from "./furnish-rooms.ts";

/** A room as a picture shows it. */
export type View = {
  readonly name: string;
  readonly path: (places: Rooms) => string;
  /** False: seen without a session. */
  readonly signedIn?: boolean;
  /** Text that says that the room is drawn. */
  readonly ready?: string | RegExp;
  /** What to press before the picture. */
  readonly prepare?: (page: Page) => Promise<unknown>;
};

/** Every room; one line per picture. */
export const VIEWS: readonly View[] = [
  { name: "sign-in", path: () => "/sign-in", signedIn: false },
  {
    name: "sign-in-factor",
    path: () => "/sign-in",
    signedIn: false,
    prepare: async (page) => {
      const answer = {
        factor_required: true,
        ticket: "t",
        methods: ["passkey", "totp", "recovery_code"],
        passkey_options: {},
        expires_at: "2026-12-01T00:00:00.000Z",
      };
      await page.route("**/auth/login", (route) => route.fulfill({ json: answer }));
      await page.getByLabel("Email").fill("ines@northgate.test");
      await page.getByLabel("Password").fill("x");
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await page.getByLabel("Code of your authenticator app").waitFor();
    },
  },
  { name: "register", path: () => "/register", signedIn: false },
  { name: "account", path: () => "/account", ready: "This session" },
  {
    name: "account-app",
    path: () => "/account",
    prepare: async (page) => {
      await page.getByRole("button", { name: "Add app" }).click();
      await page.getByRole("img", { name: /QR code/ }).waitFor();
    },
  },
  { name: "overview", path: ({ wid }) => `/w/${wid}` },
  {
    name: "inbox",
    path: ({ wid }) => `/w/${wid}/inbox?view=all`,
    prepare: async (page) => {
      await page
        .getByRole("button", { name: /Tomas Wieland/ })
        .first()
        .click();
      await page.getByText("Park at gate B").waitFor();
      await page.getByRole("radio", { name: /Interested/ }).click();
    },
  },
  { name: "inbox-list", path: ({ wid }) => `/w/${wid}/inbox?view=all`, ready: "Wieland" },
  { name: "all-inboxes", path: () => "/inboxes?view=all", ready: "Wieland" },
  { name: "all-clients", path: () => "/clients", ready: "workspaces" },
  {
    name: "client-quota",
    path: () => "/clients",
    prepare: async (page) => {
      await page
        .getByRole("button", { name: /quota of/ })
        .first()
        .click();
      await page.getByRole("dialog").waitFor();
    },
  },
  { name: "campaigns", path: ({ wid }) => `/w/${wid}/campaigns` },
  {
    name: "campaign-steps",
    path: ({ wid, campaignId }) => `/w/${wid}/campaigns/${campaignId}`,
    ready: "Spam check",
  },
  ...(["schedule", "mailboxes", "leads", "analytics", "settings"] as const).map((tab) => ({
    name: `campaign-${tab}`,
    path: ({ wid, campaignId }: Places) => `/w/${wid}/campaigns/${campaignId}?tab=${tab}`,
  })),
  {
    name: "campaign-explain",
    path: ({ wid, campaignId }) => `/w/${wid}/campaigns/${campaignId}?tab=leads&q=s.aydin`,
    prepare: async (page) => {
      await page.getByRole("button", { name: /@/ }).first().click();
      await page.getByText("Next step", { exact: true }).waitFor();
    },
  },
  {
    name: "campaign-simulate",
    path: ({ wid, campaignId }) => `/w/${wid}/campaigns/${campaignId}`,
    prepare: async (page) => {
      await page.getByRole("button", { name: "More actions" }).click();
      await page.getByRole("menuitem", { name: "Simulate" }).click();
      await page.getByText("follow-up").first().waitFor();
    },
  },
  {
    name: "palette",
    path: ({ wid }) => `/w/${wid}`,
    prepare: async (page) => {
      await page
        .getByRole("button", { name: "Search or jump to" })
        .filter({ visible: true })
        .click();
      await page.getByRole("combobox").fill("a");
    },
  },
  { name: "leads", path: ({ wid }) => `/w/${wid}/leads`, ready: "Wieland" },
  {
    name: "leads-score",
    path: ({ wid }) => `/w/${wid}/leads?q=wieland`,
    prepare: async (page) => {
      await page
        .getByRole("button", { name: /show details/ })
        .first()
        .click();
      await page.getByText("Syntax").waitFor();
    },
  },
  {
    name: "leads-delete",
    path: ({ wid }) => `/w/${wid}/leads`,
    prepare: async (page) => {
      await page.getByLabel("Select Pavel Ruzicka").check();
      await page.getByLabel("Select Lucie Amar").check();
      await page.getByRole("button", { name: "Delete" }).click();
      await page.getByText("removed from all lists").waitFor();
    },
  },
  { name: "leads-none", path: ({ wid }) => `/w/${wid}/leads?q=zzz`, ready: "No matching leads" },
  { name: "leads-upload", path: ({ wid }) => `/w/${wid}/leads?upload=true`, prepare: chooseFile },
  { name: "lead", path: ({ wid }) => `/w/${wid}/leads/1`, ready: "Activity" },
  { name: "webhooks", path: ({ wid }) => `/w/${wid}/webhooks`, ready: "erp/hooks" },
  {
    name: "webhook-failing",
    path: ({ wid, failing }) => `/w/${wid}/webhooks/${failing}`,
    prepare: async (page) => {
      await page
        .getByRole("button", { name: /campaign/ })
        .first()
        .click();
      await page.getByText("Bad gateway").waitFor();
    },
  },
  {
    name: "webhook",
    path: ({ wid, working }) => `/w/${wid}/webhooks/${working}`,
    ready: "campaign.paused",
  },
  {
    name: "webhooks-add",
    path: ({ wid }) => `/w/${wid}/webhooks`,
    prepare: (page) => opened(page, "Add webhook"),
  },
  { name: "mailboxes", path: ({ wid }) => `/w/${wid}/mailboxes`, ready: "mara@" },
  {
    name: "mailboxes-choose",
    path: ({ wid }) => `/w/${wid}/mailboxes?connect=true`,
    ready: "Other (SMTP and IMAP)",
  },
  {
    name: "mailboxes-problem",
    path: ({ wid }) => `/w/${wid}/mailboxes?connect_problem=consent_denied`,
    ready: "not granted",
  },
  {
    name: "mailboxes-connect",
    path: ({ wid }) => `/w/${wid}/mailboxes`,
    prepare: async (page) => {
      await page.getByRole("button", { name: "Connect mailbox" }).click();
      await page.getByRole("button", { name: "Other (SMTP and IMAP)" }).click();
      await page.getByLabel("Email address").fill("mara@gmail.com");
      await page.getByLabel("Password").fill("nine letters");
      await page.getByText("Turn on two-step verification").waitFor();
    },
  },
  { name: "mailbox", path: ({ wid }) => `/w/${wid}/mailboxes/1`, ready: "DNS" },
  { name: "many-mailboxes", path: ({ many }) => `/w/${many}/mailboxes`, ready: "@brightwater" },
  {
    name: "many-open",
    path: ({ many }) => `/w/${many}/mailboxes?group=Brightwater`,
    prepare: async (page) => {
      await page
        .getByRole("link", { name: /@brightwater/ })
        .first()
        .click();
      await page.getByRole("heading", { name: "DNS" }).waitFor();
    },
  },
  {
    name: "many-selected",
    path: ({ many }) => `/w/${many}/mailboxes?status=active`,
    prepare: selectThree,
  },
  {
    name: "many-edit",
    path: ({ many }) => `/w/${many}/mailboxes?status=active`,
    prepare: async (page) => {
      await selectThree(page);
      await page.getByRole("button", { name: "Edit", exact: true }).click();
      await page.getByLabel("Add tags").waitFor();
    },
  },
  {
    name: "many-none",
    path: ({ many }) => `/w/${many}/mailboxes?q=zzz`,
    ready: "No matching mailboxes",
  },
  {
    name: "many-import",
    path: ({ many }) => `/w/${many}/mailboxes?import=true`,
    ready: "Columns",
  },
  {
    name: "many-preview",
    path: ({ many }) => `/w/${many}/mailboxes?import=true`,
    prepare: async (page) => {
      await page.getByLabel("CSV file").setInputFiles({
        name: "Mailboxes of Brightwater.csv",
        mimeType: "text/csv",
        buffer: Buffer.from(
          "Email;Password;SMTP host;SMTP port;IMAP host;IMAP port;Daily limit;Tags;Notes\nann@new.test;secret;smtp.new.test;465;imap.new.test;993;40;outbound;x\nbob@new.test;;smtp.new.test;465;imap.new.test;993;40;;x\nnot an address;secret;smtp.new.test;465;;;;;\nmara.1@brightwater-0.test;secret;smtp.new.test;465;;;;;",
        ),
      });
      await page.getByText("Nothing is stored yet").waitFor();
    },
  },
  { name: "settings", path: ({ wid }) => `/w/${wid}/settings`, ready: "Public report" },
  { name: "settings-sending", path: ({ wid }) => `/w/${wid}/settings?tab=sending` },
  { name: "settings-ai", path: ({ wid }) => `/w/${wid}/settings?tab=ai` },
  {
    name: "settings-tracking",
    path: ({ wid }) => `/w/${wid}/settings?tab=tracking`,
    ready: "Open and click tracking",
  },
  {
    name: "settings-integrations",
    path: ({ wid }) => `/w/${wid}/settings?tab=integrations`,
    ready: "Slack",
  },
  {
    name: "settings-connect",
    path: ({ wid }) => `/w/${wid}/settings?tab=integrations`,
    prepare: async (page) => {
      await page.getByRole("button", { name: "Connect", exact: true }).first().click();
      await page.getByRole("dialog").waitFor();
    },
  },
  { name: "settings-keys", path: ({ wid }) => `/w/${wid}/settings?tab=keys`, ready: "CRM sync" },
  {
    name: "settings-key-made",
    path: ({ wid }) => `/w/${wid}/settings?tab=keys`,
    prepare: async (page) => {
      await page.getByRole("button", { name: "Create API key" }).click();
      await page.getByLabel("Name").fill("Spreadsheet");
      await page.getByRole("button", { name: "Create key" }).click();
      await page.getByText("shown only once").waitFor();
    },
  },
  {
    name: "settings-suppressions",
    path: ({ wid }) => `/w/${wid}/settings?tab=suppressions`,
    ready: "competitor.test",
  },
  { name: "admin", path: () => "/admin", ready: "Queue" },
  { name: "admin-clients", path: () => "/admin?tab=clients", ready: "Fjellvik" },
  {
    name: "admin-client-add",
    path: () => "/admin?tab=clients",
    prepare: (page) => opened(page, "Add client"),
  },
  { name: "admin-people", path: () => "/admin?tab=people", ready: "Wilhelmina" },
  { name: "admin-assignments", path: () => "/admin?tab=assignments", ready: "Wilhelmina" },
  {
    name: "admin-domains",
    path: () => "/admin?tab=domains",
    prepare: checkDomains,
  },
  {
    name: "admin-domain",
    path: () => "/admin?tab=domains",
    prepare: async (page) => {
      await checkDomains(page);
      await page.getByRole("button", { name: "osterkamp-foods.test" }).click();
      await page.getByRole("dialog").getByText("Wanted").first().waitFor();
    },
  },
  {
    name: "admin-domains-tracking",
    path: () => "/admin?tab=domains",
    prepare: async (page) => {
      await page.getByRole("button", { name: "Assign tracking domains" }).click();
      await page.getByRole("button", { name: "Preview" }).click();
      await page.getByText("points to Instantly").waitFor();
    },
  },
  { name: "admin-keys", path: () => "/admin?tab=keys", ready: "Agency sync" },
  {
    name: "admin-key-add",
    path: () => "/admin?tab=keys",
    prepare: async (page) => {
      await page.getByRole("button", { name: "Create API key" }).click();
      await page.getByLabel("Workspaces").selectOption("some");
      await page.getByLabel("Access").selectOption("custom");
      await page.getByLabel("Read the inbox").waitFor();
    },
  },
  { name: "admin-connections", path: () => "/admin?tab=connections", ready: "Redirect address" },
  {
    name: "admin-organisations",
    path: () => "/admin?tab=organisations",
    ready: "Beacon Bakeries",
  },
  {
    name: "admin-organisation",
    path: ({ organisation }) => `/admin?tab=organisations&organisation=${organisation}`,
    prepare: async (page) => {
      await page.getByText("user1@beacon.test").waitFor();
      await page.getByRole("checkbox", { name: "user2@beacon.test" }).check();
    },
  },
  {
    name: "admin-organisation-add",
    path: () => "/admin?tab=organisations",
    prepare: async (page) => {
      await page.getByText("Beacon Bakeries").waitFor();
      await opened(page, "Add Google domain");
    },
  },
  { name: "admin-audit", path: () => "/admin?tab=audit", ready: "Workspace" },
  { name: "admin-updates", path: () => "/admin?tab=updates", ready: "Version" },
  { name: "report", path: () => "/report/halden", signedIn: false, ready: "Campaigns" },
  { name: "notices", path: ({ wid }) => `/w/${wid}/notices` },
  ...["", "/inbox", "/campaigns", "/leads", "/mailboxes", "/webhooks", "/notices"].map((room) => ({
    name: `empty${room.replace("/", "-") || "-overview"}`,
    path: ({ empty }: Rooms) => `/w/${empty}${room}`,
  })),
  { name: "forgot", path: () => "/forgot-password", signedIn: false },
  {
    name: "campaigns-add",
    path: ({ wid }) => `/w/${wid}/campaigns`,
    prepare: (page) => opened(page, "New campaign"),
  },
  {
    name: "campaign-unsaved",
    path: ({ wid, campaignId }) => `/w/${wid}/campaigns/${campaignId}?tab=settings`,
    prepare: async (page) => {
      await page.getByLabel("New leads per day").fill("20");
      await page.getByText("Unsaved changes").waitFor();
    },
  },
  {
    name: "leads-selected",
    path: ({ wid }) => `/w/${wid}/leads`,
    prepare: async (page) => {
      await page.getByLabel("Select Pavel Ruzicka").check();
      await page.getByText("1 selected").waitFor();
    },
  },
  {
    name: "rooms-menu",
    path: ({ wid }) => `/w/${wid}`,
    prepare: async (page) => {
      const more = page.getByRole("button", { name: "More", exact: true });
      const workspaces = page.getByRole("button", { name: /Halden Supply/ });
      await more.or(workspaces).filter({ visible: true }).first().click();
      await page.getByRole("dialog").or(page.getByRole("menu")).first().waitFor();
    },
  },
  { name: "not-here", path: ({ wid }) => `/w/${wid}/nowhere` },
  {
    name: "state-loading",
    path: ({ wid }) => `/w/${wid}/notices`,
    prepare: async (page) => {
      await page.route("**/api/v1/**/leads?*", () => undefined);
      await roomNamed(page, "Leads");
      await page.locator(".sk").first().waitFor();
    },
  },
  {
    name: "state-error",
    path: ({ wid }) => `/w/${wid}/notices`,
    prepare: async (page) => {
      await refuse(page, "**/api/v1/**/campaigns?*", 500, "internal", "Something broke here.");
      await roomNamed(page, "Campaigns");
      await page.getByRole("button", { name: /again/ }).first().waitFor();
    },
  },
  {
    name: "state-limited",
    path: ({ wid }) => `/w/${wid}/notices`,
    prepare: async (page) => {
      await refuse(page, "**/api/v1/**/threads?*", 429, "rate_limited", "Wait 20 seconds.");
      await roomNamed(page, "Inbox");
      await page.getByText("Too many requests").waitFor();
    },
  },
  {
    name: "state-offline",
    path: ({ wid }) => `/w/${wid}/notices`,
    prepare: async (page) => {
      await page.route("**/api/v1/**", (route) => route.abort("internetdisconnected"));
      await roomNamed(page, "Leads");
      await page.context().setOffline(true);
      await page.getByText("not reachable").first().waitFor();
    },
  },
  {
    name: "state-signed-out",
    path: ({ wid }) => `/w/${wid}/notices`,
    prepare: async (page) => {
      await refuse(page, "**/api/v1/**/leads?*", 401, "unauthenticated", "Sign in.");
      await roomNamed(page, "Leads");
      await page.getByLabel("Password").waitFor();
    },
  },
  // Last: whoever opened it is somebody else from now on.
  {
    name: "acting",
    path: () => "/admin?tab=clients",
    prepare: async (page) => {
      await page.getByRole("button", { name: "Act as Olga Ost" }).click();
      await page.getByText("you are acting as").waitFor();
      await roomNamed(page, "Inbox");
      await page.locator(".empty").first().waitFor();
    },
  },
];

async function selectThree(page: Page): Promise<void> {
  const boxes = page.getByRole("checkbox", { name: /^Select .*@brightwater/ });
  await boxes.nth(1).check();
  await boxes.nth(3).click({ modifiers: ["Shift"] });
  await page.getByText("3 selected").waitFor();
}

async function opened(page: Page, button: string): Promise<void> {
  await page.getByRole("button", { name: button }).click();
  await page.getByRole("dialog").waitFor();
}

const roomNamed = (page: Page, name: string) =>
  page
    .getByRole("link", { name: new RegExp(`^${name}`) })
    .filter({ visible: true })
    .first()
    .click();

/** Answers what fits `glob` with a problem, as the server words them. */
const refuse = (page: Page, glob: string, status: number, code: string, detail: string) =>
  page.route(glob, (route) =>
    route.fulfill({
      status,
      contentType: "application/problem+json",
      headers: { "retry-after": "20" },
      body: JSON.stringify({ type: "about:blank", title: code, code, status, detail }),
    }),
  );

/** A file as a spreadsheet of another tool writes it. */
async function chooseFile(page: Page): Promise<void> {
  const rows = "ann@osterkamp.test;Ann;Berg;Osterkamp;hot\nnot an address;Bo;Lie;;cold\n";
  await page.getByLabel("CSV file").setInputFiles({
    name: "Fair contacts.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(`E-Mail;Given name;Surname;Firma;Warmth\n${rows}`),
  });
  await page.getByRole("button", { name: "Preview import" }).click();
  await page.getByLabel("Import result").waitFor();
}

/** Has every domain checked, so that the page shows what DNS says. */
async function checkDomains(page: Page): Promise<void> {
  await Promise.all([
    page.waitForResponse((answer) => answer.request().method() === "POST"),
    page.getByRole("button", { name: "Check all" }).click(),
  ]);
  await page.getByText(/domains checked/).waitFor();
}
