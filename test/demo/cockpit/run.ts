import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { type Product, startProduct } from "#test/support/product.ts";
import type { Api } from "../api.ts";
import type { Progress } from "../progress.ts";
import { differs, type Row, row } from "../report.ts";
import type { DemoResult } from "../run.ts";
import { SETTINGS } from "../world.ts";
import { CLIENTS } from "./plan.ts";
import { type MadeAgency, type MadeClient, setUpAgency } from "./set-up.ts";
import { openSink, type Sink } from "./sink.ts";

export type CockpitDemoOptions = {
  readonly host: "node" | "worker";
  readonly progress: Progress;
  readonly signal?: AbortSignal;
};

/** Figures are counted once a minute; what has not come after some of them does not come. */
const PATIENCE_MS = 360_000;
/** Equal figures must stay so for this long. */
const STEADY_MS = 5_000;

const OverviewRow = z.object({
  workspace: z.object({ id: z.int() }),
  sent: z.int(),
  replies: z.int(),
  bounces: z.int(),
  mailboxes: z.object({ total: z.int(), active: z.int() }),
  quota: z.object({ mails_month: z.object({ limit: z.int().nullable(), used: z.int() }) }),
  warnings: z.array(z.object({ code: z.string() })),
});
type OverviewRow = z.output<typeof OverviewRow>;
const Overview = z.object({ data: z.array(OverviewRow) });
const Threads = z.object({ data: z.array(z.object({ workspace: z.object({ id: z.int() }) })) });
const Me = z.object({
  workspaces: z.array(z.object({ branding: z.object({ name: z.string() }).nullable() })),
});
const Workspaces = z.object({ data: z.array(z.object({ id: z.int() })) });

/** An agency of 50 clients sends for a while; its cockpit is held against what the recipients' servers saw. */
export async function runCockpitDemo(options: CockpitDemoOptions): Promise<DemoResult> {
  const { host, progress, signal } = options;
  const sink = await openSink();
  let product: Product | null = null;
  try {
    product = await startProduct({ host, env: SETTINGS });
    progress.say(`the product runs on ${host} at ${product.url}`);
    const agency = await setUpAgency(product.url, sink, (line) => progress.show(line));
    progress.say(
      `a key of the installation set ${CLIENTS} clients up, and started a campaign for each`,
    );
    const rows = await steady(
      () => reckoning(agency, sink),
      async (differing) => {
        progress.show(`${sink.count()} mails, ${differing} figures differ yet`);
        await wait(1_000, undefined, signal ? { signal } : {});
      },
    );
    return { rows, problems: [], log: [...product.lines] };
  } finally {
    progress.end();
    await product?.stop();
    await sink.stop();
  }
}

async function steady(
  reckon: () => Promise<Row[]>,
  pause: (differing: number) => Promise<void>,
): Promise<Row[]> {
  const end = Date.now() + PATIENCE_MS;
  let equalSince: number | null = null;
  for (;;) {
    const rows = await reckon();
    const differing = rows.filter(differs).length;
    equalSince = differing > 0 ? null : (equalSince ?? Date.now());
    if (equalSince !== null && Date.now() - equalSince > STEADY_MS) return rows;
    if (Date.now() > end) return rows;
    await pause(differing);
  }
}

async function reckoning(
  { byKey, clients, employees, viewer }: MadeAgency,
  sink: Sink,
): Promise<Row[]> {
  const { data } = await byKey.call("GET", "/admin/overview?days=7&limit=100", Overview);
  const rowOf = new Map(data.map((one) => [one.workspace.id, one]));
  const own = clients.map((client) => ({ client, seen: sink.seenOf(client.plan.sender) }));
  const sum = (of: (one: OverviewRow) => number) =>
    clients.reduce((all, { workspaceId }) => all + of(rowOf.get(workspaceId) ?? NOTHING), 0);
  const total = (of: (one: (typeof own)[number]) => number) =>
    own.reduce((all, one) => all + of(one), 0);
  const warned = (code: string) =>
    clients
      .filter(({ workspaceId }) => rowOf.get(workspaceId)?.warnings.some((w) => w.code === code))
      .map(({ plan }) => plan.name)
      .join(", ");
  const names = (kind: string) =>
    clients.flatMap(({ plan }) => (plan.kind === kind ? [plan.name] : [])).join(", ");
  const wrong = own.filter(({ client, seen }) => {
    const one = rowOf.get(client.workspaceId) ?? NOTHING;
    return (
      one.sent !== seen.accepted.length ||
      one.replies !== seen.answered.length ||
      one.bounces !== seen.refused.length ||
      one.quota.mails_month.used !== seen.accepted.length + seen.refused.length
    );
  });
  const awaited = own.filter(({ client }) => client.plan.kind !== "on fire");
  return [
    row(
      "clients in the overview",
      CLIENTS,
      data.filter(({ workspace }) => idsOf(clients).has(workspace.id)).length,
    ),
    row(
      "mailboxes",
      CLIENTS,
      sum((one) => one.mailboxes.active),
    ),
    row(
      "leads written to, but for the client on fire",
      awaited.reduce((n, { client: { plan } }) => n + (plan.quota ?? plan.leads.length), 0),
      awaited.reduce((n, { seen }) => n + new Set(seen.accepted).size, 0),
    ),
    row(
      "mails that somebody got twice",
      0,
      total(({ seen }) => seen.accepted.length - new Set(seen.accepted).size),
    ),
    row(
      "sent, all clients",
      total(({ seen }) => seen.accepted.length),
      sum((one) => one.sent),
    ),
    row(
      "replies, all clients",
      total(({ seen }) => seen.answered.length),
      sum((one) => one.replies),
    ),
    row(
      "bounces, all clients",
      total(({ seen }) => seen.refused.length),
      sum((one) => one.bounces),
    ),
    row(
      "clients with a figure that differs",
      "none",
      wrong.map(({ client }) => client.plan.name).join() || "none",
    ),
    row("on fire", names("on fire"), warned("mailboxes_quarantined")),
    row("over quota", names("over quota"), warned("quota_reached")),
    row(
      "first two in the overview",
      `${names("on fire")}, ${names("over quota")}`,
      data
        .slice(0, 2)
        .map(({ workspace }) => nameOf(clients, workspace.id))
        .toSorted()
        .join(", "),
    ),
    ...(await forEmployees(employees, sink)),
    ...(await forViewer(viewer)),
  ];
}

const NOTHING: OverviewRow = {
  workspace: { id: 0 },
  sent: -1,
  replies: -1,
  bounces: -1,
  mailboxes: { total: 0, active: 0 },
  quota: { mails_month: { limit: null, used: -1 } },
  warnings: [],
};

const idsOf = (clients: readonly MadeClient[]): ReadonlySet<number> =>
  new Set(clients.map(({ workspaceId }) => workspaceId));

const nameOf = (clients: readonly MadeClient[], id: number | undefined): string =>
  clients.find(({ workspaceId }) => workspaceId === id)?.plan.name ?? "another";

/** Employees find their clients' workspaces and replies, and no others. */
async function forEmployees(employees: MadeAgency["employees"], sink: Sink): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [i, { api, clients }] of employees.entries()) {
    const ids = idsOf(clients);
    const replies = clients.reduce(
      (n, { plan }) => n + sink.seenOf(plan.sender).answered.length,
      0,
    );
    const { data: open } = await api.call("GET", "/workspaces?limit=100", Workspaces);
    const { data: threads } = await api.call("GET", "/threads?limit=100", Threads);
    const name = `employee ${i + 1}`;
    rows.push(
      row(`product name for ${name}`, "the agency's", await productFor(api)),
      row(`workspaces of ${name}`, clients.length, open.filter(({ id }) => ids.has(id)).length),
      row(`other workspaces of ${name}`, 0, open.filter(({ id }) => !ids.has(id)).length),
      row(`threads in the one inbox of ${name}`, replies, threads.length),
      row(`threads of others in it`, 0, threads.filter((one) => !ids.has(one.workspace.id)).length),
      row(`overview for ${name}`, "refused", await statusOf(api, "GET", "/admin/overview")),
    );
  }
  return rows;
}

/** The client with people: they see their leads, and change nothing. */
async function forViewer({ api, client }: MadeAgency["viewer"]): Promise<Row[]> {
  const at = `/workspaces/${client.workspaceId}`;
  const { data } = await api.call("GET", "/workspaces", Workspaces);
  const leads = await api.call(
    "GET",
    `${at}/leads?limit=1`,
    z.object({ pagination: z.object({ total: z.int() }) }),
  );
  return [
    row(
      "product name for the client's person",
      client.plan.whiteLabel ?? "",
      await productFor(api),
    ),
    row("workspaces of the client's person", 1, data.length),
    row("leads that they see", client.plan.leads.length, leads.pagination.total),
    row("a lead that they delete", "refused", await statusOf(api, "DELETE", `${at}/leads/1`)),
    row("overview for them", "refused", await statusOf(api, "GET", "/admin/overview")),
  ];
}

/** What somebody sees in the place of the product's name, in any of their workspaces. */
async function productFor(api: Api): Promise<string> {
  const { workspaces } = await api.call("GET", "/auth/me", Me);
  const names = workspaces.map(({ branding }) => branding?.name ?? "the agency's");
  return [...new Set(names)].join(", ");
}

const statusOf = (api: Api, method: string, path: string): Promise<string> =>
  api.call(method, path, z.unknown()).then(
    () => "allowed",
    (cause) => (/ answers 403: /.test(String(cause)) ? "refused" : String(cause)),
  );
