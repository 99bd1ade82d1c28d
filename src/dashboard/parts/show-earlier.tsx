import { Button } from "./button.tsx";

/** Below a list that starts with the newest, while there is more: fetches what came before. */
export function ShowEarlier({
  list,
}: {
  list: { readonly isFetchingNextPage: boolean; fetchNextPage(): unknown };
}) {
  return (
    <Button look="ghost" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
      Show earlier
    </Button>
  );
}
