import type { HostedAi } from "#platform/ctx/ports.ts";

/** Models of the hosted platform by its binding; null where the operator bound none. */
export function workersAi(binding: Ai | undefined): HostedAi | null {
  if (!binding) return null;
  return {
    async chat({ model, messages, maxTokens }) {
      // The binding's types list models by name; an operator may name any that chats.
      const run = binding.run.bind(binding) as unknown as (
        model: string,
        input: object,
      ) => Promise<{ response?: unknown; usage?: Partial<Record<string, number>> }>;
      const { response, usage } = await run(model, { messages, max_tokens: maxTokens });
      return {
        // A model that answers with JSON has it parsed by the platform.
        text: typeof response === "string" ? response : JSON.stringify(response ?? ""),
        usage: usage
          ? {
              prompt_tokens: usage["prompt_tokens"] ?? 0,
              completion_tokens: usage["completion_tokens"] ?? 0,
              total_tokens: usage["total_tokens"] ?? 0,
            }
          : null,
      };
    },
  };
}
