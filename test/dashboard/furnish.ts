import { z } from "zod";
import type { Api } from "#test/demo/api.ts";
import { answer, mailTo } from "./answers.ts";
import { anything, type Workspace } from "./world.ts";

/** Where what `furnish` made is found. */
export type Places = {
  readonly wid: number;
  readonly slug: string;
  readonly campaignId: number;
  readonly listId: number;
  /** The first of each. */
  readonly leadId: number;
  readonly mailboxId: number;
};

const Made = z.object({ id: z.int() });

const PEOPLE = [
  ["Tomas", "Wieland", "Osterkamp Foods", "Technical lead"],
  ["Ragna", "Thorsen", "Fjellvik Cold Storage", "Operations"],
  ["Pavel", "Ruzicka", "Mlyn Bakeries", "Plant manager"],
  ["Lucie", "Amar", "Maison Perrault", "Facilities"],
  ["Henk", "de Boer", "Noordkade Vis", "Owner"],
  ["Sena", "Aydin", "Bora Gida", "Quality"],
  ["Marguerite", "Vandenbroucke", "Confederation of Regional Catering Cooperatives", "Secretary"],
  ["Ola", "Nordmann", "", ""],
] as const;

/** Makes a workspace as an agency has it: mailboxes, a list, campaigns in several states, mail under way. */
export async function furnish(world: Workspace): Promise<Places> {
  const places = await fill(world);
  for (const [address, words, headers] of ANSWERS) {
    const name = PEOPLE.find(([, last]) => address.includes(last.toLowerCase()))?.slice(0, 2);
    const options = { name: name?.join(" ") ?? "", ...(headers && { headers }) };
    await answer(world, await mailTo(world, address), words, options);
  }
  const api = await world.api(world.operator);
  await threads(api, `/workspaces/${world.wid}/threads?limit=1`, ANSWERS.length);
  // Last: nobody of this made-up world has a mail server, and such addresses get no mail.
  const list = { list_id: places.listId };
  await api.call("POST", `/workspaces/${world.wid}/leads/validate`, anything, list);
  return places;
}

/** Mailboxes, a list, campaigns, one of them started. */
export async function fill(world: Workspace): Promise<Places> {
  const { wid, slug } = world;
  const api = await world.api(world.operator);
  const at = (path: string) => `/workspaces/${wid}${path}`;
  const mailboxes: number[] = [];
  for (const { email, name, password } of world.senders) {
    const { id } = await api.call("POST", at("/mailboxes"), Made, {
      ...world.mail.access,
      smtp_username: email,
      smtp_password: password,
      imap_username: email,
      imap_password: password,
      email,
      from_name: name,
      daily_limit: 50,
      ramp_enabled: false,
      min_gap_seconds: 0,
      gap_jitter_seconds: 1,
    });
    mailboxes.push(id);
  }
  const form = new FormData();
  const rows = PEOPLE.map(([first, last, company, job]) => {
    const host = (company || "posteo")
      .toLowerCase()
      .replace(/[^a-z]/g, "")
      .slice(0, 14);
    return `${first.charAt(0).toLowerCase()}.${last.toLowerCase().replace(/\W/g, "")}@${host}.test,${first},${last},${company},${job}`;
  });
  const csv = ["email,first_name,last_name,company,job_title", ...rows].join("\n");
  form.set("file", new Blob([csv], { type: "text/csv" }), "expo.csv");
  form.set("list_name", "Expo 2026");
  const imported = await api.call(
    "POST",
    at("/leads/upload"),
    z.object({ list_id: z.int() }),
    form,
  );

  const schedule = {
    timezone: "Europe/Berlin",
    windows: [{ days: [1, 2, 3, 4, 5, 6, 7], start: "00:00", end: "24:00" }],
  };
  const campaign = async (name: string, steps: readonly object[]): Promise<number> => {
    const { id } = await api.call("POST", at("/campaigns"), Made, { name, schedule });
    for (const step of steps) await api.call("POST", at(`/campaigns/${id}/steps`), Made, step);
    await api.call("POST", at(`/campaigns/${id}/mailboxes`), anything, { mailbox_ids: mailboxes });
    return id;
  };
  await campaign("Spring price list", []);
  await campaign("Wholesale bakeries, second attempt with the shorter opening line", STEPS);
  const campaignId = await campaign("Facility managers DACH", STEPS);
  await api.call("POST", at("/leads/add-to-campaign"), anything, {
    campaign_id: campaignId,
    list_id: imported.list_id,
  });
  await api.call("POST", at(`/campaigns/${campaignId}/start`), anything);
  const listed = z.object({ data: z.array(Made) });
  const leads = (await api.call("GET", at("/leads"), listed)).data.map(({ id }) => id);
  const [leadId, mailboxId] = [Math.min(...leads), Math.min(...mailboxes)];
  return { wid, slug, campaignId, listId: imported.list_id, leadId, mailboxId };
}

/** Waits until so many conversations are in the inbox; a minute at most. */
async function threads(api: Api, path: string, count: number): Promise<void> {
  const Counted = z.object({ pagination: z.object({ total: z.int() }) });
  const until = performance.now() + 60_000;
  while (performance.now() < until) {
    if ((await api.call("GET", path, Counted)).pagination.total >= count) return;
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  throw new Error(`no ${count} answers came in`);
}

/** Who answers what. */
const ANSWERS: readonly (readonly [string, string, Record<string, string>?])[] = [
  ["h.deboer@noordkadevis.test", "Please remove me from your list."],
  [
    "l.amar@maisonperrault.test",
    "Not for this year, but please write to my colleague Jean Petit (j.petit@maisonperrault.test), who takes over in January.\n\nLucie Amar",
  ],
  [
    "m.vandenbroucke@confederationo.test",
    "Ich bin bis Montag, 30. November nicht im Büro.",
    { "Auto-Submitted": "auto-replied" },
  ],
  [
    "r.thorsen@fjellvikcoldst.test",
    "Who else have you done this for in Norway? Our auditor wants two references before we talk.\n\nRagna Thorsen\nFjellvik Cold Storage",
  ],
  [
    "t.wieland@osterkampfoods.test",
    "Hello Mara,\n\ngood timing, we lose two nights every autumn to the joint in front of freezer 3. Thursday the 26th works, after ten. Could you bring the sample with the coarser grain? The plan is at https://osterkamp.test/plan.\n\nPark at gate B, the main yard is closed that week.\n\nTomas Wieland\nTechnical lead, Osterkamp Foods",
  ],
];

const STEPS = [
  {
    subject: "Quick question about {{ company }}’s night shift",
    body_html:
      '<p>Hi {{ first_name | default: "there" }},</p><p>{I saw|I noticed} that {{ company }} runs two night crews. We fit floors in cold stores between closing and opening, so the line never stops.</p><p>Would a survey without charge help before your spring budget is final? <a href="https://halden.test/survey">Here is one</a>.</p><p>Mara</p>',
    delay: 0,
    delay_unit: "days",
  },
  {
    subject: "",
    body_html:
      "<p>Hi {{ first_name }},</p><p>one more thought on the joint in front of your freezers. May I send two pictures?</p><p>Mara</p>",
    delay: 3,
    delay_unit: "days",
  },
  {
    subject: "Floor plan of a bakery your size",
    body_html: "<p>{{ first_name }}, attached is a plan that took two nights.</p>",
    delay: 4,
    delay_unit: "days",
  },
];
