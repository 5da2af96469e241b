import type { ServerRoute } from '@suyuan/contract';
import { useMemo } from 'react';
import { useSession } from '../session-context.ts';

const componentsOf = (routes: readonly ServerRoute[]): (string | undefined)[] =>
  routes.flatMap(({ component, children }) => [component, ...componentsOf(children ?? [])]);

/** Tells whether the server's tree has a page: a back end of the family lets its administrator do anything, and has no batches. */
export function useHasPage(): (component: string) => boolean {
  const { routers } = useSession();
  const components = useMemo(() => new Set(componentsOf(routers)), [routers]);
  return (component) => components.has(component);
}
