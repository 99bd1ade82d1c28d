import type { Page } from "playwright-core";
import type { Places } from "./furnish.ts";

/** A room as a picture shows it. */
export type View = {
  readonly name: string;
  readonly path: (places: Places) => string;
  /** False: seen without a session. */
  readonly signedIn?: boolean;
  /** Text that says that the room is drawn. */
  readonly ready?: string | RegExp;
  /** What to press before the picture. */
  readonly prepare?: (page: Page) => Promise<unknown>;
};

/** Every room; one line per picture. */
export const VIEWS: readonly View[] = [
  { name: "sign-in", path: () => "/sign-in", signedIn: false },
  { name: "register", path: () => "/register", signedIn: false },
  { name: "overview", path: ({ wid }) => `/w/${wid}` },
  {
    name: "palette",
    path: ({ wid }) => `/w/${wid}`,
    prepare: (page) => page.keyboard.press("Control+k"),
  },
];
