import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Approval } from "#modules/campaigns/contract/publishing/approvals.ts";
import type { CampaignDetail } from "#modules/campaigns/contract/campaigns.ts";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { moment } from "#dashboard/lib/time.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Copy } from "#dashboard/parts/copy.tsx";
import { Dialog } from "#dashboard/parts/dialog.tsx";
import { TextArea } from "#dashboard/parts/field.tsx";
import { Note } from "#dashboard/parts/states.tsx";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { Decision, MailsToRead } from "#dashboard/rooms/approval/parts.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";
import { approvalQuery, approvalsQuery, postAskApproval, postDecision } from "./queries.ts";

/** Whether a campaign's emails are approved: for the team, which asks, and for the client, who decides. */
export function ApprovalPanel({ campaign }: { campaign: CampaignDetail }) {
  const { wid, may } = useWorkspace();
  const [open, setOpen] = useState<"ask" | "decide" | null>(null);
  const { data } = useQuery(approvalsQuery(wid, campaign.id));
  if (!data || campaign.steps.length === 0) return null;
  const [last] = data.data;
  const waiting = last?.state === "open" && last.is_current ? last : null;
  const mayDecide = waiting !== null && may("campaigns.approve");
  if (!data.required && !mayDecide) return null;
  return (
    <section className="mb-4" aria-label={t("Approval")}>
      <Note
        tone={data.approved ? "plain" : "warn"}
        title={titleOf(data.approved, waiting, last)}
        action={
          <span className="ml-auto flex flex-wrap gap-2">
            {!data.approved && may("campaigns.edit") && (
              <Button size="small" onClick={() => setOpen("ask")}>
                {waiting ? t("New link") : t("Ask for approval")}
              </Button>
            )}
            {mayDecide && (
              <Button size="small" look="primary" onClick={() => setOpen("decide")}>
                {t("Read and decide")}
              </Button>
            )}
          </span>
        }
      >
        {last && <Said approval={last} />}
      </Note>
      {open === "ask" && <AskDialog campaign={campaign} onClose={() => setOpen(null)} />}
      {open === "decide" && waiting && (
        <DecideDialog campaign={campaign} approval={waiting} onClose={() => setOpen(null)} />
      )}
    </section>
  );
}

function titleOf(approved: boolean, waiting: Approval | null, last: Approval | undefined): string {
  if (approved) return t("These emails are approved.");
  if (waiting) return t("Waiting for approval.");
  if (last?.state === "changes_requested" && last.is_current) return t("Changes were requested.");
  return t("These emails need approval before they are sent.");
}

/** Who asked or decided, when, and what they said. */
function Said({ approval }: { approval: Approval }) {
  const { state, asked_by: asker, asked_at, decided_by: decider, decided_at, by_link } = approval;
  const comment = approval.comment && (
    <span className="block whitespace-pre-wrap">“{approval.comment}”</span>
  );
  if (decided_at && (state === "approved" || state === "changes_requested")) {
    const values = {
      name: decider?.name ?? t("someone"),
      way: by_link ? "link" : "",
      text: approval.is_current ? "" : "earlier",
      at: moment(decided_at),
    };
    return (
      <>
        {state === "approved"
          ? t(
              "Approved by {name}{way, select, link { by link} other {}}, {at}{text, select, earlier {, for an earlier text.} other {.}}",
              values,
            )
          : t(
              "Changes requested by {name}{way, select, link { by link} other {}}, {at}{text, select, earlier {, for an earlier text.} other {.}}",
              values,
            )}
        {comment}
      </>
    );
  }
  return (
    <>
      {t("Asked by {name}, {at}. The link ends {end}.", {
        name: asker.name ?? t("someone"),
        at: moment(asked_at),
        end: moment(approval.expires_at),
      })}
    </>
  );
}

function AskDialog({ campaign, onClose }: { campaign: CampaignDetail; onClose: () => void }) {
  const { wid } = useWorkspace();
  const [note, setNote] = useState("");
  const ask = useMutation({ mutationFn: () => postAskApproval(wid, campaign.id, note) });
  return (
    <Dialog
      open
      onClose={onClose}
      title={ask.data ? t("Send this link") : t("Ask for approval")}
      acts={
        ask.data ? (
          <Button onClick={onClose}>{t("Done")}</Button>
        ) : (
          <>
            <Button onClick={onClose}>{t("Cancel")}</Button>
            <Button look="primary" busy={ask.isPending} onClick={() => ask.mutate()}>
              {t("Make link")}
            </Button>
          </>
        )
      }
    >
      {ask.data ? (
        <div className="grid gap-3">
          <p>
            {t(
              "Anyone who has it reads the emails and decides, without an account, for 14 days. It is shown once.",
            )}
          </p>
          <div className="flex items-center gap-2">
            <code className="min-w-0 flex-1 wrap-anywhere">{ask.data.link}</code>
            <Copy text={ask.data.link} label={t("Copy link")} />
          </div>
        </div>
      ) : (
        <div className="grid gap-3">
          {ask.error && <Note tone="bad" title={sentenceOf(ask.error)} />}
          <p>
            {t(
              "The link shows the emails as they are now, and ends any earlier one. People of the client who may approve see the emails here as well.",
            )}
          </p>
          <TextArea
            label={t("Note")}
            value={note}
            maxLength={2_000}
            hint={t("Optional. Shown above the emails.")}
            onChange={(event) => setNote(event.target.value)}
          />
        </div>
      )}
    </Dialog>
  );
}

function DecideDialog({
  campaign,
  approval,
  onClose,
}: {
  campaign: CampaignDetail;
  approval: Approval;
  onClose: () => void;
}) {
  const { wid } = useWorkspace();
  const { data, error, refetch } = useQuery(approvalQuery(wid, campaign.id, approval.id));
  const decide = useMutation({
    mutationFn: (body: { decision: "approved" | "changes_requested"; comment: string }) =>
      postDecision(wid, campaign.id, approval.id, body),
    onSuccess: onClose,
  });
  return (
    <Dialog
      open
      broad
      onClose={onClose}
      title={t("Emails to approve")}
      acts={<Button onClick={onClose}>{t("Decide later")}</Button>}
    >
      {!data ? (
        <Waiting what={t("emails")} rows={4} error={error} onRetry={refetch} />
      ) : (
        <div className="grid gap-4">
          <MailsToRead shown={data} />
          <Decision
            busy={decide.isPending}
            error={decide.error}
            onDecide={(decision, comment) => decide.mutate({ decision, comment })}
          />
        </div>
      )}
    </Dialog>
  );
}
