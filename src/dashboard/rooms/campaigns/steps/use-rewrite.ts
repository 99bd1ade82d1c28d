import { useMutation } from "@tanstack/react-query";
import { type AiAction, postEnhance } from "#dashboard/rooms/campaigns/queries.ts";

/** Asking the workspace's AI for other words; nothing changes before somebody takes them. */
export function useRewrite(wid: number, copy: { subject: string; html: string }) {
  return useMutation({
    mutationFn: (action: AiAction) =>
      postEnhance(wid, { action, body: copy.html, ...(copy.subject && { subject: copy.subject }) }),
  });
}
export type Rewriting = ReturnType<typeof useRewrite>;
