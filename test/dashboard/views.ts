import { answerPlacement } from "./placement-answers.ts";
import { answerMove, answerMoves } from "./move-answers.ts";
import { workbook } from "#test/support/workbook.ts";
import type { Page } from "playwright-core";
import type { Places } from "./furnish.ts";
import type { Rooms } from "./furnish-rooms.ts";
import { type Address, addressOf, isPublic, ROOMS, TABS } from "./rooms.ts";

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
  /** What the page meets when it opens. */
  readonly before?: (page: Page) => Promise<unknown>;
  /** Its answers never come. */
  readonly isLoading?: true;
};

/** What rooms ask; who is signed in and the look of the page are there already. */
const ASKED_BY_ROOMS = /\/api\/v1\/(?!auth\/|setup\/|branding\/)/;
const isOfInstall = (address: Address): boolean => !isPublic(address);

/** Every room and tab while its answers are on their way, and where they fail: seen in each language. */
export const STATES: readonly View[] = [...ROOMS, ...TABS]
  .filter(isOfInstall)
  .flatMap((address) => {
    const name = address
      .replace(/^\/w\/:wid/, "")
      .replaceAll(/[^a-z]+/gi, "-")
      .replaceAll(/^-|-$/g, "");
    const path = (places: Rooms): string => addressOf(address, places);
    return [
      {
        name: `loading-${name || "overview"}`,
        path,
        before: (page: Page) => page.route(ASKED_BY_ROOMS, () => undefined),
        isLoading: true,
      },
      {
        name: `failed-${name || "overview"}`,
        path,
        before: (page: Page) =>
          refuse(page, ASKED_BY_ROOMS, 500, "internal", "Something broke here."),
      },
    ];
  });

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
  {
    name: "inbox-opt-out",
    path: ({ wid }) => `/w/${wid}/inbox?view=all`,
    prepare: async (page) => {
      await page
        .getByRole("button", { name: /Henk de Boer/ })
        .first()
        .click();
      await page.getByRole("button", { name: "“Please remove me from your list”" }).click();
      await page.getByText("The words that decided:").waitFor();
    },
  },
  {
    name: "inbox-successor",
    path: ({ wid }) => `/w/${wid}/inbox?view=all`,
    prepare: async (page) => {
      await page
        .getByRole("button", { name: /Lucie Amar/ })
        .first()
        .click();
      await page.getByText("Names instead").waitFor();
    },
  },
  {
    name: "inbox-paste",
    path: ({ wid }) => `/w/${wid}/inbox?view=all`,
    prepare: async (page) => {
      await page.getByRole("button", { name: "Paste a message" }).click();
      await page
        .getByLabel("Raw message with its headers")
        .fill(
          "From: Ann <a.stranger@else.test>\nSubject: Re: A question\n\nNot now, please get back to me in March.\n\n> Hi",
        );
      await page.getByRole("button", { name: "Read", exact: true }).click();
      await page.getByText("Decided by").waitFor();
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
  { name: "templates", path: () => "/templates", ready: "Choose a time" },
  { name: "templates-none", path: () => "/templates?q=nothing", ready: "No matching templates" },
  {
    name: "template-campaign",
    path: ({ template }) => `/templates/${template}`,
    prepare: async (page) => {
      await page.getByLabel("Description").fill("For logistics and food.");
      await page.getByRole("button", { name: "Save template" }).waitFor();
    },
  },
  {
    name: "template-save",
    path: ({ wid, campaignId }) => `/w/${wid}/campaigns/${campaignId}`,
    prepare: async (page) => {
      await page.getByRole("button", { name: "More actions" }).click();
      await page.getByRole("menuitem", { name: "Save as template" }).click();
      await page.getByRole("dialog").getByLabel("Save as").waitFor();
    },
  },
  {
    name: "template-snippet",
    path: ({ wid, campaignId }) => `/w/${wid}/campaigns/${campaignId}`,
    prepare: async (page) => {
      await page.getByRole("button", { name: "Snippet" }).click();
      await page.getByRole("button", { name: /Choose a time/ }).waitFor();
    },
  },
  {
    name: "template-new-campaign",
    path: ({ wid }) => `/w/${wid}/campaigns?make=true`,
    prepare: async (page) => {
      await page.getByRole("dialog").getByLabel("Template").waitFor();
    },
  },
  { name: "campaigns", path: ({ wid }) => `/w/${wid}/campaigns` },
  { name: "tasks", path: ({ wid }) => `/w/${wid}/tasks`, ready: "Connect, and mention the fair." },
  { name: "tasks-empty", path: ({ wid }) => `/w/${wid}/tasks?due=later`, ready: "Nothing" },
  {
    name: "campaign-rule",
    path: ({ wid, campaignId }) => `/w/${wid}/campaigns/${campaignId}?tab=rules`,
    prepare: async (page) => {
      await page.getByRole("button", { name: "Edit rule" }).first().click();
      await page.getByRole("dialog").getByText("What is to be done").waitFor();
    },
  },
  {
    name: "campaign-steps",
    path: ({ wid, campaignId }) => `/w/${wid}/campaigns/${campaignId}`,
    ready: "Spam check",
  },
  ...(["rules", "schedule", "mailboxes", "leads", "analytics", "settings"] as const).map((tab) => ({
    name: `campaign-${tab}`,
    path: ({ wid, campaignId }: Places) => `/w/${wid}/campaigns/${campaignId}?tab=${tab}`,
  })),
  {
    name: "campaign-formats",
    path: ({ wid, campaignId }) => `/w/${wid}/campaigns/${campaignId}`,
    prepare: async (page) => {
      await page.getByLabel("Message", { exact: true }).focus();
      await page.keyboard.press("Control+End");
      for (const name of ["Bold", "List", "Picture by its address"]) {
        await page.getByRole("button", { name, exact: true }).click();
      }
    },
  },
  {
    name: "campaign-zones",
    path: ({ wid, campaignId }) => `/w/${wid}/campaigns/${campaignId}?tab=schedule`,
    prepare: async (page) => {
      for (const day of ["2026-12-25", "2027-01-01"]) {
        await page.getByLabel("Holidays").fill(day);
        await page.getByLabel("Holidays").press("Enter");
      }
      await page.getByRole("combobox", { name: "Time zone" }).fill("new york");
      await page.getByRole("option", { name: "America/New_York" }).waitFor();
    },
  },
  {
    name: "mailbox-pacing",
    path: ({ wid, mailboxId }) => `/w/${wid}/mailboxes/${mailboxId}`,
    async prepare(page) {
      await page.route("**/pacing?*", (route) =>
        route.fulfill({ json: { enabled: true, data: PACES } }),
      );
      await page.reload();
      await page.getByRole("heading", { name: "Recipient providers" }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: "campaign-variants",
    path: ({ wid, campaignId }) => `/w/${wid}/campaigns/${campaignId}`,
    async prepare(page) {
      const campaign = new URL(page.url()).pathname.replace("/w/", "/api/v1/workspaces/");
      const { steps } = await (await page.request.get(campaign)).json();
      const data = CONTESTS.map((one, i) => ({ ...one, step_id: steps[i]?.id }));
      await page.route("**/contests", (route) => route.fulfill({ json: { data } }));
      await page.getByRole("link", { name: "Analytics" }).click();
      await page.reload();
      await page.getByRole("heading", { name: "Variants of step 1" }).scrollIntoViewIfNeeded();
    },
  },
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
    name: "shortcuts",
    path: ({ wid }) => `/w/${wid}/inbox`,
    prepare: async (page) => {
      await page.keyboard.press("?");
      await page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "campaign-funnel",
    path: ({ wid, campaignId }) => `/w/${wid}/campaigns/${campaignId}?tab=analytics`,
    ready: "Funnel",
    prepare: async (page) => {
      await page.getByRole("heading", { name: "Funnel" }).scrollIntoViewIfNeeded();
      await page.mouse.wheel(0, 500);
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
  {
    name: "leads-workbook",
    path: ({ wid }) => `/w/${wid}/leads?upload=true`,
    prepare: chooseWorkbook,
  },
  {
    name: "validate",
    path: ({ wid }) => `/w/${wid}/leads/validate`,
    ready: "Most common reasons",
    prepare: async (page) => {
      await page.getByLabel("CSV or XLSX file").setInputFiles({
        name: "Guests.csv",
        mimeType: "text/csv",
        buffer: Buffer.from("Guest;Contact;Table\nAnn Berg;ann@osterkamp.test;4\n"),
      });
      await page.getByLabel("Column with the addresses").waitFor();
    },
  },
  {
    name: "validate-running",
    path: ({ wid }) => `/w/${wid}/leads/validate`,
    prepare: showRunning,
  },
  {
    name: "validate-refused",
    path: ({ wid }) => `/w/${wid}/leads/validate`,
    prepare: async (page) => {
      await page.getByLabel("CSV or XLSX file").setInputFiles({
        name: "Old list.xls",
        mimeType: "application/vnd.ms-excel",
        buffer: Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]),
      });
      await page.getByText("old Excel file").waitFor();
    },
  },
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
  {
    name: "placement",
    path: ({ wid }) => `/w/${wid}/placement`,
    prepare: async (page) => {
      await answerPlacement(page);
      await page.reload();
      await page.getByText("Over time").waitFor();
    },
  },
  {
    name: "placement-test",
    path: ({ wid }) => `/w/${wid}/placement/77`,
    prepare: async (page) => {
      await answerPlacement(page);
      await page.reload();
      await page.getByText("Cause found").waitFor();
    },
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
      await page.getByLabel("CSV or XLSX file").setInputFiles({
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
  {
    name: "settings-logo",
    path: ({ wid }) => `/w/${wid}/settings`,
    prepare: async (page) => {
      await page.getByLabel("Logo").setInputFiles("test/dashboard/logo.png");
      await page.getByRole("img", { name: "Your logo" }).scrollIntoViewIfNeeded();
    },
  },
  { name: "settings-sending", path: ({ wid }) => `/w/${wid}/settings?tab=sending` },
  { name: "settings-ai", path: ({ wid }) => `/w/${wid}/settings?tab=ai` },
  {
    name: "settings-tracking",
    path: ({ wid }) => `/w/${wid}/settings?tab=tracking`,
    ready: "Open and click tracking",
  },
  {
    name: "settings-white-label",
    path: ({ wid }) => `/w/${wid}/settings?tab=white-label`,
    ready: "Verified",
  },
  {
    name: "settings-white-label-typed",
    path: ({ wid }) => `/w/${wid}/settings?tab=white-label`,
    ready: "Verified",
    prepare: async (page) => {
      await page.getByLabel("Product name").fill("A rather long product name of a cooperative");
      await page.getByLabel("Accent colour", { exact: true }).fill("#ffd400");
      const host = "dashboard.confederation-of-regional-cooperatives.test";
      const found = {
        found: [],
        status: "fail",
        code: "none",
        hint: "The name does not exist yet. Add a CNAME record to outreach.northgate.test.",
        agreement: "all",
      };
      const answer = {
        host,
        url: `https://${host}`,
        status: "pending",
        ssl: "pending",
        record: {
          ...found,
          domain: host,
          name: "own_host",
          type: "CNAME",
          host,
          expected: "outreach.northgate.test",
        },
        links_lead_to: "https://outreach.northgate.test",
        checked_at: new Date().toISOString(),
        verified_at: null,
      };
      await page.route("**/host", (route) => route.fulfill({ json: answer }));
      await page.getByRole("textbox", { name: "Host" }).fill(host);
      await page.getByRole("button", { name: "Set host" }).click();
      await page.getByText("Waiting for DNS").waitFor();
      await page.getByText("Type", { exact: true }).scrollIntoViewIfNeeded();
    },
  },
  { name: "own-host-sign-in", path: ({ ownHost }) => `${ownHost}/sign-in`, signedIn: false },
  { name: "own-host-report", path: ({ ownHost }) => `${ownHost}/report/halden`, signedIn: false },
  {
    name: "own-host-docs",
    path: ({ ownHost }) => `${ownHost}/docs/api`,
    signedIn: false,
    ready: "Page not found",
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
  { name: "admin-costs", path: () => "/admin?tab=costs" },
  {
    name: "admin-costs-prices",
    path: () => "/admin?tab=costs",
    prepare: (page) => opened(page, "Change prices"),
  },
  {
    name: "admin-client-add",
    path: () => "/admin?tab=clients",
    prepare: (page) => opened(page, "Add client"),
  },
  {
    name: "admin-suppressions",
    path: () => "/admin?tab=suppressions",
    ready: "Rules for all clients",
    prepare: async (page) => {
      await page.getByLabel("Suppress an address or domain").fill("ann@acme.test");
      await page.getByRole("button", { name: "Suppress", exact: true }).click();
      await page.getByText("Added by an admin").first().waitFor();
    },
  },
  {
    name: "admin-address",
    path: () => "/admin?tab=addresses",
    prepare: async (page) => {
      await page.getByLabel("Email address").fill("h.deboer@noordkadevis.test");
      await page.getByRole("button", { name: "Find", exact: true }).click();
      await page.getByText("Erase and suppress everywhere").waitFor();
    },
  },
  { name: "admin-people", path: () => "/admin?tab=people", ready: "Wilhelmina" },
  {
    name: "admin-invite",
    path: () => "/admin?tab=people",
    prepare: (page) => opened(page, "Invite person"),
  },
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
  { name: "admin-sso", path: () => "/admin?tab=sso", prepare: (page) => withSso(page) },
  {
    name: "admin-sso-rows",
    path: () => "/admin?tab=sso",
    prepare: async (page) => {
      await withSso(page);
      await page.getByRole("group", { name: "Row 1" }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: "admin-sso-only",
    path: () => "/admin?tab=sso",
    prepare: async (page) => {
      await withSso(page, { only: true });
      await page.getByRole("region", { name: "Linked people" }).scrollIntoViewIfNeeded();
      await page.mouse.wheel(0, 4_000);
    },
  },
  { name: "admin-sso-empty", path: () => "/admin?tab=sso", ready: "Redirect address" },
  { name: "account-sso", path: () => "/account", prepare: (page) => withSso(page) },
  {
    name: "sign-in-sso",
    path: () => "/sign-in",
    signedIn: false,
    prepare: (page) => withSso(page),
  },
  {
    name: "sign-in-sso-only",
    path: () => "/sign-in?sso_problem=sso_no_access",
    signedIn: false,
    prepare: async (page) => {
      await withSso(page, { only: true });
      await page.getByText("Emergency account").click();
    },
  },
  { name: "sso-done", path: () => "/sso-done", signedIn: false },
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
    name: "moves-list",
    path: () => "/account",
    prepare: async (page) => {
      await answerMoves(page);
      await page.goto("/admin/moves");
      await page.getByText("Waiting").or(page.getByText("Reading")).first().waitFor();
    },
  },
  { name: "moves-empty", path: () => "/admin/moves", ready: "No moves yet" },
  {
    name: "moves-new",
    path: () => "/admin/moves?make=true",
    ready: "Move in from another product",
  },
  {
    name: "moves-reading",
    path: () => "/account",
    prepare: async (page) => {
      await answerMove(page, "reading");
      await page.goto("/admin/moves/3");
      await page.getByText("Reading Instantly").first().waitFor();
    },
  },
  {
    name: "moves-refused",
    path: () => "/account",
    prepare: async (page) => {
      await answerMove(page, "refused");
      await page.goto("/admin/moves/3");
      await page.getByText("Replace the key").first().waitFor();
    },
  },
  {
    name: "moves-clients",
    path: () => "/account",
    prepare: async (page) => {
      await answerMove(page, "ready");
      await page.goto("/admin/moves/3?step=clients");
      await page.getByText("clients of Instantly").first().waitFor();
    },
  },
  {
    name: "moves-preview",
    path: () => "/account",
    prepare: async (page) => {
      await answerMove(page, "ready");
      await page.goto("/admin/moves/3?step=preview");
      await page.getByText("Cold chain, Nordics, autumn").first().waitFor();
    },
  },
  {
    name: "moves-preview-open",
    path: () => "/account",
    prepare: async (page) => {
      await answerMove(page, "ready");
      await page.goto("/admin/moves/3?step=preview");
      await page.locator(".move-campaign > summary").first().click();
      await page.getByText("Where its 8,100 leads stand").waitFor();
    },
  },
  {
    name: "moves-preview-steps",
    path: () => "/account",
    prepare: async (page) => {
      await answerMove(page, "ready");
      await page.goto("/admin/moves/3?step=preview");
      await page.locator(".move-campaign > summary").first().click();
      await page
        .locator(".move-step")
        .last()
        .evaluate((step) => step.scrollIntoView());
    },
  },
  {
    name: "moves-preview-end",
    path: () => "/account",
    prepare: async (page) => {
      await answerMove(page, "ready");
      await page.goto("/admin/moves/3?step=preview");
      await page.getByRole("heading", { name: "Move", exact: true }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: "moves-moving",
    path: () => "/account",
    prepare: async (page) => {
      await answerMove(page, "moving");
      await page.goto("/admin/moves/3");
      await page.getByText("taken over").first().waitFor();
    },
  },
  {
    name: "moves-check",
    path: () => "/account",
    prepare: async (page) => {
      await answerMove(page, "ready_to_start");
      await page.goto("/admin/moves/3?step=check");
      await page.getByText("Folders of mailboxes").first().waitFor();
    },
  },
  {
    name: "moves-check-end",
    path: () => "/account",
    prepare: async (page) => {
      await answerMove(page, "ready_to_start");
      await page.goto("/admin/moves/3?step=check");
      await page.getByText("Go on to the start").scrollIntoViewIfNeeded();
    },
  },
  {
    name: "moves-start",
    path: () => "/account",
    prepare: async (page) => {
      await answerMove(page, "ready_to_start");
      await page.goto("/admin/moves/3?step=start");
      await page.getByText("Not started").first().waitFor();
    },
  },
  {
    name: "moves-start-dialog",
    path: () => "/account",
    prepare: async (page) => {
      await answerMove(page, "ready_to_start");
      await page.goto("/admin/moves/3?step=start");
      await page.getByRole("button", { name: /^Start 2 campaigns of/ }).click();
      await page.getByRole("dialog").getByRole("checkbox").waitFor();
    },
  },
  {
    name: "moves-started",
    path: () => "/account",
    prepare: async (page) => {
      await answerMove(page, "started");
      await page.goto("/admin/moves/3");
      await page.getByText("Watching Instantly").first().waitFor();
    },
  },
  {
    name: "moves-dropped",
    path: () => "/account",
    prepare: async (page) => {
      await answerMove(page, "dropped");
      await page.goto("/admin/moves/3");
      await page.getByText("there is no key").first().waitFor();
    },
  },
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
  {
    name: "admin-audit",
    path: () => "/admin?tab=audit",
    prepare: async (page) => {
      await page
        .getByRole("button", { name: /Started campaign/ })
        .first()
        .click();
      await page.getByRole("group", { name: "Show only entries of this" }).waitFor();
    },
  },
  {
    name: "admin-audit-filtered",
    path: () => "/admin?tab=audit&action=campaign.started&key=workspace%3A1&from=2026-11-01",
    ready: "No matching entries",
  },
  { name: "admin-updates", path: () => "/admin?tab=updates", ready: "Version" },
  { name: "report", path: () => "/report/halden", signedIn: false, ready: "Campaigns" },
  { name: "notices", path: ({ wid }) => `/w/${wid}/notices` },
  ...["", "/inbox", "/campaigns", "/leads", "/mailboxes", "/webhooks", "/notices"].map((room) => ({
    name: `empty${room.replace("/", "-") || "-overview"}`,
    path: ({ empty }: Rooms) => `/w/${empty}${room}`,
  })),
  {
    name: "invitation",
    path: ({ invitation }) => new URL(invitation).pathname + new URL(invitation).hash,
    signedIn: false,
    ready: "Your name",
  },
  { name: "confirm-email", path: () => "/confirm-email#token=none", signedIn: false },
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
  {
    name: "settings-white-label-none",
    path: ({ empty }) => `/w/${empty}/settings?tab=white-label`,
    ready: "Use white label",
  },
];

/** Shows the page as it is where the company has a provider. */
async function withSso(page: Page, more: { readonly only?: boolean } = {}): Promise<void> {
  const at = "2026-11-24T12:00:00.000Z";
  const only = more.only ?? false;
  const person = { issuer: "https://northgate.okta.com", linked_at: at, last_sign_in_at: at };
  const answers: Readonly<Record<string, unknown>> = {
    "/auth/sso": {
      enabled: true,
      name: "Okta",
      only,
      start_url: `${new URL(page.url()).origin}/api/v1/auth/sso/start`,
    },
    "/auth/sso/link": {
      available: true,
      name: "Okta",
      linked: { email: "ines@northgate.test", linked_at: at, last_sign_in_at: at },
      password_set: true,
    },
    "/admin/sso": {
      source: "admin",
      issuer: "https://northgate.okta.com",
      client_id: "0oa1b2c3d4e5f6g7h8i9",
      has_client_secret: true,
      name: "Okta",
      scopes: ["openid", "email", "profile", "groups"],
      domains: ["northgate.test"],
      create_people: true,
      trust_email: false,
      role_claim: "groups",
      roles: [
        { value: "outrider-admins", role: "admin", workspaces: null },
        { value: "sales", role: "employee", workspaces: [1] },
        { value: "support", role: "employee", workspaces: null },
        { value: "fjellvik", role: "client", workspaces: [2] },
      ],
      default_role: null,
      mfa_values: ["mfa"],
      session_hours: 24,
      redirect_uri: "https://outreach.northgate.test/api/v1/auth/sso/callback",
      start_url: "https://outreach.northgate.test/api/v1/auth/sso/start",
      proved: true,
      only,
      emergency_account: only ? { id: 1, name: "Ines Marr", email: "ines@northgate.test" } : null,
      unlinked_admins: 2,
      updated_at: at,
    },
    "/admin/sso/people": {
      data: [
        {
          id: 7,
          name: "Wilhelmina Featherstonehaugh",
          email: "wilhelmina@northgate.test",
          role: "employee",
          ...person,
          ended_at: null,
        },
        {
          id: 6,
          name: "Jonas Berg",
          email: "jonas@northgate.test",
          role: "employee",
          ...person,
          ended_at: at,
        },
      ],
      pagination: { page: 1, limit: 50, total: 2, total_pages: 1, next_cursor: null },
    },
  };
  await page.route(/\/api\/v1\/(?:auth|admin)\/sso(?:\/(?:link|people))?(?:\?.*)?$/, (route) => {
    const { pathname } = new URL(route.request().url());
    return route.fulfill({ json: answers[pathname.replace("/api/v1", "")] });
  });
  await page.reload();
  await page.getByText("Okta").first().waitFor();
}

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
  await page.getByLabel("CSV or XLSX file").setInputFiles({
    name: "Fair contacts.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(`E-Mail;Given name;Surname;Firma;Warmth\n${rows}`),
  });
  await page.getByRole("button", { name: "Preview import" }).click();
  await page.getByLabel("Import result").waitFor();
}

async function chooseWorkbook(page: Page): Promise<void> {
  const people = ["Ann Berg", "Bo Lie", "Cleo Roth"].map((name, i) => {
    const [first = "", last = ""] = name.split(" ");
    const address = `${first}.${last}@osterkamp.test`.toLowerCase();
    const cells = [address, first, last, `+49 40 55500${i}`, "Osterkamp GmbH", "warm"];
    return i === 1 ? { hidden: true as const, cells } : cells;
  });
  const bytes = await workbook({
    sheets: [
      { name: "Notes", rows: [["Fair of Hamburg"]] },
      { name: "Contacts", rows: [["E-Mail", "", "", "Durchwahl", "Kunde", "Warmth"], ...people] },
      { name: "Lookup", state: "hidden", rows: [["x"]] },
    ],
  });
  await page.getByLabel("CSV or XLSX file").setInputFiles({
    name: "Fair contacts.xlsx",
    mimeType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    buffer: Buffer.from(bytes),
  });
  await page.getByRole("button", { name: "Preview import" }).click();
  await page.getByLabel("Import result").waitFor();
}

/** Validations in the middle of their work, which take no time here. */
async function showRunning(page: Page): Promise<void> {
  await page.route("**/api/v1/**/validations?*", async (route) => {
    const answer = await route.fetch();
    const page = (await answer.json()) as { data: Record<string, unknown>[] };
    const [job] = page.data;
    const running = {
      ...job,
      id: 9_001,
      name: "Exhibitors of all fairs since 2019, with former addresses.xlsx",
      status: "running",
      total: 48_200,
      done: 20_480,
      counts: { valid: 15_010, risky: 4_120, invalid: 1_350, no_address: 0 },
    };
    const zero = { valid: 0, risky: 0, invalid: 0, no_address: 0 };
    const queued = {
      ...running,
      id: 9_002,
      name: "Visitors.csv",
      status: "queued",
      done: 0,
      counts: zero,
    };
    await route.fulfill({
      response: answer,
      json: { ...page, data: [queued, running, ...page.data] },
    });
  });
  await page.reload();
  await page.getByText("of 48,200 rows").waitFor();
}

/** Has every domain checked, so that the page shows what DNS says. */
async function checkDomains(page: Page): Promise<void> {
  await Promise.all([
    page.waitForResponse((answer) => answer.request().method() === "POST"),
    page.getByRole("button", { name: "Check all" }).click(),
  ]);
  await page.getByText(/domains checked/).waitFor();
}

const arm = (variant: string, mails: number, hits: number, evidence: number) => ({
  variant,
  weight: 34,
  mails,
  hits,
  rate: hits / mails,
  waiting: 12,
  evidence,
  is_out: false,
});
const CONTEST = {
  step_id: 1,
  position: 1,
  number: 2,
  started_at: "2026-10-02T08:00:00.000Z",
  metric: "reply",
  window_days: 7,
  state: "open",
  winner: null as string | null,
  decided_at: null,
  applied_at: null,
  can_undo: true,
  arms: [
    arm("control", 812, 25, 0.02),
    arm("B", 798, 41, 0.58),
    { ...arm("C", 640, 6, 0), weight: 0, is_out: true, waiting: 0 },
  ],
  mails_needed: 3100,
  mails_planned: 4200,
  usual_rate: 0.03,
  message: "Started again. Undecided: about 3,100 more emails. 24 more emails wait for day 7.",
};
/** Comparisons take weeks: as they look on the way, and with a winner. */
const CONTESTS = [
  CONTEST,
  {
    ...CONTEST,
    step_id: 2,
    position: 2,
    number: 1,
    state: "winner",
    winner: "B",
    can_undo: false,
    arms: [arm("control", 812, 25, 0), arm("B", 798, 61, 1)],
    mails_needed: null,
    message: "Variant B wins by replies.",
  },
];

const pace = (recipients: string, name: string, change: object) => ({
  domain: "halden.test",
  recipients,
  name,
  sent_today: 20,
  limit: null,
  status: "open",
  until: null,
  refused_at: null,
  refusal: null,
  reason: "Limited by its mailboxes alone.",
  ...change,
});
/** Providers in every state. */
const PACES = [
  pace("google", "Google", {
    limit: 28,
    status: "growing",
    reason: "A new domain to Google: 20% more after each day on which it sends without a refusal.",
  }),
  pace("microsoft365", "Microsoft 365", {
    sent_today: 14,
    limit: 17,
    status: "held",
    until: new Date(Date.now() + 25 * 60_000).toISOString(),
    refused_at: new Date(Date.now() - 5 * 60_000).toISOString(),
    refusal: "4.7.650 The mail server has been temporarily rate limited due to IP reputation.",
    reason:
      "Microsoft 365 asked to slow down. Emails there wait, and half of a day is allowed for 24 hours.",
  }),
  pace("yahoo", "Yahoo", {
    sent_today: 0,
    limit: 0,
    status: "paused",
    reason: "Paused, since too many emails to Yahoo lie in junk. 4 of 8 emails were in junk.",
  }),
  pace("mx.small-host.example", "mx.small-host.example", { sent_today: 3 }),
];
