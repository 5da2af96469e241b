import type { QueryClient } from '@tanstack/react-query';
import { renewSession } from './session.ts';

/** Where the menu and the rights of people are kept: paths of the contract's nouns, whose rules the frame has no use for. */
const SOURCES = new Set<unknown>(['/system/menu', '/system/role']);

/** Asks again who is signed in once menus or roles were changed here: both may be the signed-in user's own. Ends when the answer is called. */
export function watchRights(client: QueryClient): () => void {
  let due = false;
  return client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'invalidate' || !SOURCES.has(event.query.queryKey[0]) || due) return;
    due = true; // a change invalidates many questions at once
    queueMicrotask(() => {
      due = false;
      renewSession();
    });
  });
}
