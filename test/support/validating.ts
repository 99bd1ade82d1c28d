import { dohDns } from "#platform/adapters/doh.ts";
import { places } from "#platform/adapters/places.ts";
import { nodeGet } from "#server/node-get.ts";
import { type DohServer, startDohServer, type Zone } from "./doh-server.ts";
import { harness, type Harness, type HarnessOptions } from "./harness.ts";
import { upload } from "./upload.ts";

const open: DohServer[] = [];

/** Closes what `validating` started. */
export async function closeResolvers(): Promise<void> {
  for (const server of open.splice(0)) await server.close();
}

/** The app with its DNS at a resolver of this zone, and its first user signed in. */
export async function validating(
  zone: Zone,
  options: HarnessOptions & { delayMs?: () => number; atOnce?: number; timeoutMs?: number } = {},
) {
  const { delayMs, atOnce = 6, timeoutMs = 5_000, ...rest } = options;
  const server = await startDohServer(zone, delayMs ? { delayMs } : {});
  open.push(server);
  const t = await harness({
    dns: (now) =>
      dohDns({ urls: [server.url], get: nodeGet(), places: places(atOnce), now, timeoutMs }),
    ...rest,
  });
  const { wid, cookie } = await t.signUp();
  return { t, wid, cookie, server, ...calls(t, wid) };
}

/** The calls of a workspace's validation. */
export function calls(t: Harness, wid: number) {
  const base = `/api/v1/workspaces/${wid}`;
  return {
    base,
    /** Uploads these addresses into a new list; answers its id. */
    list: async (emails: readonly string[]): Promise<number> => {
      const answer = await upload(t, wid, `email\n${emails.map(quoted).join("\n")}\n`);
      if (answer.status !== 201) throw new Error(answer.text);
      return answer.json.list_id as number;
    },
    start: (listId: number) => t.post(`${base}/leads/validate`, { list_id: listId }),
    job: async (id: number) => (await t.get(`${base}/leads/validate/${id}`)).json,
    cancel: (id: number) => t.post(`${base}/leads/validate/${id}/cancel`),
    /** Every lead by address: score, status, breakdown. */
    results: async (): Promise<
      Record<string, { score: number | null; status: string | null; validation: Breakdown }>
    > => {
      const rows = await t.client.execute(
        `SELECT email, score, validation_status, validation FROM leads WHERE workspace_id = ${wid} ORDER BY id`,
      );
      return Object.fromEntries(
        rows.rows.map((row) => [
          row["email"],
          {
            score: row["score"] as number | null,
            status: row["validation_status"] as string | null,
            validation: JSON.parse((row["validation"] as string | null) ?? "{}"),
          },
        ]),
      );
    },
  };
}
// Tests read the breakdown freely; its shape is the product's own.
// oxlint-disable-next-line typescript/no-explicit-any
type Breakdown = any;

const quoted = (email: string): string => `"${email.replaceAll('"', '""')}"`;
