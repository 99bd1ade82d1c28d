import { startDohServer, type Zone } from "#test/support/doh-server.ts";
import { seeded } from "./seeded.ts";

/*
 * The resolver of `npm run bench:validate`, a process of its own: DNS over HTTPS and plain DNS from
 * one zone, each answer after 12 ms and, on average, 18 more by an exponential law.
 */
const FIXED_MS = 12;
const MEAN_MS = 18;

export type ResolverCall = { readonly zone: Zone } | "count";
export type ResolverAnswer =
  | { readonly url: string; readonly udpPort: number }
  | { readonly questions: number; readonly waitedMs: number };

let random = seeded(7);
let servedBefore = 0;
const server = await startDohServer(
  {},
  {
    udp: true,
    delayMs: () => FIXED_MS - MEAN_MS * Math.log(1 - random()),
  },
);
const tell = (answer: ResolverAnswer): void => void process.send?.(answer);

process.on("message", (call: ResolverCall) => {
  if (call !== "count") {
    server.zone = call.zone;
    server.asked.length = 0;
    random = seeded(7);
    servedBefore = server.servedMs();
    tell({ url: server.url, udpPort: server.udpPort });
    return;
  }
  // Whoever asks gives a silent name the 5 s of a question.
  const silent = server.asked.filter((question) => server.zone[question.split(" ")[0] ?? ""]?.hang);
  const waitedMs = server.servedMs() - servedBefore + 5_000 * silent.length;
  tell({ questions: server.asked.length, waitedMs });
});
process.on("disconnect", () => process.exit());
