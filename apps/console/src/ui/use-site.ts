import { useSyncExternalStore } from 'react';
import { siteConfig, siteConfigLoaded } from '../data/site-config.ts';
import { useWords } from '../data/words.ts';

const subscribe = (listener: () => void) => {
  let active = true;
  void siteConfigLoaded().then(() => active && listener());
  return () => {
    active = false;
  };
};

/** Rerenders on changes. */
export const useSite = () => useSyncExternalStore(subscribe, siteConfig);

export function useSiteTitle(): string {
  const t = useWords();
  return useSite().title ?? t('shell.title');
}
