import { isValidElement, type ReactElement, useEffect } from 'react';
import { matchPath } from 'react-router';
import { LazyPage } from './lazy-page.tsx';

const pageIn = (element: ReactElement): LazyPage | undefined => {
  const { page } = isValidElement<{ page?: unknown }>(element) ? element.props : {};
  return page instanceof LazyPage ? page : undefined;
};

export function useIntent(table: { path: string; element: ReactElement }[]) {
  useEffect(() => {
    const bring = ({ target }: Event) => {
      const link = target instanceof Element ? target.closest<HTMLElement>('a[href^="/"], [data-menu-id]') : null;
      const anchor = link instanceof HTMLAnchorElement ? link : link?.querySelector('a');
      if (!anchor) return;
      const entry = table.find(({ path }) => matchPath(path, new URL(anchor.href).pathname));
      if (entry) pageIn(entry.element)?.preload();
    };
    const events = ['pointerover', 'focusin', 'touchstart'] as const;
    for (const event of events) document.addEventListener(event, bring, { passive: true });
    return () => {
      for (const event of events) document.removeEventListener(event, bring);
    };
  }, [table]);
}
