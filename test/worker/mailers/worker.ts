import { WorkerMailer } from "worker-mailer";
import { directMail } from "#app/adapters/direct-mail.ts";
import type { OutgoingMail, SendResult } from "#platform/wire/transmission.ts";

/** Sends what the test posts, over the road that it names, and tells how it ended. */
export default {
  async fetch(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (pathname === "/alive") return new Response("yes");
    const mail = await request.json<OutgoingMail>();
    return Response.json(
      pathname === "/direct" ? await overDirectRoad(mail) : await overWorkerMailer(mail),
    );
  },
};

async function overDirectRoad(mail: OutgoingMail): Promise<SendResult | undefined> {
  const settled: SendResult[] = [];
  const service = directMail(
    {
      grant: async ({ intents }) => ({ granted: intents.map((intent) => intent.ticket) }),
      settle: async ({ results }) => {
        settled.push(...results);
        return { settled: results.map((result) => result.ticket) };
      },
    },
    // A grant's first token is bad, the next one good.
    async ({ grant, refused }) => ({
      token: `${grant} ${refused === undefined ? "old" : "new"}`,
      until: Date.now() + 60_000,
    }),
  );
  await service.transmit([mail]);
  return settled[0];
}

async function overWorkerMailer(mail: OutgoingMail): Promise<{ ok: boolean; error?: string }> {
  try {
    await WorkerMailer.send(
      {
        host: mail.smtp.host,
        port: mail.smtp.port,
        startTls: true,
        ...(mail.smtp.username === ""
          ? {}
          : { credentials: mail.smtp, authType: ["plain" as const] }),
      },
      {
        from: { email: mail.from.address, name: mail.from.name },
        to: mail.to.map((to) => ({ email: to.address, name: to.name })),
        bcc: mail.envelope.to.slice(mail.to.length).map((email) => ({ email })),
        subject: mail.subject,
        text: mail.text,
        headers: mail.headers,
      },
    );
    return { ok: true };
  } catch (thrown) {
    return { ok: false, error: String(thrown) };
  }
}
