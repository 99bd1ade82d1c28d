import { addressErased, optOutsLifted, suppressionsLifted } from "#modules/leads/hooks.ts";
import { databaseSetBack } from "#modules/delivery/hooks.ts";
import { answer } from "#platform/ctx/hooks.ts";
import { type Module, sweep } from "#platform/module.ts";
import { collectReceipts } from "./collecting/collect-receipts.ts";
import {
  forgetErased,
  noteDatabaseSetBack,
  noteLifts,
  noteOptIns,
} from "./collecting/note-marks.ts";
import { receiptRoutes } from "./exports/routes.ts";

/** What the app needs of it. */
export const receiptsModule: Module = {
  name: "receipts",
  routes: receiptRoutes,
  sweeps: [sweep("receipts.due", collectReceipts)],
  answers: [
    answer(suppressionsLifted, noteLifts),
    answer(optOutsLifted, noteOptIns),
    answer(addressErased, forgetErased),
    answer(databaseSetBack, noteDatabaseSetBack),
  ],
};
