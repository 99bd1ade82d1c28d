import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { z } from "zod";

/** A webhook delivery whose signatures were right; each event has its own data. */
export type Delivery = {
  /** `webhook-id`: the same over retries. */
  readonly id: string;
  readonly event: string;
  readonly workspaceId: string;
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
};

export type Receiver = {
  readonly url: string;
  readonly secret: string;
  readonly deliveries: readonly Delivery[];
  /** What was wrong with deliveries that were turned down. */
  readonly faults: readonly string[];
  count(event: string): number;
  stop(): Promise<void>;
};

/**
 * A subscriber as others would write one: checks `X-Webhook-Signature` and the Standard Webhooks
 * signature over the bytes as they came, answers 401 where either is wrong.
 */
export async function startReceiver(): Promise<Receiver> {
  const secret = `demo-${randomBytes(18).toString("base64url")}`;
  const deliveries: Delivery[] = [];
  const faults: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks);
      const header = (name: string) => String(request.headers[name] ?? "");
      const delivery = read(header, body, secret);
      if (typeof delivery === "string") {
        faults.push(delivery);
        response.writeHead(401).end(delivery);
      } else {
        deliveries.push(delivery);
        response.writeHead(204).end();
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on TCP has an address with a port.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    secret,
    deliveries,
    faults,
    count: (event) => deliveries.filter((delivery) => delivery.event === event).length,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

type Header = (name: string) => string;

/** The body's four fields, none more (service API, section 6). */
const Body = z.strictObject({
  event: z.string(),
  workspace_id: z.string(),
  timestamp: z.iso.datetime({ precision: 3 }),
  data: z.record(z.string(), z.unknown()),
});

/** The delivery, or what is wrong with it. */
function read(header: Header, body: Buffer, secret: string): Delivery | string {
  const own = createHmac("sha256", secret).update(body).digest("hex");
  if (!same(header("x-webhook-signature"), `sha256=${own}`)) return "X-Webhook-Signature is wrong";
  const id = header("webhook-id");
  const sentAt = header("webhook-timestamp");
  const standard = createHmac("sha256", secret).update(`${id}.${sentAt}.`).update(body);
  if (!same(header("webhook-signature"), `v1,${standard.digest("base64")}`)) {
    return "webhook-signature is wrong";
  }
  if (Math.abs(Date.now() / 1_000 - Number(sentAt)) > 300) return "webhook-timestamp is not now";
  const parsed = Body.safeParse(JSON.parse(body.toString()));
  if (!parsed.success) return `the body is not as documented: ${parsed.error.message}`;
  const { event, workspace_id: workspaceId, timestamp, data } = parsed.data;
  if (header("x-webhook-event") !== event) return "X-Webhook-Event is not the body's event";
  return { id, event, workspaceId, timestamp, data };
}

const same = (given: string, right: string): boolean =>
  given.length === right.length && timingSafeEqual(Buffer.from(given), Buffer.from(right));
