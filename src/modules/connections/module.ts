import type { Module } from "#platform/module.ts";

/** What the app needs of it. */
export const connections: Module = {
  name: "connections",
  routes: [],
  sweeps: [],
};
