import { describe, expect, it } from "vitest";
import type { TestResponse } from "#platform/wire/companion.ts";
import { inWorkspace } from "#platform/ctx/ctx.ts";
import { asId, type WorkspaceId } from "#platform/rules/ids.ts";
import { DAY_MS } from "#platform/rules/time.ts";
import { loadSenders } from "#modules/mailboxes/connections/load-senders.ts";
import { accessToken } from "#modules/connections/tokens/access-token.ts";
import { readGrantName } from "#modules/connections/rules/names.ts";

import { type Harness, harness, TEST_START } from "#test/support/harness.ts";
import {
  API_KINDS,
  apiLab,
  type ApiKind,
  PAGE,
  SMTP_OFF,
  withRoads,
} from "#test/support/oauth/api-lab.ts";

describe("the road of a mailbox", () => {
  async function connected(kind: ApiKind, road: "smtp" | "api") {
    const clock = { now: (): number => TEST_START };
    const lab = await apiLab(kind, () => clock.now());
    const t: Harness = await harness(lab.options);
    clock.now = () => t.clock.now;
    withRoads(t);
    const { wid } = await t.signUp();
    const id = await lab.connect(t, wid, "joe@ours.test", road);
    const path = `/api/v1/workspaces/${wid}/mailboxes/${id}`;
    return { t, lab, wid, id, path, show: async () => (await t.get(path)).json };
  }

  it("is smtp until the api is chosen, and is chosen back", async () => {
    const { t, path, show } = await connected("microsoft", "api");
    await t.drain();
    expect((await show()).connection.road).toBe("smtp");
    const chosen = await t.put(path, { road: "api" });
    expect([chosen.status, chosen.json.connection.road]).toEqual([200, "api"]);
    expect(chosen.json.connection.scopes).toContain("http://127.0.0.1:7003/Mail.Send");
    await t.drain();
    expect(await show()).toMatchObject({ status: "active", connection: { road: "api" } });
    const back = await t.put(path, { road: "smtp" });
    expect(back.json.connection.road).toBe("smtp");
  });

  it("422 api_not_granted where the person granted SMTP alone: nothing ends, nothing changes", async () => {
    const { t, path, show } = await connected("microsoft", "smtp");
    const refused = await t.put(path, { road: "api" });
    expect([refused.status, refused.json.errors?.[0]]).toEqual([
      422,
      expect.objectContaining({ path: "road", code: "api_not_granted" }),
    ]);
    expect(await show()).toMatchObject({ connection: { road: "smtp", state: "connected" } });
  });

  it("422 road_unavailable for a mailbox with a password", async () => {
    const { t, wid } = await connected("google", "smtp");
    const made = await t.post(`/api/v1/workspaces/${wid}/mailboxes`, {
      smtp_host: "smtp.other.test",
      smtp_port: 465,
      smtp_username: "kim@ours.test",
      smtp_password: "pw",
    });
    const path = `/api/v1/workspaces/${wid}/mailboxes/${made.json.id}`;
    const refused = await t.put(path, { road: "api" });
    expect([refused.status, refused.json.errors?.[0]?.code]).toEqual([422, "road_unavailable"]);
  });

  it("becomes the api where a test says that SMTP AUTH is off and the API was granted", async () => {
    const { t, lab, path, show } = await connected("microsoft", "api");
    lab.smtp.answer = SMTP_OFF;
    const tested = await t.post(`${path}/test`);
    expect(tested.json).toMatchObject({ ok: true, smtp: { ok: true } });
    expect(await show()).toMatchObject({ status: "active", connection: { road: "api" } });
  });

  it("stays smtp where the API was not granted, and the test says what would help", async () => {
    const { t, lab, path, show } = await connected("microsoft", "smtp");
    lab.smtp.answer = SMTP_OFF;
    const tested = (await t.post(`${path}/test`)).json as TestResponse;
    expect(tested.smtp).toMatchObject({ ok: false, error_code: "smtp_auth_disabled" });
    expect(tested.smtp?.hint).toContain("API");
    expect(await show()).toMatchObject({ connection: { road: "smtp", state: "connected" } });
  });

  it("is tested as it sends, and a permission that was withdrawn is named", async () => {
    const { t, lab, path, show } = await connected("microsoft", "api");
    await t.put(path, { road: "api" });
    lab.face.control.fault = () => ({ status: 403, code: "ErrorAccessDenied" });
    const tested = (await t.post(`${path}/test`)).json as TestResponse;
    expect(tested.smtp).toMatchObject({ ok: false, error_code: "api_not_granted" });
    expect(await show()).toMatchObject({ status: "connection_error" });
    lab.face.control.fault = null;
    await t.post(`${path}/test`);
    expect((await show()).status).toBe("active");
  });

  it("is smtp again for a mailbox that gets a password", async () => {
    const { t, path } = await connected("google", "smtp");
    expect((await t.put(path, { road: "api" })).json.connection.road).toBe("api");
    const moved = await t.put(path, {
      smtp_host: "smtp.other.test",
      smtp_password: "pw",
      imap_host: null,
    });
    expect(moved.json.connection).toMatchObject({ kind: "password", road: "smtp" });
  });

  it("takes a token of its own at Microsoft, one request for all who ask at once; Google's is the same", async () => {
    for (const kind of API_KINDS) {
      const { t, lab, wid, id } = await connected(kind, "api");
      const ctx = inWorkspace(t.deps, asId<WorkspaceId>(wid));
      const senders = await loadSenders(ctx, [asId(id)]);
      const grant = readGrantName(senders.get(asId(id))?.smtp.oauth?.grant ?? "");
      if (!grant) throw new Error("the mailbox has a grant");
      t.advance(DAY_MS);
      lab.provider.calls.length = 0;
      const asked = await Promise.all(
        Array.from({ length: 20 }, (_, i) =>
          accessToken(ctx, grant.id, kind === "microsoft" && i % 2 === 0 ? "api" : "mail"),
        ),
      );
      const tokens = new Set(asked.map((one) => ("token" in one ? one.token : one.message)));
      expect(tokens.size).toBe(kind === "microsoft" ? 2 : 1);
      expect(lab.provider.calls).toHaveLength(kind === "microsoft" ? 2 : 1);
    }
  });

  it("is the api at once where its owner came back from allowing just that, and stays where they did not", async () => {
    const { t, lab, wid, id, show } = await connected("microsoft", "smtp");
    const allow = async (grants?: readonly string[]) => {
      const begun = await t.post(`/api/v1/workspaces/${wid}/mailboxes/connect`, {
        provider: "microsoft",
        mailbox_id: id,
        road: "api",
      });
      const back = lab.provider.consent(begun.json.authorize_url, {
        as: "joe@ours.test",
        ...(grants && { grants }),
      });
      expect((await t.get(back.slice("http://localhost".length), PAGE)).status).toBe(303);
    };
    const asked = lab.provider.calls.length;
    await allow([
      "https://outlook.office.com/SMTP.Send",
      "https://outlook.office.com/IMAP.AccessAsUser.All",
      "offline_access",
    ]);
    expect((await show()).connection.road).toBe("smtp");
    expect(lab.provider.calls.length).toBeGreaterThan(asked);
    await allow();
    await t.drain();
    expect(await show()).toMatchObject({ status: "active", connection: { road: "api" } });
  });

  it("asks the person for both at once, and neither secret nor token is ever shown", async () => {
    const { t, lab, wid, path } = await connected("microsoft", "api");
    const begun = await t.post(`/api/v1/workspaces/${wid}/mailboxes/connect`, {
      provider: "microsoft",
      road: "api",
    });
    const scopes = new URL(begun.json.authorize_url).searchParams.get("scope")?.split(" ");
    expect(scopes).toEqual(
      expect.arrayContaining([
        "https://outlook.office.com/SMTP.Send",
        "http://127.0.0.1:7003/Mail.ReadWrite",
        "http://127.0.0.1:7003/Mail.Send",
      ]),
    );
    await t.put(path, { road: "api" });
    const shown = (await t.get(path, PAGE)).text;
    for (const token of lab.provider.refreshTokens()) expect(shown).not.toContain(token);
  });
});
