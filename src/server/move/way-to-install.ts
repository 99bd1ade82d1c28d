import type { PlaceName } from "#server/workspaces/places.ts";
import { collectLeft } from "./collect-left.ts";
import { departedKey } from "./departed.ts";
import {
  announce,
  arrive,
  becomeQuiet,
  decideDeparture,
  endDeparture,
  forgetMoveSecrets,
  hasDeparted,
  isAtRest,
  reachOf,
  resume,
} from "./departure.ts";
import type { MoveRecord } from "./record.ts";
import { remoteDestination } from "./remote-destination.ts";
import type { Side } from "./side.ts";
import { libsqlSource } from "./source.ts";
import { ownTables } from "./tables.ts";
import type { Notes, Parts, Way } from "./way.ts";

/** Over a network the last changes may take longer. */
const FROZEN_MS = 5_000;

/** The way to another installation, wherever the workspace lies here. */
export async function wayToInstall(parts: Parts, record: MoveRecord, notes: Notes): Promise<Way> {
  const { client, shards, deps } = parts;
  const { id, move } = record;
  const { movable } = shards;
  const tables = await ownTables(client);
  const isDecided = await hasDeparted(client, id);
  // Where its rows lie, also behind the decision: a file stays until the other side is open.
  const from: PlaceName = record.from ?? movable.placeOf(id);
  const side: Side = {
    client: from === "one" ? client : movable.file(id),
    workspaceId: id,
    isFirst: from === "one",
    tables,
  };
  const reach = await reachOf(client, deps, record);
  if (isDecided) await movable.leave(id);
  const source = libsqlSource(side, {
    hold: () => movable.close(id),
    letGo: async () => movable.open(id, from),
    first: client,
    guard: `EXISTS (SELECT 1 FROM install_settings WHERE key = '${departedKey(id)}')`,
    async discard() {
      await collectLeft(parts, side.client);
      await movable.discard(id);
    },
  });
  return {
    course: {
      ...notes,
      move,
      tables,
      source,
      destination: remoteDestination(reach, () => announce(client, deps, record, reach, tables)),
      settled: parts.settled,
      alone: parts.alone,
      frozenMs: FROZEN_MS,
      quiet: {
        come: () => becomeQuiet(client, side, { now: deps.now, pause: notes.pause }),
        isThere: () => isAtRest(side),
      },
      async decide() {
        const departed = await decideDeparture(deps, record, reach, from);
        parts.departures?.add(id, departed);
        await movable.leave(id);
      },
    },
    isDecided: () => hasDeparted(client, id),
    // The other side may be away for long: the workspace works meanwhile.
    interrupted: () => resume(client, side),
    decided: () => arrive(deps, side, client, reach, notes.pause),
    async cleared() {
      // Those who began before have ended by then; later comers find nobody.
      await parts.settled();
      await endDeparture(client, deps, id);
    },
    async givenUp() {
      await resume(client, side);
      await forgetMoveSecrets(client, id);
    },
  };
}
