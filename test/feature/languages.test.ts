import { globSync, readFileSync } from "node:fs";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { teller } from "#dashboard/words/sentences.ts";
import { users } from "#modules/accounts/schema/accounts.ts";
import { notifications } from "#modules/events/schema/notices.ts";
import { noteMailboxFailure } from "#modules/mailboxes/connections/note-sending-failure.ts";
import { stoppedNotice } from "#modules/mailboxes/mailboxes/stopped-notice.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { inWorkspace } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import { later, MINUTE_MS } from "#platform/rules/time.ts";
import type { OutgoingMail } from "#platform/wire/transmission.ts";
import { harness } from "#test/support/harness.ts";
import { seedOutreach } from "#test/support/outreach.ts";
import { pushService } from "#test/support/push-service.ts";
import { auditOf, caller, type Caller, cookieOf, everyRole } from "#test/support/staff.ts";

const ME = "/api/v1/auth/me";
const INVITATIONS = "/api/v1/admin/invitations";
const SYSTEM_MAIL_URL = "smtp://notices%40ours.test:p%40ss@mail.ours.test:2525";
const NEW = "amber field seventeen";

async function install() {
  const mails: OutgoingMail[] = [];
  const clock = { now: (): number => 0 };
  const browsers = pushService(() => clock.now());
  const t = await harness({
    settings: { SYSTEM_MAIL_URL },
    egress: browsers.egress,
    mail: {
      transmit: async (taken) => {
        mails.push(...taken);
      },
    },
  });
  clock.now = () => t.clock.now;
  const people = await everyRole(t);
  const read = async () => {
    await t.drain();
    return mails.splice(0).map(({ to, subject, text }) => ({
      to: to[0]?.address ?? "",
      subject,
      text,
      token: /#token=([\w-]+)/.exec(text)?.[1] ?? "",
    }));
  };
  /** A person whom a mail in this language invited; with that mail. */
  const invited = async (language: string | null | undefined, more: object = {}) => {
    const body = { email: "neu@example.com", role: "employee", workspaces: [people.rootWid] };
    const asked = await people.super_admin.post(INVITATIONS, { ...body, ...more, language });
    expect(asked.status, asked.text).toBe(201);
    const [mail] = await read();
    const accept = { token: mail?.token, name: "Jörg Neu", password: NEW };
    const made = await t.post("/api/v1/auth/invitation/accept", accept, { cookie: "" });
    expect(made.status, made.text).toBe(201);
    const person = caller(t, made.json.user.id, cookieOf(made));
    return { asked, mail, made, person };
  };
  const speak = async (who: Caller, language: string | null) => {
    const answer = await who.put(ME, { language });
    expect(answer.status, answer.text).toBe(200);
  };
  return { t, browsers, read, invited, speak, ...people };
}

describe("the language of a person", () => {
  it("200: is null at first, changed by the person, kept by other changes, and audited", async () => {
    const { employee, super_admin, speak } = await install();
    expect((await employee.get(ME)).json.user.language).toBeNull();
    await speak(employee, "de");
    expect((await employee.put(ME, { name: "Emil" })).json).toMatchObject({
      name: "Emil",
      language: "de",
    });
    expect((await employee.get(ME)).json.user.language).toBe("de");
    const listed = await super_admin.get("/api/v1/admin/employees");
    expect(listed.json.data).toContainEqual(
      expect.objectContaining({ id: employee.id, language: "de" }),
    );
    expect((await auditOf(super_admin, "auth.profile_changed")).at(-1)).toMatchObject({
      details: { fields: ["language"] },
    });
    await speak(employee, null);
    expect((await employee.get(ME)).json.user.language).toBeNull();
  });

  it("422 for one that there are no words in, with the ones that there are", async () => {
    const { employee, super_admin } = await install();
    const body = { email: "x@example.com", role: "admin" };
    for (const language of ["fr", "DE", "", 3]) {
      const answers = [
        await employee.put(ME, { language }),
        await super_admin.post(INVITATIONS, { ...body, language }),
      ];
      for (const { status, json } of answers) {
        expect([status, json.errors]).toMatchObject([
          422,
          [{ path: "language", message: "Choose one of en, de and es." }],
        ]);
      }
    }
  });
});

describe("mails to people", () => {
  it("an invitation is in its language, and so is the account that it makes", async () => {
    const { t, invited, read } = await install();
    const { asked, mail, made, person } = await invited("de");
    expect(asked.json.language).toBe("de");
    expect(mail?.subject).toBe("Ihre Einladung zu Outrider");
    expect(mail?.text).toMatch(
      /^Guten Tag,\n\nRoot lädt Sie zu Outrider auf http:\/\/localhost ein\.\nSie erhalten Zugang zu: Root's workspace\n\nÖffnen Sie diesen Link/,
    );
    expect(mail?.text).toMatch(/bis zum \d+\. \p{L}+ \d{4}\./u);
    expect(made.json.user.language).toBe("de");

    const forgotten = await t.post(
      "/api/v1/auth/forgot",
      { email: "neu@example.com" },
      { cookie: "" },
    );
    expect(forgotten.status).toBe(202);
    const [reset] = await read();
    expect(reset?.subject).toBe("Passwort zurücksetzen");
    expect(reset?.text).toMatch(/^Guten Tag Jörg Neu,\n\njemand möchte Ihr Passwort/);
    expect(reset?.text).toContain(`\n\nhttp://localhost/reset-password#token=${reset?.token}\n\n`);

    await person.put(ME, { email: "anders@example.com" });
    const asks = await read();
    const confirm = asks.find(({ to }) => to === "anders@example.com");
    expect(confirm?.subject).toBe("Bestätigen Sie Ihre E-Mail-Adresse");
    expect(asks.find(({ to }) => to === "neu@example.com")?.subject).toBe(
      "Eine Änderung Ihrer E-Mail-Adresse wurde angefordert",
    );
    const token = confirm?.token;
    const done = await t.post("/api/v1/auth/email-change/confirm", { token }, { cookie: "" });
    expect(done.status, done.text).toBe(200);
    const [old] = await read();
    expect([old?.to, old?.subject]).toEqual([
      "neu@example.com",
      "Ihre E-Mail-Adresse wurde geändert",
    ]);
    expect(old?.text).toContain("ist jetzt anders@example.com.\n");
  });

  it("are English for who chose no language, and Spanish for who chose that", async () => {
    const { t, invited, read, speak } = await install();
    const { asked, mail, person } = await invited(undefined);
    expect([asked.json.language, mail?.subject]).toEqual([null, "Your invitation to Outrider"]);
    expect((await person.get(ME)).json.user.language).toBeNull();
    const forgot = async () => {
      await t.post("/api/v1/auth/forgot", { email: "neu@example.com" }, { cookie: "" });
      t.clock.now = later(t.clock.now, 6 * MINUTE_MS);
      return (await read())[0];
    };
    expect((await forgot())?.text).toMatch(/^Hello Jörg Neu,\n\nsomeone asked to reset/);
    await speak(person, "es");
    expect((await forgot())?.text).toMatch(/^Hola, Jörg Neu:\n\nAlguien ha pedido/);
  });
});

describe("notices", () => {
  /** A mailbox of the first workspace that stops; with what its people were mailed. */
  async function stopping() {
    const world = await install();
    const { t, rootWid } = world;
    const ctx = inWorkspace(t.deps, rootWid as WorkspaceId);
    const { mailboxIds } = await seedOutreach(t, rootWid, { leads: [] });
    const [mailboxId] = mailboxIds;
    if (mailboxId === undefined) throw new Error("no mailbox");
    const stop = async () => {
      await t.db.update(mailboxes).set({ status: "active" });
      await noteMailboxFailure(ctx, mailboxId, { kind: "sending", message: "Refused." });
    };
    const round = async () => {
      await t.tick();
      return world.read();
    };
    return { ...world, ctx, mailboxId, stop, round, base: `/api/v1/workspaces/${rootWid}` };
  }

  it("are mailed and listed in the language of each who reads them, one and many", async () => {
    const { t, stop, round, speak, super_admin, base, ctx, mailboxId } = await stopping();
    await t.db
      .update(users)
      .set({ role: "super_admin" })
      .where(eq(users.email, "admin@example.com"));
    await speak(super_admin, "de");
    await stop();
    const first = await round();
    const subjects = (mails: typeof first) =>
      Object.fromEntries(mails.map(({ to, subject }) => [to, subject]));
    expect(subjects(first)).toEqual({
      "root@example.com": "Postfach sender1@ours.test wurde gestoppt (Root's workspace)",
      "admin@example.com": "Mailbox sender1@ours.test stopped (Root's workspace)",
    });
    const german = first.find(({ to }) => to === "root@example.com")?.text ?? "";
    expect(german).toContain("\nRefused. Seine Leads warten. Beheben Sie das Verbindungsproblem");
    expect(german).toContain("Siehe http://localhost, Arbeitsbereich „Root's workspace“.\n");
    expect(first.find(({ to }) => to === "admin@example.com")?.text).toBe(
      `Mailbox sender1@ours.test stopped
Refused. Its leads wait. Fix the connection and test the mailbox to resume sending.

See http://localhost, workspace "Root's workspace".
You can change who gets these emails in the workspace settings, under notifications.
`,
    );

    t.clock.now = later(t.clock.now, MINUTE_MS);
    await stop();
    t.clock.now = later(t.clock.now, MINUTE_MS);
    await t.db.update(mailboxes).set({ status: "active" });
    await runBatch(ctx.db, [stoppedNotice(ctx, mailboxId, "mailbox_reconnect", "Ended.")()]);
    t.clock.now = later(t.clock.now, 10 * MINUTE_MS);
    const second = await round();
    expect(subjects(second)).toEqual({
      "root@example.com": "2 Benachrichtigungen von Root's workspace",
      "admin@example.com": "2 notifications from Root's workspace",
    });
    expect(second.find(({ to }) => to === "root@example.com")?.text).toMatch(
      /\nNeu verbinden: http:\/\/localhost\/w\/\d+\/mailboxes\/\d+\?reconnect=1\n/,
    );

    const titles = async (who: Caller, headers: Record<string, string> = {}) => {
      const { cookie } = who;
      const answer = await t.request("GET", `${base}/notifications`, undefined, {
        cookie,
        ...headers,
      });
      return answer.json.data.map(({ title }: { title: string }) => title);
    };
    expect(await titles(super_admin)).toContain("Postfach sender1@ours.test ist ausgeloggt");
    expect(await titles(super_admin, { "Accept-Language": "es" })).toContain(
      "Postfach sender1@ours.test ist ausgeloggt",
    );
    await speak(super_admin, null);
    expect(await titles(super_admin)).toContain("Mailbox sender1@ours.test is signed out");
    expect(await titles(super_admin, { "Accept-Language": "fr, es;q=0.8" })).toContain(
      "El buzón sender1@ours.test ha perdido la sesión",
    );
  });

  it("go to the address of a workspace in the language of whose it is; those from before stay English", async () => {
    const { t, stop, round, speak, admin, super_admin, base } = await stopping();
    await speak(admin, "es");
    await super_admin.put(`${base}/settings`, { notifications: { email: "Admin@example.com" } });
    await stop();
    const [mail] = await round();
    expect(mail?.subject).toMatch(/^El buzón sender1@ours\.test se ha detenido/);
    await speak(super_admin, "de");
    await t.db.update(notifications).set({ phrases: null });
    const [row] = (await super_admin.get(`${base}/notifications`)).json.data;
    expect(row.title).toBe("Mailbox sender1@ours.test stopped");
  });

  it("in a browser are in the language of its person", async () => {
    const { t, browsers, speak, employee } = await install();
    await speak(employee, "de");
    const key = (await employee.get("/api/v1/auth/push")).json.public_key;
    const subscription = await browsers.subscribe("laptop", key);
    const path = "/api/v1/auth/push/browsers";
    const made = await employee.put(path, { ...subscription, kinds: ["mention"] });
    await employee.post(`${path}/${made.json.id}/test`);
    await t.drain();
    expect(browsers.told.map(({ words }) => words)).toMatchObject([
      { title: "Benachrichtigungen funktionieren in diesem Browser" },
    ]);
  });
});

describe("what the API says in English", () => {
  const texts: Readonly<Record<string, string>> = Object.assign(
    {},
    ...globSync("src/dashboard/words/de/*.json").map((path) =>
      JSON.parse(readFileSync(path, "utf8")),
    ),
  );
  const german = teller(texts);

  it("has German for a lead, a faulty mailbox, a start, rows of a file and a refusal", async () => {
    const { t, rootWid, super_admin } = await install();
    const base = `/api/v1/workspaces/${rootWid}`;
    const { campaignId, mailboxIds } = await seedOutreach(t, rootWid, {
      leads: ["ann@acme.test"],
      mailboxes: [{ status: "connection_error", statusMessage: "SMTP failed at auth: 535 No" }],
    });
    const [mailboxId] = mailboxIds;
    const get = async (path: string) => {
      const { status, json, text } = await super_admin.get(`${base}${path}`);
      expect(status, text).toBe(200);
      return json;
    };
    const [lead] = (await get("/leads")).data;
    const explained = await get(`/campaigns/${campaignId}/leads/${lead.id}/explain`);
    const detail = await get(`/campaigns/${campaignId}`);
    const readiness = await get(`/campaigns/${campaignId}/readiness`);
    const health = await get(`/mailboxes/${mailboxId}/health`);
    const rows = await super_admin.post(`${base}/leads`, {
      leads: [{ email: "" }, { email: "a@b.test, c@d.test" }, { email: "ok@b.test", tags: 3 }, 7],
    });
    const refused = await super_admin.post(`${base}/campaigns/${campaignId}/steps/reorder`, {
      step_ids: [],
    });
    const box = await get(`/mailboxes/${mailboxId}`);
    const said: readonly string[] = [
      explained.message,
      ...explained.rules.map((rule: { detail: string }) => rule.detail),
      detail.sending_status.message,
      ...readiness.warnings.map((one: { message: string }) => one.message),
      ...health.issues.flatMap((one: { message: string; fix: string | null }) =>
        one.fix === null ? [one.message] : [one.message, one.fix],
      ),
      box.status_message,
      ...rows.json.results.flatMap((one: { reason: { message: string } | null }) =>
        one.reason === null ? [] : [one.reason.message],
      ),
      ...refused.json.errors.map((one: { message: string }) => one.message),
    ];
    expect(said.length).toBeGreaterThan(40);
    /** The mailboxes alone, by their names. */
    const named = "sender1@ours.test (connection_error)";
    expect(said.filter((one) => one !== named && german(one) === undefined)).toEqual([]);
    expect(german(explained.message)).toBe(
      "Kein Postfach kann senden: sender1@ours.test (connection_error).",
    );
    expect(german(box.status_message)).toBe("SMTP ist fehlgeschlagen bei auth: 535 No");
  });
});
