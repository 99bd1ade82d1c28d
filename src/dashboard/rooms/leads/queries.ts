import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { BulkJob } from "#modules/leads/contract/bulk.ts";
import type { Import } from "#modules/leads/contract/imports.ts";
import type { LeadDetails, LeadList, LeadListItem } from "#modules/leads/contract/leads.ts";
import type { Segment, SegmentCount } from "#modules/leads/contract/segments.ts";
import type { Tag } from "#modules/leads/contract/tags.ts";
import type { ValidationJob } from "#modules/leads/contract/validation.ts";
import type { AddressValidation } from "#modules/leads/contract/validations.ts";
import { tagKey } from "#modules/leads/rules/tag-name.ts";
import { api } from "#dashboard/api/client.ts";
import { paced } from "#dashboard/api/paced.ts";
import type { Page } from "#dashboard/api/workspace.ts";
import type { LeadsSearch } from "./search.ts";

const PAGE = 200;
/** A running job is asked for as often; the budget is sixty requests a minute for all. */
const LIVE_MS = 3_000;
const IDLE_MS = 60_000;

/** What the API filters by. */
export const searchFilterOf = ({
  q,
  list,
  status,
  did,
  tag,
  field,
  segment,
  campaign,
}: LeadsSearch) => ({
  q,
  list_id: list,
  status,
  engaged: did,
  tag,
  field,
  segment_id: segment,
  campaign_id: campaign,
});

/** Leads, 200 at a time, as they are scrolled to. */
export const leadsQuery = (wid: number, search: LeadsSearch) =>
  infiniteQueryOptions({
    queryKey: ["w", wid, "leads", searchFilterOf(search), search.sort, search.order],
    queryFn: ({ pageParam, signal }) =>
      api.get<Page<LeadListItem>>(`/workspaces/${wid}/leads`, {
        query: {
          ...searchFilterOf(search),
          sort: search.sort,
          order: search.order,
          limit: PAGE,
          cursor: pageParam,
        },
        signal,
      }),
    initialPageParam: "",
    getNextPageParam: (last) => last.pagination.next_cursor,
  });

export const leadQuery = (wid: number, id: number) =>
  queryOptions({
    queryKey: ["w", wid, "leads", id],
    queryFn: ({ signal }) => api.get<LeadDetails>(`/workspaces/${wid}/leads/${id}`, { signal }),
  });

/** The newest two hundred lists. */
export const listsQuery = (wid: number) =>
  queryOptions({
    queryKey: ["w", wid, "lists"],
    queryFn: ({ signal }) =>
      api.get<Page<LeadList>>(`/workspaces/${wid}/lists`, { query: { limit: PAGE }, signal }),
  });

/** The newest two hundred tags. */
export const tagsQuery = (wid: number) =>
  queryOptions({
    queryKey: ["w", wid, "tags"],
    queryFn: ({ signal }) =>
      api.get<Page<Tag>>(`/workspaces/${wid}/tags`, { query: { limit: PAGE }, signal }),
  });

/** The tag of that name; null if there is none. */
export const tagQuery = (wid: number, name: string) =>
  queryOptions({
    queryKey: ["w", wid, "tags", name],
    queryFn: async ({ signal }) => {
      const query = { q: name, limit: PAGE };
      const { data } = await api.get<Page<Tag>>(`/workspaces/${wid}/tags`, { query, signal });
      return data.find((tag) => tagKey(tag.name) === tagKey(name)) ?? null;
    },
  });

/** The newest two hundred segments. */
export const segmentsQuery = (wid: number) =>
  queryOptions({
    queryKey: ["w", wid, "segments"],
    queryFn: ({ signal }) =>
      api.get<Page<Segment>>(`/workspaces/${wid}/segments`, { query: { limit: PAGE }, signal }),
  });

export const segmentCountQuery = (wid: number, id: number) =>
  queryOptions({
    queryKey: ["w", wid, "leads", "segment", id],
    queryFn: ({ signal }) =>
      api.get<SegmentCount>(`/workspaces/${wid}/segments/${id}/count`, { signal }),
  });

/** Work with many leads, asked for again until it is over. */
export const bulkJobQuery = (wid: number, id: number) =>
  queryOptions({
    queryKey: ["w", wid, "bulk", id],
    queryFn: ({ signal }) => api.get<BulkJob>(`/workspaces/${wid}/leads/bulk/${id}`, { signal }),
    refetchInterval: ({ state }) =>
      state.data && state.data.status !== "queued" && state.data.status !== "running"
        ? false
        : 1_500,
  });

const isOpen = (job: ValidationJob): boolean => job.status === "queued" || job.status === "running";

/** The newest validations; asked again while one is under way. */
export const validationsQuery = (wid: number) =>
  queryOptions({
    queryKey: ["w", wid, "validations"],
    queryFn: ({ signal }) =>
      api.get<Page<ValidationJob>>(`/workspaces/${wid}/leads/validate`, {
        query: { limit: 10 },
        signal,
      }),
    refetchInterval: (query) =>
      query.state.data?.data.some(isOpen) ? LIVE_MS : paced(IDLE_MS, query),
  });

const isUnfinished = ({ status }: AddressValidation): boolean =>
  status === "queued" || status === "running";

/** The newest validations of files; asked again while one is under way. */
export const addressValidationsQuery = (wid: number) =>
  queryOptions({
    queryKey: ["w", wid, "address-validations"],
    queryFn: ({ signal }) =>
      api.get<Page<AddressValidation>>(`/workspaces/${wid}/validations`, {
        query: { limit: 20 },
        signal,
      }),
    refetchInterval: ({ state }) => (state.data?.data.some(isUnfinished) ? LIVE_MS : false),
  });

/** The newest uploads; asked again while one is under way. */
export const importsQuery = (wid: number, live: boolean) =>
  queryOptions({
    queryKey: ["w", wid, "imports"],
    queryFn: ({ signal }) =>
      api.get<Page<Import>>(`/workspaces/${wid}/leads/imports`, { query: { limit: 10 }, signal }),
    enabled: live,
    refetchInterval: live ? LIVE_MS : false,
  });
