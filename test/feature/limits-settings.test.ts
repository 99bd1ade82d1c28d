import { expect, it } from "vitest";
import { SettingsSchema } from "#platform/ctx/settings.ts";
import { harness } from "#test/support/harness.ts";
import { ANSWERING } from "#test/support/records.ts";
import { upload } from "#test/support/upload.ts";

it("limits of a workspace have their defaults, and an operator sets others", async () => {
  const { shape } = SettingsSchema;
  expect([
    shape.MAX_LEADS_PER_WORKSPACE.parse(undefined),
    shape.MAX_MAILBOXES_PER_WORKSPACE.parse(undefined),
    shape.MAX_WEBHOOKS_PER_WORKSPACE.parse(undefined),
    shape.MAX_API_KEYS_PER_WORKSPACE.parse(undefined),
    shape.MAX_INSTALL_KEYS.parse(undefined),
    shape.MAX_STEPS_PER_CAMPAIGN.parse(undefined),
    shape.RUNNING_VALIDATIONS_PER_WORKSPACE.parse(undefined),
  ]).toEqual([2_000_000, 200, 250, 20, 50, 50, 2]);
  expect(shape.MAX_MAILBOXES_PER_WORKSPACE.safeParse("5001").success).toBe(false);

  const t = await harness({
    ...ANSWERING,
    settings: {
      MAX_LEADS_PER_WORKSPACE: "1",
      MAX_MAILBOXES_PER_WORKSPACE: "1",
      MAX_WEBHOOKS_PER_WORKSPACE: "1",
      MAX_API_KEYS_PER_WORKSPACE: "1",
      MAX_INSTALL_KEYS: "1",
      MAX_STEPS_PER_CAMPAIGN: "1",
    },
  });
  const { wid } = await t.signUp();
  const base = `/api/v1/workspaces/${wid}`;
  const campaign = await t.post(`${base}/campaigns`, { name: "Spring" });
  const mailbox = (n: number) => ({
    smtp_host: "smtp.example.com",
    smtp_port: 465,
    smtp_username: `m${n}@example.com`,
    smtp_password: "p",
  });
  const twice = async (
    act: (n: number) => Promise<{ status: number; json: { code?: string } }>,
  ) => {
    const [first, second] = [await act(1), await act(2)];
    return [first.status, second.status, second.json.code];
  };
  const refused = [201, 409, "limit_reached"];
  expect(await twice((n) => t.post(`${base}/mailboxes`, mailbox(n)))).toEqual(refused);
  expect(
    await twice(() =>
      t.post(`${base}/webhooks`, {
        url: "https://hooks.example.com/in",
        secret: "webhook-secret-of-a-test",
        events: ["lead.replied"],
      }),
    ),
  ).toEqual(refused);
  expect(await twice((n) => t.post(`${base}/api-keys`, { name: `k${n}` }))).toEqual(refused);
  expect(await twice((n) => t.post("/api/v1/admin/api-keys", { name: `k${n}` }))).toEqual(refused);
  expect(
    await twice(() =>
      t.post(`${base}/campaigns/${campaign.json.id}/steps`, { subject: "Hi", body_html: "x" }),
    ),
  ).toEqual(refused);
  expect(await twice((n) => upload(t, wid, `email\nl${n}@acme.test\n`))).toEqual(refused);
  t.close();
});
