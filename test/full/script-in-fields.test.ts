import type { Frame, Page } from "playwright-core";
import { z } from "zod";
import { afterAll, beforeAll, expect, it } from "vitest";
import { answer, mailTo } from "#test/dashboard/answers.ts";
import { furnish, type Places } from "#test/dashboard/furnish.ts";
import { anything, openOwnWorkspace, type Workspace } from "#test/dashboard/world.ts";
import type { Api } from "#test/demo/api.ts";

/** What ends a text or an attribute in HTML, and then runs; `owned` tells this test that it did. */
const evil = (field: string): string =>
  `${field}"><img src=x onerror=owned()><script>owned()</script>`;
const URL_OF_SCRIPT = "javascript:owned()";

let world: Workspace;
let places: Places;
let api: Api;
beforeAll(async () => {
  world = await openOwnWorkspace();
  places = await furnish(world);
  api = await world.api(world.operator);
});
afterAll(() => world?.stop());

type Stored = readonly [fields: readonly string[], method: string, path: string, body: unknown];

/** Every text that somebody gives and somebody else reads, by the call that stores it. */
const stored = ({ wid, campaignId, listId }: Places, stepId: number): readonly Stored[] => {
  const w = `/workspaces/${wid}`;
  const password = "amber field seventeen";
  return [
    [["product"], "POST", "/setup/branding", { name: evil("product") }],
    [["myself"], "PUT", "/auth/me", { name: evil("myself") }],
    [
      ["space", "firm", "street", "footer", "leave", "model", "voice"],
      "PUT",
      `${w}/settings`,
      {
        general: {
          name: evil("space"),
          from_company: evil("firm"),
          postal_address: evil("street"),
        },
        compliance: {
          unsubscribe_text: evil("footer"),
          unsubscribe_page_text: evil("leave"),
        },
        ai: { provider: "openai", model: evil("model"), voice_profile: evil("voice") },
      },
    ],
    [["campaign"], "PUT", `${w}/campaigns/${campaignId}`, { name: evil("campaign") }],
    [
      ["subject", "body"],
      "PUT",
      `${w}/campaigns/${campaignId}/steps/${stepId}`,
      { subject: evil("subject"), body_html: evil("body"), body_text: evil("text") },
    ],
    [["list"], "PUT", `${w}/lists/${listId}`, { name: evil("list") }],
    [
      ["first", "last", "company", "job", "phone", "custom"],
      "PUT",
      `${w}/leads/1`,
      {
        first_name: evil("first"),
        last_name: evil("last"),
        company: evil("company"),
        job_title: evil("job"),
        phone: evil("phone").slice(0, 50),
        custom: { note: evil("custom") },
      },
    ],
    [
      ["sender", "plainsign"],
      "PUT",
      `${w}/mailboxes/1`,
      {
        from_name: evil("sender"),
        signature_html: evil("htmlsign"),
        signature_text: evil("plainsign"),
        tags: [evil("mtag")],
      },
    ],
    [
      ["template", "words"],
      "POST",
      `${w}/reply-templates`,
      { name: evil("template"), body: evil("words") },
    ],
    [["key"], "POST", `${w}/api-keys`, { name: evil("key") }],
    [
      ["client", "hall"],
      "POST",
      "/admin/clients",
      {
        name: evil("client"),
        email: "client@osterkamp.test",
        password,
        workspace: { name: evil("hall"), slug: "evil-hall" },
      },
    ],
    [
      ["worker"],
      "POST",
      "/admin/employees",
      { name: evil("worker"), email: "worker@osterkamp.test", password },
    ],
  ];
};

/** Fields that hold an address or a colour: a script in them is refused. */
const refused = ({ wid }: Places): readonly Stored[] => {
  const w = `/workspaces/${wid}`;
  const secret = "a secret of more than sixteen";
  const script = URL_OF_SCRIPT;
  return [
    [["webhook"], "POST", `${w}/webhooks`, { url: script, secret, events: ["lead.replied"] }],
    [["logo of a workspace"], "PUT", `${w}/settings`, { general: { logo_url: script } }],
    [["logo"], "POST", "/setup/branding", { name: "Northgate", logo: script }],
    [
      ["drawn logo"],
      "POST",
      "/setup/branding",
      { name: "Northgate", logo: "data:image/svg+xml,<svg onload='owned()'/>" },
    ],
    [
      ["accent"],
      "POST",
      "/setup/branding",
      { name: "Northgate", accent: "red}*{background:url(//evil.test)}" },
    ],
    [["slug"], "POST", "/workspaces", { name: "Slug", slug: evil("slug") }],
    [
      ["tracking domain"],
      "POST",
      `${w}/settings/tracking-domain`,
      { domain: `evil.test/${script}` },
    ],
    [["mail server"], "PUT", `${w}/mailboxes/1`, { smtp_host: evil("host") }],
    [["address"], "POST", `${w}/suppressions`, { email: evil("address") }],
    [["time zone"], "PUT", `${w}/settings`, { general: { timezone: evil("zone") } }],
    ...["slack", "webhook"].map((provider): Stored => [
      [provider],
      "POST",
      `${w}/integrations/${provider}/connect`,
      { credentials: { url: script, webhook_url: script } },
    ]),
  ];
};

const Detail = z.object({ steps: z.array(z.object({ id: z.int() })) });
const Threads = z.object({ data: z.array(z.object({ snippet: z.string() })) });
const Made = z.object({ id: z.int() });

it("shows script in every text field as text, and runs none of it, in any room", async () => {
  const { wid, campaignId } = places;
  const w = `/workspaces/${wid}`;
  for (const [[name], method, path, body] of refused(places)) {
    await expect(api.call(method, path, anything, body), name).rejects.toThrow(/answers 4\d\d/);
  }
  // While the texts are still those that the mails went out with.
  const mail = await mailTo(world, "s.aydin@boragida.test");
  await answer(world, mail, evil("words of the answer"), {
    name: evil("answerer"),
    html: `<p>${evil("drawn answer")}</p><a href="${URL_OF_SCRIPT}">link</a>`,
  });
  const { steps } = await api.call("GET", `${w}/campaigns/${campaignId}`, Detail);
  const rows = stored(places, steps[0]?.id ?? 0);
  for (const [, method, path, body] of rows) await api.call(method, path, anything, body);
  // It may have come to the mailbox that goes now.
  const answered = async () => {
    const { data } = await api.call("GET", `${w}/threads`, Threads);
    return data.map(({ snippet }) => snippet).join();
  };
  await expect.poll(answered, { timeout: 30_000 }).toContain("words of the answer");
  await pauseItself(evil("paused"));
  const fields = [...rows.flatMap(([names]) => names), "paused", "words of the answer"];

  const { page, faults, close } = await world.visit({
    signedIn: world.operator,
    minutes: Infinity,
  });
  const seen: string[] = [];
  const ran: string[] = [];
  await page.exposeFunction("owned", () => void ran.push(page.url()));
  page.on("dialog", (dialog) => {
    ran.push(`a dialog at ${page.url()}`);
    void dialog.dismiss();
  });
  for (const { path, open } of rooms()) {
    await page.goto(path);
    await page.locator("h1").first().waitFor();
    await page.waitForLoadState("networkidle");
    await open?.(page);
    for (const frame of page.frames()) {
      expect(await dangerousIn(frame), path).toEqual([]);
      seen.push(await textOf(frame));
    }
    expect([path, ...faults, ...ran]).toEqual([path]);
  }
  await close();

  // What recipients and clients of an agency see, who have no session.
  const stranger = await world.visit({ minutes: Infinity });
  await stranger.page.exposeFunction("owned", () => void ran.push(stranger.page.url()));
  const leave = /https?:\/\/\S+\/unsubscribe\/[\w-]+/.exec(mail.email.text ?? "")?.[0];
  if (!leave) throw new Error("the mail tells no way to leave");
  for (const path of ["/sign-in", "/report/halden", leave]) {
    await stranger.page.goto(path);
    await stranger.page.locator("h1").first().waitFor();
    await stranger.page.waitForLoadState("networkidle");
    expect(await dangerousIn(stranger.page.mainFrame()), path).toEqual([]);
    seen.push(await textOf(stranger.page.mainFrame()));
    expect([path, ...stranger.faults, ...ran]).toEqual([path]);
  }
  await stranger.close();

  const all = seen.join("\n");
  const missing = fields.filter((field) => !all.includes(evil(field).slice(0, 50)));
  expect(missing).toEqual([]);
});

type Room = { readonly path: string; readonly open?: (page: Page) => Promise<unknown> };

/** Every room and what opens in it. */
function rooms(): readonly Room[] {
  const { wid, campaignId } = places;
  const w = `/w/${wid}`;
  const campaign = `${w}/campaigns/${campaignId}`;
  return [
    { path: w },
    { path: w, open: (page) => page.keyboard.press("Control+k") },
    {
      path: w,
      open: async (page) => {
        await page.getByRole("button", { name: /space"><img/ }).click();
        await page.getByRole("menuitem", { name: /hall"><img/ }).waitFor();
      },
    },
    {
      path: `${w}/inbox?view=all`,
      open: async (page) => {
        await page
          .getByRole("button", { name: /words of the answer/ })
          .first()
          .click();
        await page.getByRole("button", { name: "Show original" }).first().click();
        await page.frameLocator("iframe").first().getByText("drawn answer").waitFor();
      },
    },
    {
      path: `${w}/inbox?view=all`,
      open: async (page) => {
        await page.getByRole("button", { name: "Templates" }).click();
        await page.getByRole("menuitem", { name: /template"><img/ }).waitFor();
      },
    },
    {
      path: `${w}/inbox?view=all`,
      open: async (page) => {
        await page.getByRole("button", { name: "Templates" }).click();
        await page.getByRole("menuitem", { name: /template"><img/ }).click();
      },
    },
    { path: `${w}/campaigns` },
    {
      path: campaign,
      open: async (page) => {
        const preview = page.frameLocator("iframe[title='Preview of the message']");
        await preview.getByText("body").first().waitFor();
        await page
          .getByRole("button", { name: "HTML" })
          .click({ timeout: 1_000 })
          .catch(() => {});
      },
    },
    ...["schedule", "mailboxes", "leads", "analytics", "settings"].map((tab) => ({
      path: `${campaign}?tab=${tab}`,
    })),
    {
      path: `${campaign}?tab=leads`,
      open: async (page) => {
        await page.getByRole("button", { name: "Explain" }).first().click();
        await page.getByText(/rules? passed/).waitFor();
      },
    },
    { path: `${w}/leads` },
    {
      path: `${w}/leads`,
      open: (page) => page.getByRole("button", { name: "Columns" }).click(),
    },
    { path: `${w}/leads?upload=true` },
    { path: `${w}/leads/1` },
    {
      path: `${w}/leads/1`,
      open: (page) => page.getByRole("button", { name: "Edit" }).click(),
    },
    { path: `${w}/mailboxes` },
    {
      path: `${w}/mailboxes/1`,
      open: async (page) => {
        await page.getByRole("button", { name: /^More/ }).click();
        await page.getByRole("menuitem", { name: "Edit" }).click();
        await page.getByRole("dialog").waitFor();
      },
    },
    { path: `${w}/notices` },
    { path: `${w}/webhooks` },
    ...["general", "sending", "tracking", "ai", "integrations", "keys", "suppressions"].map(
      (tab) => ({ path: `${w}/settings?tab=${tab}` }),
    ),
    ...["install", "clients", "people", "assignments", "audit", "updates"].map((tab) => ({
      path: `/admin?tab=${tab}`,
    })),
  ];
}

/** A campaign of this name loses its only mailbox: it pauses itself, and a notice tells so. */
async function pauseItself(name: string): Promise<void> {
  const w = `/workspaces/${places.wid}`;
  const windows = [{ days: [1, 2, 3, 4, 5, 6, 7], start: "00:00", end: "24:00" }];
  const schedule = { timezone: "UTC", windows };
  const { id } = await api.call("POST", `${w}/campaigns`, Made, { name, schedule });
  const step = { subject: "Hello", body_html: "<p>Hello</p>", delay: 0, delay_unit: "days" };
  await api.call("POST", `${w}/campaigns/${id}/steps`, anything, step);
  await api.call("POST", `${w}/campaigns/${id}/mailboxes`, anything, { mailbox_ids: [2] });
  await api.call("POST", `${w}/campaigns/${id}/start`, anything);
  await api.call("DELETE", `${w}/mailboxes/2`, anything);
}

/** Elements and attributes through which a text would act. */
const dangerousIn = (frame: Frame): Promise<string[]> =>
  frame
    .locator(
      "css=[onerror], [onload], img[src='x'], script:not([src]), [href^='javascript:' i], [src^='javascript:' i], [action^='javascript:' i]",
    )
    .evaluateAll((found) => found.map((one) => String(one.outerHTML).slice(0, 200)));

/** What a frame says: its words, what its fields hold, and what it tells those who listen. */
const textOf = (frame: Frame): Promise<string> =>
  frame
    .locator(":root")
    .evaluate((root) =>
      [
        root.textContent,
        ...Array.from(
          root.querySelectorAll("input, textarea"),
          (field: { value?: string }) => field.value ?? "",
        ),
        ...Array.from(root.querySelectorAll("[title], [aria-label]"), (one: Named) =>
          [one.getAttribute("title"), one.getAttribute("aria-label")].join(" "),
        ),
      ].join(" "),
    );
type Named = { getAttribute(name: string): string | null };
