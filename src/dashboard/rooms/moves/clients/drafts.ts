import type { MapClientsBody, MoveClient } from "#modules/moving/contract/moves.ts";
import { slugify } from "#platform/rules/slug.ts";

export type Choice = MapClientsBody["clients"][number];
export type Draft = {
  readonly choice: Choice["choice"] | "";
  readonly workspace: number | null;
  readonly name: string;
  readonly slug: string;
};

/** What the row shows before anybody changed it: what is stored, else what is suggested. */
export function draftOfClient(client: MoveClient, mayCreate: boolean): Draft {
  const named = client.name === "" ? "" : client.name;
  const own = {
    workspace: client.workspace_id ?? client.suggested_workspace_id,
    name: client.new_name ?? named,
    slug: client.new_slug ?? slugify(named),
  };
  if (client.choice !== null) return { ...own, choice: client.choice };
  if (client.suggested_workspace_id !== null) return { ...own, choice: "workspace" };
  // Rows of nobody are no client to make a workspace for.
  return { ...own, choice: mayCreate && client.ref !== "" ? "new" : "" };
}

/** The decision that is sent; null while it is incomplete. */
export function choiceOf(ref: string, draft: Draft): Choice | null {
  const { choice, workspace, name, slug } = draft;
  if (choice === "leave_out") return { ref, choice };
  if (choice === "workspace") {
    return workspace === null
      ? null
      : {
          ref,
          choice,
          workspace_id: workspace as (Choice & { choice: "workspace" })["workspace_id"],
        };
  }
  if (choice !== "new" || name.trim() === "") return null;
  return { ref, choice, name: name.trim(), slug: slug.trim() || slugify(name) };
}

/** Whether it says the same as what is stored. */
export const isStored = (client: MoveClient, choice: Choice): boolean =>
  client.choice === choice.choice &&
  (choice.choice === "leave_out" ||
    (choice.choice === "workspace"
      ? client.workspace_id === choice.workspace_id
      : client.new_name === choice.name && client.new_slug === choice.slug));
