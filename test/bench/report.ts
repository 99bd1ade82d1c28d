import { appendFileSync } from "node:fs";
import { median, spreadPercent } from "./median.ts";

/** What is measured: one thing, often, and whom it is held against. */
export type Measurement = {
  readonly what: string;
  readonly unit: string;
  /** One number of each round; the median counts. */
  readonly rounds: readonly number[];
  /** The same of somebody else in the same run. */
  readonly rival?: { readonly name: string; readonly rounds: readonly number[] };
  /** The least or the most that it should be: of the ratio where there is a rival, else of the value. */
  readonly aim?: { readonly least: number } | { readonly most: number };
};

/** One figure as it is told, in the table and in `dist/bench.json`. */
export type Figure = {
  readonly what: string;
  /** The median. */
  readonly value: number;
  readonly unit: string;
  readonly rounds: number;
  /** How far the rounds lie apart (the ratios of the rounds where there is a rival); null after a single one. */
  readonly spread_percent: number | null;
  readonly rival: string | null;
  readonly rival_value: number | null;
  /** The value by the rival's. */
  readonly ratio: number | null;
  readonly aim: string | null;
  readonly met: boolean | null;
};

/** Prints figures, and hands them to `npm run bench` where that asked for them. Answers them. */
export function report(measurements: readonly Measurement[]): readonly Figure[] {
  const figures = measurements.map(figureOf);
  console.table(figures.map(lineOf));
  const file = process.env["BENCH_REPORT"];
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(figures)}\n`);
  return figures;
}

function figureOf({ what, unit, rounds, rival, aim }: Measurement): Figure {
  const value = median(rounds);
  const theirs = rival ? median(rival.rounds) : null;
  const ratio = theirs === null ? null : value / theirs;
  const pairs = rival?.rounds.length === rounds.length ? rival.rounds : null;
  const held = ratio ?? value;
  return {
    what,
    value: short(value),
    unit,
    rounds: rounds.length,
    spread_percent:
      rounds.length < 2
        ? null
        : spreadPercent(rounds.map((own, round) => own / (pairs?.[round] ?? 1))),
    rival: rival?.name ?? null,
    rival_value: theirs === null ? null : short(theirs),
    ratio: ratio === null ? null : short(ratio),
    aim: aim === undefined ? null : "least" in aim ? `>= ${aim.least}` : `<= ${aim.most}`,
    met: aim === undefined ? null : "least" in aim ? held >= aim.least : held <= aim.most,
  };
}

/** For the eye: without what is not there. */
function lineOf(figure: Figure): Record<string, string | number> {
  const { what, value, unit, rounds, spread_percent: spread, rival, ratio, aim, met } = figure;
  return {
    what,
    value,
    unit,
    rounds,
    "spread %": spread ?? "",
    rival: rival === null ? "" : `${rival}: ${figure.rival_value}`,
    ratio: ratio ?? "",
    aim: aim ?? "",
    met: met === null ? "" : met ? "yes" : "NO",
  };
}

/** Whole above a thousand, else three digits that count. */
const short = (value: number): number =>
  Math.abs(value) >= 1_000 ? Math.round(value) : Number(value.toPrecision(3));
