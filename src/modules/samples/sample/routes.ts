import { SampleData } from "#modules/samples/contract/samples.ts";
import { ok } from "#platform/http/answer.ts";
import { endpoint, WORKSPACE_PATH } from "#platform/http/endpoint.ts";
import { makeSample } from "./make-sample.ts";
import { readSample } from "./read-sample.ts";
import { removeSample } from "./remove-sample.ts";

const PATH = `${WORKSPACE_PATH}/sample`;

export const sampleRoutes = [
  endpoint(
    {
      method: "GET",
      path: PATH,
      scope: "workspace",
      action: "mailboxes.read",
      summary: "The sample data of a workspace.",
      description:
        "Shows whether the workspace has sample data, and the ids of its parts. Staff and API keys may, and clients whose access allows it. Changes nothing.",
      answers: { 200: SampleData },
    },
    async (ctx) => ok(await readSample(ctx)),
  ),
  endpoint(
    {
      method: "POST",
      path: PATH,
      scope: "workspace",
      action: "campaigns.edit",
      summary: "Make sample data to try the product with.",
      description:
        "Makes a sandbox mailbox, a list of 20 sample leads and a draft campaign, which the caller starts. Nothing that the mailbox sends leaves Outrider, and it sends to sample leads only. They answer, bounce, open and click by themselves. Staff and API keys that may edit mailboxes, leads and campaigns can call it; written to the audit log. A repeat answers what is there, and completes what was interrupted.",
      answers: { 200: SampleData },
    },
    async (ctx) => ok(await makeSample(ctx)),
  ),
  endpoint(
    {
      method: "DELETE",
      path: PATH,
      scope: "workspace",
      action: "campaigns.edit",
      summary: "Remove the sample data with everything that came of it.",
      description:
        "Deletes the sandbox mailbox, the sample leads and their list, the sample campaign with all its leads, and their emails, threads, events, suppressions and figures, also while the campaign runs. Where an email is just under way, the state is removing, and the removal completes by itself within a minute. Staff and API keys that may edit mailboxes and delete leads can call it; written to the audit log.",
      answers: { 200: SampleData },
    },
    async (ctx) => ok(await removeSample(ctx)),
  ),
];
