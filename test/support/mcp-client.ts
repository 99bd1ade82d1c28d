import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { Harness } from "./harness.ts";

/** The official client, connected to the app under test with these credentials. */
export async function mcpClient(
  t: Harness,
  headers: Readonly<Record<string, string>>,
  mode: "legacy" | { pin: string } = "legacy",
) {
  const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode } });
  const transport = new StreamableHTTPClientTransport(new URL("http://localhost/api/v1/mcp"), {
    fetch: async (url, init) => t.app.request(String(url), init),
    requestInit: { headers: { ...headers } },
  });
  await client.connect(transport);
  return {
    client,
    /** Calls a tool; tests read answers freely. */
    call: async (name: string, args: Record<string, unknown> = {}) => {
      const result = await client.callTool({ name, arguments: args });
      const [first] = result.content;
      return {
        failed: result.isError === true,
        text: first?.type === "text" ? first.text : "",
        // oxlint-disable-next-line typescript/no-explicit-any
        json: result.structuredContent as any,
      };
    },
    close: () => client.close(),
  };
}
