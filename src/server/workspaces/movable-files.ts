import type { Client } from "@libsql/client";
import type { Db } from "#platform/db/db.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import type { Gate } from "./gate.ts";
import type { OneFile } from "./open-files.ts";
import type { PlaceName } from "./places.ts";

/** One workspace: its file, or how it is led to the first database. */
export type Home = {
  readonly id: WorkspaceId;
  readonly gate: Gate;
  readonly db: Db;
  file: OneFile;
  place: PlaceName;
  isMoving: boolean;
  writes: number;
  /** By somebody else than the tick. */
  writtenAt: number;
  tickedAt: number;
  isTicked: boolean;
};

/** What moves workspaces between the first database and files. */
export type MovableFiles = {
  placeOf(id: WorkspaceId): PlaceName;
  /** From now on who comes is led by a gate; who came before may still hold the first database. */
  take(id: WorkspaceId): void;
  /** It moves no longer. */
  release(id: WorkspaceId): void;
  /** Its file, begun where there is none, whether its rows lie there or not. */
  file(id: WorkspaceId): Client;
  /** Holds statements of the workspace back, and answers once none is under way. */
  close(id: WorkspaceId): Promise<void>;
  /** Lets them go on, to where it lies by now. */
  open(id: WorkspaceId, place: PlaceName): void;
  /** It went to another installation: statements of the workspace wait in vain, and no tick looks into it. */
  leave(id: WorkspaceId): Promise<void>;
  /** Deletes the file of one that lies in the first database. */
  discard(id: WorkspaceId): Promise<void>;
};

/** Moves among the homes that `workspaceFiles` keeps. */
export function movableFiles(given: {
  readonly homes: ReadonlyMap<WorkspaceId, Home>;
  /** Of those that lie in their file. */
  readonly ofDb: Map<Db, Home>;
  readonly note: (id: WorkspaceId, place: PlaceName, since: number) => Home;
  readonly fileOf: (id: WorkspaceId) => OneFile;
  readonly firstClient: () => Client;
  readonly remove: (home: Home) => Promise<void>;
  readonly now: () => number;
}): MovableFiles {
  const { homes, ofDb, note, fileOf, firstClient, remove, now } = given;
  function homeOf(id: WorkspaceId): Home {
    const home = homes.get(id);
    if (!home) throw new Error(`workspace ${id} was not taken`);
    return home;
  }
  const movable: MovableFiles = {
    placeOf: (id) => homes.get(id)?.place ?? "one",
    take(id) {
      (homes.get(id) ?? note(id, "one", now())).isMoving = true;
    },
    release(id) {
      homeOf(id).isMoving = false;
    },
    file(id) {
      const home = homeOf(id);
      if (home.file.isGone) home.file = fileOf(id);
      return home.file.client;
    },
    close: (id) => homeOf(id).gate.close(),
    open(id, place) {
      const home = homeOf(id);
      home.place = place;
      home.writtenAt = now();
      if (place === "file") ofDb.set(home.db, home);
      else ofDb.delete(home.db);
      home.gate.route(place === "file" ? movable.file(id) : firstClient());
      home.gate.open();
    },
    async leave(id) {
      const home = homeOf(id);
      home.place = "one";
      ofDb.delete(home.db);
      await home.gate.close();
    },
    async discard(id) {
      const home = homeOf(id);
      if (home.place === "file") throw new Error(`workspace ${id} lies in its file`);
      await remove(home);
    },
  };

  return movable;
}
