// A receiver of webhooks: WEBHOOK_SECRET=... PORT=8090 node receiver.ts (Node 24 or newer).
import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";

const TOLERANCE_SECONDS = 300;
const secret = process.env["WEBHOOK_SECRET"] ?? "";
const key = secret.startsWith("whsec_")
  ? Buffer.from(secret.slice("whsec_".length), "base64")
  : Buffer.from(secret, "utf8");

/** Whether Outrider signed exactly these bytes, not long ago. */
function isGenuine(id: string, timestamp: string, signatures: string, body: Buffer): boolean {
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= TOLERANCE_SECONDS)) return false;
  const right = createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest();
  return signatures.split(" ").some((each) => {
    const given = Buffer.from(each.replace(/^v1,/, ""), "base64");
    return given.length === right.length && timingSafeEqual(given, right);
  });
}

/** Ids of deliveries that were handled. Keep them in your database, for three days at least. */
const handled = new Set<string>();

function handle(event: string, data: unknown): void {
  console.log(event, JSON.stringify(data));
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const header = (name: string): string => String(request.headers[name] ?? "");
    const body = Buffer.concat(chunks);
    const id = header("webhook-id");
    if (!isGenuine(id, header("webhook-timestamp"), header("webhook-signature"), body)) {
      response.writeHead(401).end("not signed by Outrider, or too old");
      return;
    }
    // A repeat of what was handled is answered well, else it would be sent again.
    if (!handled.has(id)) {
      const { event, data } = JSON.parse(body.toString());
      handle(event, data);
      handled.add(id);
    }
    response.writeHead(204).end();
  });
});
server.listen(Number(process.env["PORT"] ?? 8090), "127.0.0.1");
