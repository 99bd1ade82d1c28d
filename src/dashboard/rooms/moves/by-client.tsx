import type { Move, MoveClient } from "#modules/moving/contract/moves.ts";
import { Status } from "#dashboard/parts/status.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";
import { clientName } from "./rivals.ts";

type Group<T> = {
  readonly client: MoveClient | undefined;
  readonly name: string;
  readonly rows: readonly T[];
};

/** What belongs to each client, in the order of the clients. */
export function byClient<T extends { readonly client: string }>(
  rows: readonly T[],
  clients: readonly MoveClient[],
  rival: Move["rival"],
): Group<T>[] {
  const groups = Map.groupBy(rows, ({ client }) => client);
  const known = clients.flatMap((client): Group<T>[] => {
    const own = groups.get(client.ref);
    groups.delete(client.ref);
    return own ? [{ client, name: clientName(client, clients, rival), rows: own }] : [];
  });
  const others = [...groups].map(([ref, own]): Group<T> => ({
    client: undefined,
    name: ref,
    rows: own,
  }));
  return [...known, ...others];
}

/** The workspace that a client goes into. */
export function Where({ client, move }: { client: MoveClient | undefined; move: Move }) {
  const { me } = useWorkspace();
  const id = move.workspace_id ?? client?.workspace_id ?? null;
  const name = me.workspaces.find((one) => one.id === id)?.name;
  if (client?.choice === "leave_out") return <Status shape="ring">{t("Left out")}</Status>;
  if (id !== null)
    return (
      <span className="text-12 text-text-2">
        {name === undefined ? t("Into a workspace") : t("Into {name}", { name })}
      </span>
    );
  if (client?.choice === "new") {
    return (
      <span className="text-12 text-text-2">
        {t("Into the new workspace {name}", { name: client.new_name })}
      </span>
    );
  }
  return (
    <Status tone="warn" shape="triangle">
      {t("No workspace chosen")}
    </Status>
  );
}
