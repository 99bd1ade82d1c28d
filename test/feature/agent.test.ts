import { expect, it } from "vitest";
import { answerTo, outreach } from "#test/support/inbound-world.ts";
import { mcpClient } from "#test/support/mcp-client.ts";
import { ALWAYS_OPEN } from "#test/support/outreach.ts";
import { uploadForm } from "#test/support/upload.ts";

it("an agent operates the shop: from a draft to a booked meeting, with tools alone", async () => {
  // A mailbox that sends and receives is all there is; leads come by a person's upload.
  const o = await outreach({ leads: [] });
  const W = `/api/v1/workspaces/${o.wid}`;
  const csv = "email,first_name,company\nzoe@acme.test,Zoe,Acme\nyan@other.test,Yan,Other\n";
  await o.t.post(`${W}/leads/upload`, uploadForm([["file", csv]]));
  const hook = { url: "https://hooks.example.com/in", secret: "s", events: ["meeting.booked"] };
  await o.t.post(`${W}/webhooks`, hook);
  const key = (await o.t.post(`${W}/api-keys`, { name: "agent" })).json.key;
  const agent = await mcpClient(o.t, { authorization: `Bearer ${key}` });
  const use = async (name: string, args: Record<string, unknown> = {}) => {
    const answer = await agent.call(name, args);
    expect(answer.failed, `${name}: ${answer.text}`).toBe(false);
    return answer.json;
  };

  // It drafts,
  const [mailbox] = (await use("list_mailboxes")).data;
  const { id: campaign_id } = await use("create_campaign", {
    name: "Depots",
    mailbox_ids: [mailbox.id],
    schedule: ALWAYS_OPEN,
  });
  const copy = { subject: "Act now, {{first_name}}!!!", body_text: "Free routes for {{company}}." };
  const step = await use("add_step", { campaign_id, ...copy });
  await use("add_step", { campaign_id, subject: "", body_text: "Any thoughts?", delay: 3 });
  // looks at its copy, mends it,
  expect(
    (await use("spam_check", { subject: copy.subject, body: copy.body_text })).rating,
  ).not.toBe("good");
  await use("update_step", {
    campaign_id,
    step_id: step.id,
    subject: "Routes of {{company}}",
    body_text: "Hi {{first_name}}, who plans the routes of {{company}}?",
  });
  // chooses whom to write to,
  const [list] = (await use("list_lists")).data;
  expect(await use("add_leads_to_campaign", { campaign_id, list_id: list.id })).toMatchObject({
    added: 2,
  });
  const found = (await use("list_leads", { q: "yan" })).data;
  await use("add_suppression", { email: found[0].email });
  expect((await use("explain_campaign", { campaign_id })).sending_status.code).toBe(
    "campaign_draft",
  );

  // starts once it is told to,
  expect((await agent.call("start_campaign", { campaign_id })).failed).toBe(true);
  expect(await o.transmit()).toEqual([]);
  expect(await use("start_campaign", { campaign_id, confirm: true })).toMatchObject({
    status: "active",
  });
  const mails = await o.transmit();
  expect(mails.map((mail) => [mail.to[0]?.address, mail.subject])).toEqual([
    ["zoe@acme.test", "Routes of Acme"],
  ]);

  // reads what comes back,
  o.world.put(
    answerTo(mails[0], { text: "I do. Does Tuesday suit you?", message_id: "zoe-1@acme.test" }),
  );
  await o.sync();
  const [thread] = (await use("list_threads", { awaiting_reply: true })).data;
  const read = await use("get_thread", { thread_id: thread.id });
  expect(read.messages.at(-1)).toMatchObject({
    direction: "inbound",
    text: expect.stringContaining("Tuesday"),
  });

  // answers,
  o.smtp.answer = () => ({});
  const reply = { thread_id: thread.id, body_text: "Tuesday at ten, then." };
  expect((await agent.call("reply_to_thread", reply)).failed).toBe(true);
  expect(await use("reply_to_thread", { ...reply, confirm: true })).toMatchObject({
    state: "sent",
  });
  expect(o.taken.map((mail) => [mail.in_reply_to, mail.text])).toEqual([
    ["zoe-1@acme.test", "Tuesday at ten, then."],
  ]);

  // and books the meeting: told once, counted once, and no further step is sent.
  await use("set_thread_status", { thread_id: thread.id, status: "Meeting Booked" });
  await use("set_thread_status", { thread_id: thread.id, status: "meeting_booked" });
  expect(await o.eventsOf("meeting.booked")).toMatchObject([
    {
      lead_email: "zoe@acme.test",
      campaign_name: "Depots",
      marked_by: expect.stringMatching(/^key:/),
    },
  ]);
  expect(await use("get_campaign_stats", { campaign_id })).toMatchObject({
    meetings_booked: 1,
    sent: 1,
  });
  const lead = (await use("list_leads", { q: "zoe" })).data[0];
  expect((await use("explain_lead", { campaign_id, lead_id: lead.id })).status).toBe("replied");
  expect((await use("get_webhook_logs", { webhook_id: 1 })).pagination).toBeDefined();
});
