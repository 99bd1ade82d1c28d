import type { OutsideText } from "#platform/rules/outside-text.ts";

/**
 * A streamed chat completion, put together as if it had not been streamed. What is no event of the
 * protocol is skipped; without any the text is not one, and comes back as it is.
 */
export function completionOf(stream: OutsideText): string {
  let content = "";
  let usage: unknown;
  let seen = false;
  for (const line of stream.split(/\r?\n/)) {
    if (!line.startsWith("data:")) continue;
    const chunk = chunkIn(line.slice("data:".length).trim());
    if (!chunk) continue;
    seen = true;
    content += chunk.choices?.[0]?.delta?.content ?? "";
    usage = chunk.usage ?? usage;
  }
  if (!seen) return stream;
  return JSON.stringify({ choices: [{ message: { role: "assistant", content } }], usage });
}

type Chunk = {
  readonly choices?: readonly { readonly delta?: { readonly content?: string | null } }[];
  readonly usage?: unknown;
};

function chunkIn(text: string): Chunk | null {
  try {
    const value: unknown = JSON.parse(text);
    // Fields are read one by one, each of them possibly absent.
    return typeof value === "object" && value !== null && "choices" in value
      ? (value as Chunk)
      : null;
  } catch {
    return null;
  }
}
