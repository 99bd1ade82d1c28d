import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A webhook delivery whose signatures were right. */
export type Delivery = {
  /** `webhook-id`: the same over retries. */
  readonly id: string;
  readonly event: string;
  readonly workspaceId: string;
  readonly timestamp: string;
  // Each event has its own data; the report reads the few fields that it needs.
  readonly data: Readonly<Record<string, unknown>>;
  readonly attempt: number;
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
export async function startReceiver(onDelivery: (delivery: Delivery) => void): Promise<Receiver> {
  const secret = `demo-${randomBytes(18).toString("base64url")}`;
  const deliveries: Delivery[] = [];
  const faults: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks);
      const header = (name: string) => String(request.headers[name] ?? "");
      const fault = faultOf(header, body, secret);
      if (fault !== null) {
        faults.push(fault);
        response.writeHead(401).end(fault);
        return;
      }
      response.writeHead(204).end();
      const delivery = read(header, body);
      deliveries.push(delivery);
      onDelivery(delivery);
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

function faultOf(header: Header, body: Buffer, secret: string): string | null {
  const own = createHmac("sha256", secret).update(body).digest("hex");
  if (!same(header("x-webhook-signature"), `sha256=${own}`)) return "X-Webhook-Signature is wrong";
  const id = header("webhook-id");
  const timestamp = header("webhook-timestamp");
  const standard = createHmac("sha256", secret)
    .update(`${id}.${timestamp}.`)
    .update(body)
    .digest("base64");
  if (!same(header("webhook-signature"), `v1,${standard}`)) return "webhook-signature is wrong";
  if (Math.abs(Date.now() / 1_000 - Number(timestamp)) > 300) return "webhook-timestamp is not now";
  const { event } = JSON.parse(body.toString()) as { event: string }; // signed by the product
  return header("x-webhook-event") === event ? null : "X-Webhook-Event is not the body's event";
}

const same = (given: string, right: string): boolean =>
  given.length === right.length && timingSafeEqual(Buffer.from(given), Buffer.from(right));

function read(header: Header, body: Buffer): Delivery {
  // Signed by the product, whose schema this is (service API, section 6).
  const { event, workspace_id, timestamp, data } = JSON.parse(body.toString()) as {
    event: string;
    workspace_id: string;
    timestamp: string;
    data: Record<string, unknown>;
  };
  return {
    id: header("webhook-id"),
    event,
    workspaceId: workspace_id,
    timestamp,
    data,
    attempt: Number(header("x-webhook-attempt")),
  };
}
