import { api } from "#dashboard/api/client.ts";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { toast } from "#dashboard/parts/toast.tsx";

/** Goes on as somebody else, for an hour; the bar above every page says so. */
export async function impersonate(userId: number): Promise<void> {
  try {
    await api.post(`/admin/impersonate/${userId}`);
    location.assign("/");
  } catch (error) {
    toast(sentenceOf(error));
  }
}
