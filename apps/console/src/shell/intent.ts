import { isValidElement, type ReactElement, useEffect } from 'react';
import { matchPath } from 'react-router';
import { LazyPage } from './lazy-page.tsx';

const lazyPageOf = (element: ReactElement): LazyPage | undefined => {
  const { page } = isValidElement<{ page?: unknown }>(element) ? element.props : {};
  return page instanceof LazyPage ? page : undefined;
};

export function usePreloadOnHover(table: { path: string; element: ReactElement }[]) {
  useEffect(() => {
    const preloadTarget = ({ target }: Event) => {
      const link = target instanceof Element ? target.closest<HTMLElement>('a[href^="/"], [data-menu-id]') : null;
      const anchor = link instanceof HTMLAnchorElement ? link : link?.querySelector('a');
      if (!anchor) return;
      const entry = table.find(({ path }) => matchPath(path, new URL(anchor.href).pathname));
      if (entry) lazyPageOf(entry.element)?.preload();
    };
    const events = ['pointerover', 'focusin', 'touchstart'] as const;
    for (const event of events) document.addEventListener(event, preloadTarget, { passive: true });
    return () => {
      for (const event of events) document.removeEventListener(event, preloadTarget);
    };
  }, [table]);
}
