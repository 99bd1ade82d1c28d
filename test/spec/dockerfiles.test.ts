import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { pinned } from "#server/release/pin-base.ts";
import flags from "#server/process-flags.json" with { type: "json" };
import { execForm, parseDockerfile } from "#test/support/dockerfile.ts";

const DIGEST = `sha256:${"0f".repeat(32)}`;

it("the release workflow pins the base that the Dockerfiles name, by its digest, before it builds", () => {
  const workflow = readFileSync(".github/workflows/release.yml", "utf8");
  const base = /^ {2}BASE: (\S+)$/m.exec(workflow)?.[1] ?? "";
  const order = ['imagetools inspect "$BASE"', 'release -- pin "$digest"', "buildx build"];
  const places = order.map((step) => workflow.indexOf(step));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places).not.toContain(-1);
  for (const file of ["src/companion/Dockerfile", "src/deploy/Dockerfile"]) {
    const once = pinned(readFileSync(file, "utf8"), DIGEST);
    expect(pinned(once, DIGEST)).toBe(once);
    for (const { image } of parseDockerfile(once)) expect(image).toBe(`${base}@${DIGEST}`);
  }
});

it.each(["", "latest", "sha256:short", `${DIGEST}0`, `${DIGEST} AS x`])(
  "no digest, and nothing is pinned: %s",
  (digest) => expect(() => pinned("FROM node:24.11-bookworm-slim\n", digest)).toThrow("digest"),
);

it("a base of another kind is not passed over", () =>
  expect(() => pinned("FROM node:24.11-bookworm-slim AS a\nFROM debian:13\n", DIGEST)).toThrow(
    "another base",
  ));

it.each([
  ["src/deploy/Dockerfile", flags.app, "src/server/main.ts"],
  ["src/companion/Dockerfile", flags.companion, "src/companion/main.ts"],
])("%s starts its process with the flags that `npm start` gives it", (file, given, program) => {
  const steps = parseDockerfile(readFileSync(file, "utf8")).at(-1)?.steps ?? [];
  const command = steps.find(({ name }) => name === "CMD")?.text ?? "";
  expect(execForm(command)).toEqual(["node", ...given, program]);
});

describe.each(["src/companion/Dockerfile", "src/deploy/Dockerfile"])("%s", (file) => {
  const stages = parseDockerfile(readFileSync(file, "utf8"));
  const last = stages.at(-1);
  const of = (name: string) => (last?.steps ?? []).filter((step) => step.name === name);

  it("names its base by version, the Node of the engines", () => {
    for (const { image } of stages) expect(image).toMatch(/^node:24\.\d+-bookworm-slim$/);
  });

  it("runs as nobody special, by one command that takes signals, and says how it is", () => {
    expect(of("USER").map(({ text }) => text)).toEqual(["1000"]);
    expect(of("CMD")).toHaveLength(1);
    expect(execForm(of("CMD")[0]?.text ?? "")[0]).toBe("node");
    const health = /^(?:--\S+ )+CMD (\[.*\])$/.exec(of("HEALTHCHECK")[0]?.text ?? "")?.[1] ?? "";
    expect(execForm(health).join(" ")).toContain("/health");
  });

  it("writes to its volume alone, which belongs to that user", () => {
    expect(of("VOLUME").map(({ text }) => text)).toEqual(["/app/data"]);
    expect(of("ENV")[0]?.text).toContain("DATA_DIR=/app/data");
    expect(of("RUN").map(({ text }) => text)).toEqual(["mkdir data && chown 1000:1000 data"]);
  });

  it("copies what is there, and no secret", () => {
    const copied = stages.flatMap(({ steps }) =>
      steps
        .filter(({ name, text }) => name === "COPY" && !text.startsWith("--from"))
        .flatMap(({ text }) => text.split(" ").slice(0, -1)),
    );
    expect(copied.filter((path) => !existsSync(path))).toEqual([]);
    expect(copied.join(" ")).not.toMatch(/\.env|secret|outrider\b/);
    expect(
      of("ENV")
        .map(({ text }) => text)
        .join(" "),
    ).not.toMatch(/SECRET|TOKEN|KEY|PASSWORD/);
  });
});
