import { useQuery } from "@tanstack/react-query";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { settingsQuery } from "./queries.ts";

/** Whether an AI is set up for the workspace: what nobody can use is not offered. */
export function useHasAi(): boolean {
  const { wid, may } = useWorkspace();
  const settings = useQuery({
    ...settingsQuery(wid),
    enabled: may("settings.read") && may("ai.use"),
    staleTime: 5 * 60_000,
  });
  return (settings.data?.ai.provider ?? null) !== null;
}
