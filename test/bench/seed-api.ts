/** Sends a request to the product, wherever it runs. */
export type Ask = (path: string, init: RequestInit) => Promise<Response>;

/** What the bench asks for. */
export type Seeded = {
  readonly cookie: string;
  readonly wid: number;
  readonly campaignId: number;
};

const STEPS = [
  ["Quick question, {{ first_name }}", 0],
  ["", 3],
  ["", 4],
  ["One last thing", 7],
] as const;

/** An account, a campaign of four steps with three mailboxes, and so many leads: all by the API, the same each time. */
export async function seed(ask: Ask, leads: number): Promise<Seeded> {
  let cookie = "";
  const call = async (method: string, path: string, body?: unknown): Promise<{ id: number }> => {
    const isForm = body instanceof FormData;
    const answer = await ask(`/api/v1${path}`, {
      method,
      headers: { cookie, ...(isForm ? {} : { "content-type": "application/json" }) },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    cookie = answer.headers.get("set-cookie")?.split(";")[0] ?? cookie;
    return (await answer.json()) as { id: number };
  };
  const account = await call("POST", "/auth/register", {
    name: "Ann Operator",
    email: "ann@example.com",
    password: "correct horse battery",
  });
  const wid = (account as unknown as { workspace: { id: number } }).workspace.id;
  const W = `/workspaces/${wid}`;
  const mailboxes: number[] = [];
  for (let i = 1; i <= 3; i++) {
    const address = `sender${i}@ours.test`;
    const made = await call("POST", `${W}/mailboxes`, {
      smtp_host: "127.0.0.1",
      smtp_port: 2_525,
      smtp_username: address,
      smtp_password: "a password",
    });
    mailboxes.push(made.id);
  }
  const campaign = await call("POST", `${W}/campaigns`, { name: "Spring", mailbox_ids: mailboxes });
  for (const [subject, delay] of STEPS) {
    const body_html = "<p>Hi {{ first_name }}, how does {{ company }} do this?</p>".repeat(5);
    await call("POST", `${W}/campaigns/${campaign.id}/steps`, { subject, delay, body_html });
  }
  const rows = ["email,first_name,last_name,company,job_title,phone"];
  for (let i = 0; i < leads; i++) {
    rows.push(
      `person${i}@company${i % 5_000}.test,First${i},Last${i},Company ${i % 5_000},Head of ${i % 20},+49 30 ${i}`,
    );
  }
  const form = new FormData();
  form.append("file", new Blob([rows.join("\n")]), "leads.csv");
  const uploaded = (await call("POST", `${W}/leads/upload`, form)) as unknown as {
    list_id: number;
  };
  await call("POST", `${W}/leads/add-to-campaign`, {
    campaign_id: campaign.id,
    list_id: uploaded.list_id,
  });
  return { cookie, wid, campaignId: campaign.id };
}
