import { useSyncExternalStore } from 'react';
import { siteConfig, siteConfigLoaded } from '../data/site-config.ts';
import { useTranslations } from '../data/words.ts';

const subscribe = (listener: () => void) => {
  let active = true;
  void siteConfigLoaded().then(() => active && listener());
  return () => {
    active = false;
  };
};

/** Rerenders on changes. */
export const useSiteConfig = () => useSyncExternalStore(subscribe, siteConfig);

export function useSiteTitle(): string {
  const t = useTranslations();
  return useSiteConfig().title ?? t('shell.title');
}
