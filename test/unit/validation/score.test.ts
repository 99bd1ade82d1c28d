import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkLocal } from "#modules/leads/rules/validation/check-local.ts";
import type { LocalFacts, SyntaxForm } from "#modules/leads/rules/validation/local-facts.ts";
import { NO_ROUTE, type RouteOutcome } from "#platform/rules/dns/route-outcome.ts";
import { type LeadFacts, scoreLead, statusOf } from "#modules/leads/rules/validation/score.ts";
import type { AvatarState } from "#platform/rules/mail/address-sources.ts";
import { shippedTables } from "./tables.ts";

const tables = await shippedTables();
const NO_HISTORY = { bounced: false, replied: false };
const route = (state: RouteOutcome["state"]): RouteOutcome => ({
  state,
  hosts: state === "mx" ? ["mx.example.com"] : [],
  provider: null,
});

type Case = readonly [
  address: string,
  state: RouteOutcome["state"],
  avatar: AvatarState,
  sum: number,
  score: number,
  status: "valid" | "risky" | "invalid",
];

/** The worked examples, from the address to the status. */
const EXAMPLES: readonly Case[] = [
  ["anna.novak@acme.com", "mx", "not_found", 90, 90, "valid"],
  ["anna.novak@acme.com", "mx", "found", 100, 100, "valid"],
  ["anna.novak@acme.com", "mx", "unknown", 90, 90, "valid"],
  ["john@gmail.com", "mx", "not_found", 90, 90, "valid"],
  ["peter@müller.de", "mx", "not_found", 90, 90, "valid"],
  ["info@acme.com", "mx", "not_found", 75, 75, "risky"],
  ["info@acme.com", "mx", "found", 85, 75, "risky"],
  ["noreply@acme.com", "mx", "not_found", 75, 55, "risky"],
  ["maria@only-a.com", "address_only", "not_found", 70, 70, "risky"],
  ["maria@only-a.com", "address_only", "found", 80, 75, "risky"],
  ["info@only-a.com", "address_only", "not_found", 55, 55, "risky"],
  ["max@slow.com", "temporary", "not_found", 75, 75, "risky"],
  ["max@slow.com", "temporary", "found", 85, 75, "risky"],
  ["sales@slow.com", "temporary", "not_found", 60, 60, "risky"],
  ["noreply@slow.com", "temporary", "not_found", 60, 50, "risky"],
  ['"john doe"@acme.com', "mx", "not_found", 75, 75, "risky"],
  ["jürgen@acme.de", "mx", "not_found", 75, 75, "risky"],
  ["ken@gmial.com", "mx", "not_found", 90, 50, "risky"],
  ["x@duck.com", "mx", "not_found", 90, 70, "risky"],
  ["jane@mailinator.com", "mx", "not_found", 70, 30, "invalid"],
  ["admin@mailinator.com", "mx", "found", 65, 30, "invalid"],
  ["p@nxdomain.com", "nxdomain", "not_found", 55, 20, "invalid"],
  ["p@nodata.com", "none", "not_found", 55, 20, "invalid"],
  ["p@nullmx.com", "null_mx", "not_found", 55, 20, "invalid"],
  ["p@[192.0.2.1]", "none", "not_found", 40, 20, "invalid"],
  ["john..doe@acme.com", "none", "off", 0, 0, "invalid"],
];

const total = (points: object): number =>
  Object.values(points).reduce((sum: number, part: number) => sum + part, 0);

describe("scoreLead", () => {
  it.each(EXAMPLES)(
    "%s with %s and avatar %s has %i points, scores %i and is %s",
    (address, state, avatar, sum, score, status) => {
      const local = checkLocal(address, tables);
      const result = scoreLead({ local, route: route(state), avatar, history: NO_HISTORY });
      expect(total(result.points)).toBe(sum);
      expect([result.score, result.status]).toEqual([score, status]);
    },
  );

  it("says how each example came about", () => {
    const told = EXAMPLES.map(([address, state, avatar]) => {
      const local = checkLocal(address, tables);
      const { adjustments } = scoreLead({
        local,
        route: route(state),
        avatar,
        history: NO_HISTORY,
      });
      return adjustments.map(({ code, delta }) => `${code} ${delta}`).join(", ");
    });
    expect(told).toEqual([
      "",
      "",
      "",
      "",
      "",
      "cap_role 0",
      "cap_role -10",
      "unattended -20, cap_role 0",
      "cap_address_only 0",
      "cap_address_only -5",
      "cap_role 0, cap_address_only 0",
      "cap_temporary 0",
      "cap_temporary -10",
      "cap_role 0, cap_temporary 0",
      "unattended -20, cap_role 0, cap_temporary 0, floor 10",
      "",
      "",
      "likely_typo -40",
      "cap_relay -20",
      "cap_disposable -40",
      "cap_role 0, cap_disposable -35",
      "cap_no_route -35",
      "cap_no_route -35",
      "cap_no_route -35",
      "cap_no_route -20",
      "",
    ]);
  });

  it("shows the facts behind the score", () => {
    const local = checkLocal("Ken <ken.info@gmial.com>", tables);
    const mx: RouteOutcome = { state: "mx", hosts: ["a.example", "b.example"], provider: "google" };
    const result = scoreLead({
      local,
      route: mx,
      avatar: "found",
      history: { bounced: false, replied: true },
    });
    expect(result).toEqual({
      score: 90,
      status: "valid",
      points: { syntax: 20, domain: 20, person: 15, route: 35, avatar: 10 },
      adjustments: [
        { code: "likely_typo", delta: -40, limit: null },
        { code: "floor_replied", delta: 30, limit: 90 },
      ],
      syntax: {
        ok: true,
        form: "mailbox",
        normalized: "ken.info@gmial.com",
        reason: null,
        unwrapped: true,
      },
      disposable: { hit: false, match: null },
      role: { hit: false, class: null },
      free: false,
      relay: false,
      mx,
      a: { state: "not_needed" },
      avatar: { state: "found" },
      history: { bounced: false, replied: true },
      suggestion: "ken.info@gmail.com",
      listVersion: tables.version,
    });
  });

  it("draws the bands at 80 and 50", () => {
    expect([100, 80, 79, 50, 49, 0].map(statusOf)).toEqual([
      "valid",
      "valid",
      "risky",
      "risky",
      "invalid",
      "invalid",
    ]);
  });

  it("tells what became of the fallback to addresses", () => {
    const local = checkLocal("a@acme.com", tables);
    const states = (
      ["mx", "address_only", "none", "null_mx", "nxdomain", "temporary"] as const
    ).map(
      (state) =>
        scoreLead({ local, route: route(state), avatar: "off", history: NO_HISTORY }).a.state,
    );
    expect(states).toEqual([
      "not_needed",
      "found",
      "not_found",
      "not_needed",
      "not_needed",
      "unknown",
    ]);
    const literal = checkLocal("p@[192.0.2.1]", tables);
    const scored = scoreLead({
      local: literal,
      route: NO_ROUTE,
      avatar: "off",
      history: NO_HISTORY,
    });
    expect(scored.a.state).toBe("not_needed");
  });
});

const FORMS: readonly SyntaxForm[] = [
  "mailbox",
  "quoted",
  "literal",
  "eai",
  "commented",
  "obsolete",
  "bad-5322",
  "error",
];
const ROUTES = ["mx", "temporary", "address_only", "none", "null_mx", "nxdomain"] as const;
const AVATARS = ["found", "not_found", "unknown", "off"] as const;

function localOf(
  form: SyntaxForm,
  disposable: boolean,
  role: LocalFacts["role"],
  relay: boolean,
  typo: boolean,
): LocalFacts {
  const ok = form !== "error" && form !== "bad-5322";
  return {
    syntax: {
      ok,
      form,
      normalized: ok ? "a@b.com" : null,
      reason: ok ? null : "bad_character",
      unwrapped: false,
    },
    domain: ok ? "b.com" : null,
    disposable: disposable ? "b.com" : null,
    role,
    free: false,
    relay,
    suggestion: typo ? "a@c.com" : null,
    listVersion: "0",
  };
}

/** Every combination of facts there is. */
function everyCombination(): LeadFacts[] {
  const all: LeadFacts[] = [];
  const both = [false, true];
  for (const form of FORMS)
    for (const disposable of both)
      for (const role of [null, "role", "unattended"] as const)
        for (const relay of both)
          for (const typo of both)
            for (const state of ROUTES)
              for (const avatar of AVATARS)
                for (const bounced of both)
                  for (const replied of both)
                    all.push({
                      local: localOf(form, disposable, role, relay, typo),
                      route: route(state),
                      avatar,
                      history: { bounced, replied },
                    });
  return all;
}

describe("every combination of facts", () => {
  const all = everyCombination().map((facts) => ({ facts, result: scoreLead(facts) }));
  /** The combinations that break a rule; none may. */
  const breaking = (rule: (facts: LeadFacts, result: (typeof all)[number]["result"]) => boolean) =>
    all.filter(({ facts, result }) => !rule(facts, result)).slice(0, 3);

  it("gives a whole number from 0 to 100, to which points and deltas sum, and its band", () => {
    expect(all).toHaveLength(8 * 2 * 3 * 2 * 2 * 6 * 4 * 2 * 2);
    expect(
      breaking((_, { score, status, points, adjustments }) => {
        const moved = adjustments.reduce((sum, { delta }) => sum + delta, 0);
        return (
          Number.isInteger(score) &&
          score >= 0 &&
          score <= 100 &&
          total(points) + moved === score &&
          status === statusOf(score)
        );
      }),
    ).toEqual([]);
  });

  it("keeps every cap", () => {
    const none = (facts: LeadFacts): boolean =>
      ["none", "null_mx", "nxdomain"].includes(facts.route.state);
    expect(
      breaking((facts, { score }) => {
        const { local, history } = facts;
        if (!local.syntax.ok) return score === 0;
        if (history.bounced && score > 10) return false;
        if (local.disposable !== null && score > 30) return false;
        if (none(facts) && score > 20) return false;
        if (history.replied) return true;
        if (local.relay && score > 70) return false;
        if (local.role !== null && score > 75) return false;
        return !(["address_only", "temporary"].includes(facts.route.state) && score > 75);
      }),
    ).toEqual([]);
  });

  it("makes an address invalid by wrong syntax, a disposable domain, no route or a bounce, and by nothing else", () => {
    expect(
      breaking(({ local, route: { state }, history }, { score, status }) => {
        const proven =
          !local.syntax.ok ||
          local.disposable !== null ||
          ["none", "null_mx", "nxdomain"].includes(state) ||
          history.bounced;
        if (proven) return status === "invalid";
        return score >= (history.replied ? 90 : 50);
      }),
    ).toEqual([]);
  });

  it("never goes below 50 for DNS trouble, except for a disposable domain, wrong syntax or a bounce", () => {
    expect(
      breaking(
        ({ local, route: { state }, history }, { score }) =>
          state !== "temporary" ||
          score >= 50 ||
          local.disposable !== null ||
          !local.syntax.ok ||
          history.bounced,
      ),
    ).toEqual([]);
  });

  it("never changes the class by a missing avatar", () => {
    const by = new Map<string, Set<string>>();
    for (const { facts, result } of all) {
      if (facts.avatar === "found") continue;
      const key = JSON.stringify({ ...facts, avatar: null });
      by.set(key, (by.get(key) ?? new Set()).add(result.status));
    }
    expect([...by.values()].every((classes) => classes.size === 1)).toBe(true);
  });

  it("never lowers the score by better evidence", () => {
    const better = {
      form: (form: SyntaxForm) => (form === "mailbox" ? [] : ["mailbox" as const]),
    };
    const index = fc.integer({ min: 0, max: all.length - 1 });
    fc.assert(
      fc.property(index, (i) => {
        const start = all[i];
        if (!start) return;
        const { facts, result } = start;
        const { local } = facts;
        const improved: LeadFacts[] = [
          ...better.form(local.syntax.form).map((form) => ({
            ...facts,
            local: {
              ...localOf(form, false, local.role, local.relay, local.suggestion !== null),
              disposable: local.disposable,
            },
          })),
          { ...facts, local: { ...local, disposable: null } },
          { ...facts, local: { ...local, role: null } },
          { ...facts, local: { ...local, role: local.role && "role" } },
          { ...facts, local: { ...local, relay: false } },
          { ...facts, local: { ...local, suggestion: null } },
          { ...facts, avatar: "found" },
          { ...facts, history: { ...facts.history, bounced: false } },
          { ...facts, history: { ...facts.history, replied: true } },
          ...ROUTES.slice(0, ROUTES.indexOf(facts.route.state)).map((state) => ({
            ...facts,
            route: route(state),
          })),
        ];
        for (const other of improved) {
          expect(scoreLead(other).score).toBeGreaterThanOrEqual(result.score);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
