import type { QueryClient } from '@tanstack/react-query';
import { reloadSession } from './session.ts';

/** Resources that determine menu and permissions, as paths, because the frame does not load their schemas. */
const SOURCES = new Set<unknown>(['/system/menu', '/system/role']);

/** Reloads the session after changes to menus or roles, which may affect the current user. Returns a function that stops it. */
export function reloadOnRightsChange(client: QueryClient): () => void {
  let isScheduled = false;
  return client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'invalidate' || !SOURCES.has(event.query.queryKey[0]) || isScheduled) return;
    isScheduled = true; // one change invalidates many queries
    queueMicrotask(() => {
      isScheduled = false;
      reloadSession();
    });
  });
}
