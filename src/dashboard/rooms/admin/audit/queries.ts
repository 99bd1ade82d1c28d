import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import type { AuditList } from "#modules/accounts/contract/audit.ts";
import { api } from "#dashboard/api/client.ts";
import { auditParameters } from "./parameters.ts";
import type { AuditSearch } from "./search.ts";

/** Who did what, newest first. */
export const auditQuery = (search: AuditSearch) =>
  infiniteQueryOptions({
    queryKey: ["admin", "audit", auditParameters(search)],
    queryFn: ({ pageParam, signal }) =>
      api.get<AuditList>("/admin/audit", {
        query: { limit: 50, cursor: pageParam, ...auditParameters(search) },
        signal,
      }),
    initialPageParam: "",
    getNextPageParam: (last) => last.pagination.next_cursor,
    placeholderData: keepPreviousData,
  });

/** Where the list is as a file. */
export const auditFile = (search: AuditSearch): string =>
  `/api/v1/admin/audit/export?${new URLSearchParams(auditParameters(search)).toString()}`;
