import type { Deps } from "#platform/ctx/ctx.ts";
import type { Job } from "#platform/ctx/job.ts";
import type { HitRecorder } from "#platform/ctx/ports.ts";
import { unixMs, type SendId, type WorkspaceId } from "#platform/rules/ids.ts";
import { linkPart } from "#modules/links/rules/link.ts";
import { hitToken } from "#modules/links/rules/token.ts";
import { answerHit } from "#modules/tracking/hits/answer-hit.ts";
import { queueHits } from "#worker/queue-hits.ts";

/**
 * Records a hit for each request, over a queue that can be told to be slow or to fail; and makes
 * and answers the public addresses, to show that both hosts agree on them.
 */
type Env = { readonly HITS: Queue<Job> };

const SECRET = "a-secret-of-forty-characters-for-testing";

const recorder = queueHits();
const seen = { messages: 0, hits: 0, dropped: 0 };

export default {
  async fetch(request, env, ctx) {
    const { pathname, searchParams } = new URL(request.url);
    const hits = recorder.of({
      queue: {
        async send(job) {
          const stall = Number(searchParams.get("stall") ?? 0);
          if (stall > 0) await scheduler.wait(stall);
          if (searchParams.has("fail")) throw new Error("the queue is away");
          await env.HITS.send(job);
        },
      },
      waitUntil: (work) => ctx.waitUntil(work),
    });
    if (pathname === "/seen") return Response.json({ ...seen, dropped: hits.dropped() });
    if (pathname === "/make") {
      const token = hitToken(SECRET, 3 as WorkspaceId, 4 as SendId);
      return Response.json({ token, part: linkPart(SECRET, token, "https://example.com/ä?x=1#y") });
    }
    if (pathname.startsWith("/t/")) return answer(request, pathname, hits);
    const start = performance.now();
    const kept = await hits.record({
      workspaceId: 1 as WorkspaceId,
      sendId: Number(searchParams.get("send") ?? 1) as SendId,
      kind: "open",
      url: searchParams.get("url"),
      at: unixMs(Date.now()),
      signals: { source: "s", agent: "browser", prefetch: false, private: false },
    });
    return Response.json({ kept, ms: performance.now() - start });
  },
  async queue(batch) {
    for (const message of batch.messages) {
      seen.messages++;
      if (message.body.type === "hits.record.v1") seen.hits += message.body.hits.length;
      message.ack();
    }
  },
} satisfies ExportedHandler<Env, Job>;

async function answer(request: Request, path: string, hits: HitRecorder): Promise<Response> {
  const deps = {
    settings: { TRACKING_SECRET: SECRET, TRACKING_SECRET_FORMER: [] as string[] },
    now: () => unixMs(Date.now()),
    hits,
  };
  const { status, headers, body } = await answerHit(deps as Deps, {
    id: "r",
    method: request.method,
    path,
    clientAddress: "203.0.113.1",
    header: (name) => request.headers.get(name) ?? undefined,
    text: async () => "",
  });
  return new Response(body, { status, headers });
}
