import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type {
  ApprovalToDecide,
  DecideByLinkBody,
} from "#modules/campaigns/contract/publishing/approvals.ts";
import { api } from "#dashboard/api/client.ts";
import { fieldError, sentenceOf } from "#dashboard/api/problem.ts";
import { day } from "#dashboard/lib/time.ts";
import { TextField } from "#dashboard/parts/field.tsx";
import { Bone, Note } from "#dashboard/parts/states.tsx";
import { Front } from "#dashboard/rooms/front/front.tsx";
import { useHashToken } from "#dashboard/rooms/front/use-form.ts";
import { t } from "#dashboard/words/words.ts";
import { Decision, MailsToRead } from "./parts.tsx";

const TITLE = t("Emails to approve");

/** The link of an approval: somebody without an account reads the emails and decides. */
export function ApprovalPage() {
  const token = useHashToken();
  const { data, error } = useQuery({
    queryKey: ["approval", token],
    queryFn: () =>
      api.post<ApprovalToDecide>("/approval", { token }, { anonymous: true, asks: true }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (error) {
    return (
      <Front title={TITLE}>
        <p className="text-text-2">{fieldError(error, "token") ?? sentenceOf(error)}</p>
      </Front>
    );
  }
  if (!data) {
    return (
      <Front title={TITLE}>
        <Bone width="60%" />
      </Front>
    );
  }
  return <Asked token={token} asked={data} />;
}

function Asked({ token, asked }: { token: string; asked: ApprovalToDecide }) {
  const [name, setName] = useState("");
  const decide = useMutation({
    mutationFn: (body: Omit<DecideByLinkBody, "token">) =>
      api.post<ApprovalToDecide>("/approval/decision", { token, ...body }, { anonymous: true }),
  });
  const { campaign, workspace, expires_at: ends } = asked;
  const state = decide.data?.state ?? asked.state;
  const isOpen = state === "open" && asked.is_current;
  return (
    <Front
      title={TITLE}
      lead={
        isOpen
          ? t("“{campaign}” of {workspace}. Please read the emails and decide until {ends}.", {
              campaign,
              workspace,
              ends: day(ends),
            })
          : t("“{campaign}” of {workspace}.", { campaign, workspace })
      }
    >
      <div className="mt-6 grid gap-4">
        {state === "approved" && <Note tone="info" title={t("Approved. Thank you.")} />}
        {state === "changes_requested" && (
          <Note tone="info" title={t("You asked for changes. The team has your comment.")} />
        )}
        {state === "open" && !asked.is_current && (
          <Note tone="warn" title={t("The emails were changed since.")}>
            {t("The team has to send you a new link.")}
          </Note>
        )}
        <MailsToRead shown={asked} />
        {isOpen && (
          <>
            <TextField
              label={t("Your name")}
              autoComplete="name"
              value={name}
              error={fieldError(decide.error, "name")}
              onChange={(event) => setName(event.target.value)}
            />
            <Decision
              busy={decide.isPending}
              error={decide.error}
              onDecide={(decision, comment) => decide.mutate({ name, decision, comment })}
            />
          </>
        )}
      </div>
    </Front>
  );
}
