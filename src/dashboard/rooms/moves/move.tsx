import { useQuery } from "@tanstack/react-query";
import { Link } from "#dashboard/routing/link.tsx";
import { useParams, useSearch } from "#dashboard/routing/use-place.ts";
import { ArrowLeft } from "lucide-react";
import { lazy, Suspense, useEffect, useRef } from "react";
import type { Move } from "#modules/moving/contract/moves.ts";
import { RIVAL_NAMES } from "#modules/moving/rules/states.ts";
import { buttonClass } from "#dashboard/parts/button.tsx";
import { Glyph } from "#dashboard/parts/glyph.tsx";
import { ListSkeleton, Note } from "#dashboard/parts/states.tsx";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { Page } from "#dashboard/shell/page.tsx";
import { t } from "#dashboard/words/words.ts";
import { EndMove } from "./end-move.tsx";
import { moveQuery, showMove } from "./queries.ts";
import type { MoveStep } from "./search.ts";
import { MoveState } from "./state.tsx";

const ReadStep = lazy(() =>
  import("./source/read-step.tsx").then((m) => ({ default: m.ReadStep })),
);
const ClientsStep = lazy(() =>
  import("./clients/clients-step.tsx").then((m) => ({ default: m.ClientsStep })),
);
const PreviewStep = lazy(() =>
  import("./preview/preview-step.tsx").then((m) => ({ default: m.PreviewStep })),
);
const CheckStep = lazy(() =>
  import("./check/check-step.tsx").then((m) => ({ default: m.CheckStep })),
);
const StartStep = lazy(() =>
  import("./start/start-step.tsx").then((m) => ({ default: m.StartStep })),
);

const NAMES: Readonly<Record<MoveStep, string>> = {
  read: t("Read"),
  clients: t("Choose"),
  preview: t("Preview and move"),
  check: t("Check"),
  start: t("Start"),
};

/** The steps of a move; one workspace needs no choice. */
const stepsOf = ({ workspace_id }: Move): readonly MoveStep[] =>
  workspace_id === null
    ? ["read", "clients", "preview", "check", "start"]
    : ["read", "preview", "check", "start"];

/** The step that a move is at by itself. */
function stepAt(move: Move): MoveStep {
  const { state, found, undecided_clients, workspace_id } = move;
  switch (state) {
    case "reading":
      return "read";
    case "ready":
      if (found.leads + found.suppressions + found.mailboxes + found.campaigns === 0) return "read";
      return workspace_id === null && undecided_clients > 0 ? "clients" : "preview";
    case "moving":
    case "checking":
      return "check";
    case "ready_to_start":
      return "check";
    case "started":
    case "ended":
      return "start";
  }
}

/** One move from another product, step by step; nothing goes live unasked. */
export function MovePage() {
  const id = Number(useParams({ from: "/admin/moves/$moveId" }).moveId);
  const { step } = useSearch({ from: "/admin/moves/$moveId" });
  const { data: move, error, refetch } = useQuery(moveQuery(id));
  useReread(move);
  const name = move ? t("Move from {product}", { product: RIVAL_NAMES[move.rival] }) : t("Move in");
  const shown = move && (step ?? stepAt(move));
  return (
    <Page
      title={name}
      heading={
        <div className="flex min-w-0 items-center gap-2">
          <Link
            to="/admin/moves"
            search={{}}
            className={`way-back ${buttonClass({ look: "ghost", icon: true })}`}
            aria-label={t("All moves")}
          >
            <ArrowLeft size={16} aria-hidden="true" />
          </Link>
          <h1 className="truncate">{name}</h1>
        </div>
      }
      status={move && <MoveState move={move} />}
    >
      {!move || !shown ? (
        <Waiting what={t("move")} error={error} onRetry={refetch} framed />
      ) : (
        <>
          <StepBar move={move} shown={shown} />
          {move.trouble && move.state !== "ended" && (
            <Note
              tone="bad"
              title={
                move.trouble.code === "rival_key_refused"
                  ? t("The key was refused")
                  : move.trouble.code === "rival_scope_missing"
                    ? t("The key lacks a scope")
                    : t("It does not go on at the moment")
              }
            >
              {move.trouble.detail}
            </Note>
          )}
          <Suspense fallback={<ListSkeleton label={t("Loading the step")} />}>
            <Step move={move} step={shown} />
          </Suspense>
          {/* After the start, ending has a place of its own. */}
          {move.state !== "started" && move.state !== "ended" && (
            <div>
              <EndMove move={move} />
            </div>
          )}
        </>
      )}
    </Page>
  );
}

function Step({ move, step }: { move: Move; step: MoveStep }) {
  switch (step) {
    case "read":
      return <ReadStep move={move} next={move.workspace_id === null ? "clients" : "preview"} />;
    case "clients":
      return <ClientsStep move={move} />;
    case "preview":
      return <PreviewStep move={move} />;
    case "check":
      return <CheckStep move={move} />;
    case "start":
      return <StartStep move={move} />;
  }
}

/** What hangs on a move is read again when its state has changed. */
function useReread(move: Move | undefined): void {
  const before = useRef<Move["state"] | null>(null);
  const state = move?.state ?? null;
  useEffect(() => {
    const was = before.current;
    before.current = state;
    if (move && was !== null && was !== state) void showMove(move);
  }, [move, state]);
}

function StepBar({ move, shown }: { move: Move; shown: MoveStep }) {
  const steps = stepsOf(move);
  const at = steps.indexOf(stepAt(move));
  return (
    <ol className="needs move-steps" aria-label={t("Steps of the move")}>
      {steps.map((step, place) => {
        const isDone = place < at || move.state === "ended" || move.state === "started";
        return (
          <li key={step}>
            <Link
              to="/admin/moves/$moveId"
              params={{ moveId: String(move.id) }}
              search={{ step }}
              aria-current={step === shown ? "step" : undefined}
            >
              <span className={`st ${isDone ? "ok" : place === at ? "accent" : ""}`}>
                <Glyph shape={isDone ? "tick" : place === at ? "half" : "ring"} />
              </span>
              <span>
                {NAMES[step]}
                {isDone && <span className="sr-only">{t(", done")}</span>}
              </span>
            </Link>
          </li>
        );
      })}
    </ol>
  );
}
