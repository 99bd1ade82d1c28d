import type { ComponentType } from "react";
import { createStore } from "#dashboard/lib/store.ts";
import {
  type Destination,
  hrefOf,
  type Match,
  addressAt,
  type Spot,
  trimmed,
} from "./addresses.ts";
import { isAsking, mayGo } from "./leaving.ts";
import { keepScrolled, leaveScrolled } from "./scrolled.ts";

/** What is drawn: the rooms of an address, each within the one before it. */
export type Shown = Match & {
  readonly path: string;
  /** The entry of the history. */
  readonly key: string;
  readonly rooms: readonly ComponentType[];
  /** The page stays where it was scrolled to. */
  readonly stays: boolean;
  /** Why its rooms could not be opened. */
  readonly error: unknown;
};
/** How somebody goes. */
export type Manner = { readonly replace?: boolean; readonly resetScroll?: boolean };

/** What a dashboard has at its addresses. */
export type Rooms = {
  /** The rooms of an address, with their code; or where it leads instead. */
  readonly open: (
    match: Match,
    href: string,
    /** Called when what is shown meanwhile may have changed. */
    onProgress: () => void,
  ) => Promise<readonly ComponentType[] | Destination>;
  /** What is shown while they are not there yet, and when they can't be opened. */
  readonly waiting: (match: Match) => readonly ComponentType[];
  readonly failed: (match: Match) => readonly ComponentType[];
};

/** A room whose code takes longer shows itself empty: nobody looks at the old one and wonders. */
const PATIENCE_MS = 200;

const spotNow = (): Spot => ({ path: trimmed(location.pathname), search: location.search });
/** Where somebody is going, or is. */
export const here = createStore<Spot>(
  typeof location === "undefined" ? { path: "/", search: "" } : spotNow(),
);
export const drawnNow = createStore<Shown | null>(null);
/** The path of the last room that was opened whole. */
export const arrivedAt = createStore<string | undefined>(undefined);

let rooms: Rooms | undefined;
let turn = 0;
/** The place in the history: entries have one each, in order. */
let place = 0;

type Entry = { readonly place: number; readonly key: string };
const isEntry = (state: unknown): state is Entry =>
  typeof state === "object" && state !== null && "place" in state && "key" in state;
let entries = 0;
/** Its key is like no other of this tab, also of one that was loaded before. */
const newEntry = (at: number): Entry => ({
  place: at,
  key: `${performance.timeOrigin}-${(entries += 1)}`,
});

/** Of this entry; a link within the page made one without. */
function entryNow(): Entry {
  const state: unknown = history.state;
  if (isEntry(state)) return state;
  const entry = newEntry(place + 1);
  history.replaceState(entry, "");
  return entry;
}

/** Opens what the address says. Resolves when it is drawn, or another address came between. */
async function arrive(key: string, stays = false): Promise<void> {
  if (!rooms) return;
  const own = ++turn;
  const spot = spotNow();
  here.set(spot);
  const match = addressAt(spot);
  const before = drawnNow.get();
  // The same search stays the same object, for whatever depends on it.
  const isSame = JSON.stringify(before?.search) === JSON.stringify(match.search);
  const search = before && isSame ? before.search : match.search;
  const show = (drawn: readonly ComponentType[], error: unknown = null): void => {
    leaveScrolled();
    drawnNow.set({ ...match, search, path: spot.path, key, rooms: drawn, stays, error });
  };
  const { open, waiting, failed } = rooms;
  let isLate = false;
  const wait = (): void => {
    if (own === turn && isLate) show(waiting(match));
  };
  const slow = setTimeout(() => {
    isLate = true;
    wait();
  }, PATIENCE_MS);
  try {
    const opened = await open(match, spot.path + spot.search + location.hash, wait);
    clearTimeout(slow);
    if (own !== turn) return;
    if ("to" in opened) return await go(hrefOf(opened, match), { replace: true });
    show(opened);
    arrivedAt.set(spot.path);
  } catch (error) {
    if (own === turn) show(failed(match), error);
  } finally {
    clearTimeout(slow);
  }
}

/** Goes to a path of the dashboard. Resolves when it is drawn, or when somebody stays for unsaved changes. */
export async function go(
  href: string,
  { replace = false, resetScroll = true }: Manner = {},
): Promise<void> {
  if (isAsking() && !(await mayGo())) return;
  const entry = newEntry(replace ? place : place + 1);
  ({ place } = entry);
  if (replace) history.replaceState(entry, "", href);
  else history.pushState(entry, "", href);
  await arrive(entry.key, !resetScroll);
}

/** Opens the same address again. */
export const again = (): void => void arrive(entryNow().key, true);

/** Back and forward: the browser has gone already, so it is led back while somebody is asked. */
let isLed = false;
async function onPop(): Promise<void> {
  const entry = entryNow();
  const far = entry.place - place;
  const isHere = spotNow().path === here.get().path && spotNow().search === here.get().search;
  if (isLed || !isAsking() || isHere || far === 0) {
    isLed = false;
    ({ place } = entry);
    await arrive(entry.key);
    return;
  }
  await led(-far);
  if (!(await mayGo())) return;
  isLed = true;
  history.go(far);
}
const popped = (): void => void onPop();
/** Goes through the history without opening what is there. */
const led = (far: number): Promise<void> =>
  new Promise((done) => {
    window.removeEventListener("popstate", popped);
    window.addEventListener(
      "popstate",
      () => {
        window.addEventListener("popstate", popped);
        done();
      },
      { once: true },
    );
    history.go(far);
  });

/** Fetches the code of the rooms at a path, before somebody goes there. */
export function fetchAhead(href: string): void {
  const { pathname, search } = new URL(href, location.origin);
  ahead?.(addressAt({ path: trimmed(pathname), search }));
}
let ahead: ((match: Match) => void) | undefined;

/** Begins at the address that was opened. */
export function start(all: Rooms & { readonly fetchAhead: (match: Match) => void }): void {
  rooms = all;
  ahead = all.fetchAhead;
  const entry = isEntry(history.state) ? history.state : newEntry(0);
  ({ place } = entry);
  history.replaceState(entry, "");
  keepScrolled();
  window.addEventListener("popstate", popped);
  void arrive(entry.key, true);
}
