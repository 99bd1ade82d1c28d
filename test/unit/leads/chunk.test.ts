import { expect, it } from "vitest";
import { addRow, newChunk, payloadOf } from "#modules/leads/leads/chunk.ts";
import type { UploadRow } from "#modules/leads/rules/lead-row.ts";

const row: UploadRow = {
  email: "ann@acme.test",
  domain: "acme.test",
  first_name: "Ann",
  last_name: "",
  company: "",
  job_title: "",
  phone: "",
  linkedin_url: "",
  custom: {},
};

it("a file of one address, again and again, copies nothing of the rows before", () => {
  const chunk = newChunk(false);
  addRow(chunk, row, 2);
  const lines = chunk.entries.get(row.email)?.lines;
  let line = 2;
  while (addRow(chunk, row, ++line));
  expect(line).toBe(10_002);
  // The same list: one for each row was gigabytes for a file of 3 MB.
  expect(chunk.entries.get(row.email)?.lines).toBe(lines);
  expect(lines).toHaveLength(10_000);
  expect(JSON.parse(payloadOf(chunk))).toMatchObject([{ rows: 10_000 }]);
});
