import type { ServerRoute } from '@suyuan/contract';
import { useMemo } from 'react';
import { useSession } from '../session-context.ts';

const componentsOf = (routes: readonly ServerRoute[]): (string | undefined)[] =>
  routes.flatMap(({ component, children }) => [component, ...componentsOf(children ?? [])]);

/** Whether the server's menu tree contains a page. Permissions are not enough: a RuoYi administrator has all of them, but no batches. */
export function useHasPage(): (component: string) => boolean {
  const { routers } = useSession();
  const components = useMemo(() => new Set(componentsOf(routers)), [routers]);
  return (component) => components.has(component);
}
