import type { Move, MoveClient } from "#modules/moving/contract/moves.ts";
import { CLIENTS_OF } from "./rivals.ts";

/** What a client is called; what has none is one of many, or all there is. */
export function clientName(
  client: Pick<MoveClient, "ref" | "name">,
  all: readonly Pick<MoveClient, "ref">[],
  rival: Move["rival"],
): string {
  if (client.name !== "") return client.name;
  if (client.ref !== "") return client.ref;
  return all.length > 1 ? `Without a ${CLIENTS_OF[rival]}` : "The whole account";
}
