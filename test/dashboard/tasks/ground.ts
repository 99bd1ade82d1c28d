import { z } from "zod";
import { makeAccount } from "#test/support/rivals/account.ts";
import { startInstantly } from "#test/support/rivals/instantly.ts";
import { answer, mailTo } from "#test/dashboard/answers.ts";
import { furnish, type Places } from "#test/dashboard/furnish.ts";
import { manyRows } from "#test/dashboard/many-rows.ts";
import { anything, openOwnWorkspace, type Workspace } from "#test/dashboard/world.ts";
import { until } from "./until.ts";

/** So many mailboxes are changed at once. */
export const MANY = 12;

/** A workspace as an agency has it, and what the tasks need besides. */
export type Ground = {
  readonly world: Workspace;
  readonly places: Places;
  /** A mailbox whose password was changed at its provider; the sender of the world that it is. */
  readonly broken: { readonly email: string; readonly password: string };
  /** A campaign with two texts in its first step. */
  readonly compared: string;
  /** A client with workspaces of its own: one that is paused, one with many mailboxes. */
  readonly client: string;
  readonly manyId: number;
  readonly instantly: { readonly url: string; readonly key: string };
  stop(): Promise<void>;
};

const Made = z.object({ id: z.int() });
const MadeClient = z.object({ workspace: Made });
const Imported = z.object({ import_id: z.int() });
const Import = z.object({ status: z.string() });
const Notices = z.object({ data: z.array(z.object({ target: z.object({ kind: z.string() }) })) });
const ALWAYS = {
  timezone: "UTC",
  windows: [{ days: [1, 2, 3, 4, 5, 6, 7], start: "00:00", end: "24:00" }],
};

/** An install of its own with all that the tasks begin from. */
export async function openGround(): Promise<Ground> {
  const world = await openOwnWorkspace();
  const ends: (() => Promise<unknown>)[] = [() => world.stop()];
  const stop = async (): Promise<void> => {
    for (const end of ends.splice(0).toReversed()) await end();
  };
  try {
    const places = await furnish(world);
    const compared = await compare(world);
    const client = "Osterkamp Foods";
    await addClient(world, client, "osterkamp");
    const manyId = await addMany(world);
    const broken = await breakMailbox(world);
    const account = makeAccount({
      rival: "instantly",
      seed: "a client moves in",
      now: Date.now(),
      clients: 1,
      leadsPerClient: 12,
      campaignsPerClient: 1,
      mailboxesPerClient: 2,
      steps: 2,
    });
    const instantly = await startInstantly(account, { speed: 10_000 });
    ends.push(() => instantly.close());
    return { world, places, broken, compared, client, manyId, instantly, stop };
  } catch (cause) {
    await stop();
    throw cause;
  }
}

/** A campaign whose two texts were sent to eight people each, some of whom answered. */
async function compare(world: Workspace): Promise<string> {
  const api = await world.api(world.operator);
  const at = (path: string) => `/workspaces/${world.wid}${path}`;
  const name = "Trade fair, two subjects";
  const { id } = await api.call("POST", at("/campaigns"), Made, { name, schedule: ALWAYS });
  await api.call("POST", at(`/campaigns/${id}/steps`), Made, {
    subject: "Cold floors",
    body_text: "Hello",
    variants: [{ subject: "A night without a crew", body_html: "<p>Hello</p>", weight: 50 }],
  });
  const Boxes = z.object({ data: z.array(Made) });
  const boxes = (await api.call("GET", at("/mailboxes"), Boxes)).data.map((one) => one.id);
  await api.call("POST", at(`/campaigns/${id}/mailboxes`), anything, { mailbox_ids: boxes });
  const emails = Array.from({ length: 16 }, (_, n) => `visitor${n}@osterkampfoods.test`);
  const form = new FormData();
  form.set("file", new Blob([["email", ...emails].join("\n")], { type: "text/csv" }), "fair.csv");
  const Uploaded = z.object({ list_id: z.int() });
  const { list_id } = await api.call("POST", at("/leads/upload"), Uploaded, form);
  await api.call("POST", at("/leads/add-to-campaign"), anything, { campaign_id: id, list_id });
  await api.call("POST", at(`/campaigns/${id}/start`), anything);
  for (const email of emails) {
    const mail = await mailTo(world, email);
    if (mail.email.subject === "A night without a crew") await answer(world, mail, "Yes, call me.");
  }
  return name;
}

async function addClient(world: Workspace, name: string, slug: string): Promise<number> {
  const api = await world.api(world.operator);
  const made = await api.call("POST", "/admin/clients", MadeClient, {
    name: "Olga Ost",
    email: `olga@${slug}.test`,
    password: "amber field seventeen",
    workspace: { name, slug },
  });
  return made.workspace.id;
}

/** A client with many mailboxes. */
async function addMany(world: Workspace): Promise<number> {
  const id = await addClient(world, "Brightwater", "brightwater");
  const api = await world.api(world.operator);
  const at = `/workspaces/${id}/mailboxes`;
  const form = new FormData();
  form.set("file", new Blob([manyRows(world, MANY)], { type: "text/csv" }), "Brightwater.csv");
  const { import_id } = await api.call("POST", `${at}/import`, Imported, form);
  await until(
    "the mailboxes are imported",
    async () =>
      (await api.call("GET", `${at}/imports/${import_id}`, Import)).status === "completed",
  );
  return id;
}

/** The second mailbox loses its password, and the product finds that out. */
async function breakMailbox(world: Workspace): Promise<{ email: string; password: string }> {
  const api = await world.api(world.operator);
  const at = (path: string) => `/workspaces/${world.wid}${path}`;
  const sender = world.senders[1];
  const Boxes = z.object({ data: z.array(Made.extend({ email: z.string() })) });
  const { data } = await api.call("GET", at("/mailboxes"), Boxes);
  const id = data.find(({ email }) => email === sender?.email)?.id;
  if (!sender || id === undefined) throw new Error("the mailbox of the second sender is missing");
  const lost = { smtp_password: "an old one", imap_password: "an old one" };
  await api.call("PUT", at(`/mailboxes/${id}`), anything, lost);
  await api.call("POST", at(`/mailboxes/${id}/test`), anything);
  await until("it is said that the mailbox does not work", async () => {
    const notices = await api.call("GET", at("/notifications?unread=true"), Notices);
    return notices.data.some(({ target }) => target.kind === "mailbox");
  });
  return sender;
}
