import type { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { grantIntents } from "#modules/delivery/engine/grant-intents.ts";
import { settleResults } from "#modules/delivery/engine/settle.ts";
import { placement } from "#modules/placement/module.ts";
import type { LookRequest, LookResponse } from "#platform/wire/mail-look.ts";
import type { OutgoingMail } from "#platform/wire/transmission.ts";
import { MINUTE_MS } from "#platform/rules/time.ts";
import { type Harness, harness } from "./harness.ts";
import { reportOf } from "./outreach.ts";
import { addMailboxes } from "./warmup-world.ts";

/** Two senders and four seeds at one provider. */
const EMAILS = [
  "ann@ours.test",
  "bea@ours.test",
  "seed1@else.test",
  "seed2@else.test",
  "seed3@else.test",
  "seed4@else.test",
];
const STEP_MS = MINUTE_MS;

type Place = "inbox" | "junk" | "other" | "nowhere";
type Headers = Pick<LookResponse["found"][number], "authentication" | "signatures">;

/** An app whose mail arrives at seeds as the test says: it plays the companion and the providers. */
export async function placementWorld(
  mailbox: Partial<typeof mailboxes.$inferInsert> = {},
  { emails = EMAILS }: { readonly emails?: readonly string[] } = {},
) {
  const sent: OutgoingMail[] = [];
  const places = new Map<string, Place>();
  const state: {
    imapFails: boolean;
    lost: boolean;
    look: ((request: LookRequest) => LookResponse) | null;
    headers: Headers;
  } = {
    imapFails: false,
    lost: false,
    look: null,
    headers: { authentication: [], signatures: [] },
  };
  const holder: { t: Harness | null } = { t: null };
  const world = {
    junks: null as ((mail: OutgoingMail) => boolean) | null,
  };
  const placeOf = (mail: OutgoingMail): Place => {
    const to = mail.to[0]?.address ?? "";
    if (world.junks) return world.junks(mail) ? "junk" : "inbox";
    return places.get(to) ?? "inbox";
  };
  const t = await harness({
    mail: {
      async transmit(mails) {
        const deps = holder.t?.deps;
        if (!deps) return;
        for (const mail of mails) {
          const { ticket, lease } = mail;
          const { granted } = await grantIntents(deps, { intents: [{ ticket, lease }] });
          if (!granted.includes(ticket)) continue;
          sent.push(mail);
          const lost = { ending: "network", phase: "dot", code: null, response: null } as const;
          const result = reportOf(mail, state.lost ? lost : {});
          await settleResults(deps, { results: [result] });
        }
      },
      async look(request) {
        if (state.look) return state.look(request);
        const found = request.mails.flatMap(({ message_id }): LookResponse["found"] => {
          const mail = sent.find((one) => one.message_id === message_id);
          const place = mail ? placeOf(mail) : "nowhere";
          if (place === "nowhere") return [];
          const folder = place === "junk" ? "Spam" : "INBOX";
          return [
            { message_id, server_message_id: null, place, folder, tab: null, ...state.headers },
          ];
        });
        return { found };
      },
      async test() {
        const fine = { ok: true, latency_ms: 1, step: "ok" as const, error_code: null };
        const words = { message: null, hint: null };
        const folders = { inbox: "INBOX", sent: null, junk: null };
        const failed = { ok: false, step: "auth" as const, error_code: "auth_failed" };
        return {
          smtp: null,
          imap: { ...fine, ...words, folders, ...(state.imapFails && failed) },
        };
      },
    },
  });
  holder.t = t;
  const { wid, user } = await t.signUp();
  const ids = await addMailboxes(t, wid, emails, { rampEnabled: false, ...mailbox });
  const W = `/api/v1/workspaces/${wid}`;
  const seed = async (id: number | undefined): Promise<void> => {
    const answer = await t.put(`${W}/mailboxes/${id}/seed`, { enabled: true });
    if (answer.status !== 200) throw new Error(answer.text);
  };
  const draft = () => ({
    subject: "Hello",
    body_text: "Hi Ann,\n\nShall we talk?" as string | undefined,
    mailbox_ids: ids.slice(0, 1),
  });
  const tick = async (): Promise<void> => {
    for (const { run } of placement.sweeps) await t.sweep(run);
    await t.drain();
  };
  return Object.assign(world, {
    t,
    wid,
    W,
    ids,
    sent,
    places,
    state,
    seed,
    draft,
    tick,
    async seedAll(): Promise<void> {
      for (const id of ids.slice(2)) await seed(id);
    },
    async start(change: object = {}) {
      const answer = await t.post(`${W}/placement-tests`, { ...draft(), ...change });
      if (answer.status !== 201) throw new Error(answer.text);
      return answer.json;
    },
    async read(id: number) {
      const answer = await t.get(`${W}/placement-tests/${id}`);
      if (answer.status !== 200) throw new Error(answer.text);
      return answer.json;
    },
    /** Asks again after a new sign-in, where a week has passed. */
    async again(ask: () => ReturnType<Harness["get"]>) {
      const answer = await ask();
      if (answer.status !== 401) return answer;
      const password = "correct horse battery";
      const login = await t.post("/api/v1/auth/login", { username: user.username, password });
      t.useCookie((login.headers.get("set-cookie") ?? "").split(";")[0] ?? "");
      return ask();
    },
    /** Lets time pass, with a tick each minute or other step. */
    async play(ms: number, stepMs = STEP_MS): Promise<void> {
      for (let at = 0; at < ms; at += stepMs) {
        await tick();
        t.advance(stepMs);
      }
      await tick();
    },
    async campaign(mail: object = {}, settings: object = {}): Promise<number> {
      const made = await t.post(`${W}/campaigns`, { name: "Autumn" });
      const id = made.json.id;
      await t.put(`${W}/campaigns/${id}`, {
        track_opens: true,
        track_clicks: true,
        ...settings,
      });
      const step = await t.post(`${W}/campaigns/${id}/steps`, {
        subject: "Hello {{ first_name }}",
        body_html:
          '<p>Hi {{ first_name }},</p><p>See <a href="https://ours.example/x">this</a>.</p>',
        ...mail,
      });
      if (step.status !== 201) throw new Error(step.text);
      return id;
    },
  });
}
