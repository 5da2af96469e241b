import { useEffect } from 'react';
import { pageTitleKey } from '../data/menu-word.ts';
import { loadPageWords, useTranslations } from '../data/words.ts';
import { Forbidden } from './no-right.tsx';

/** A page that the user's menu does not contain. Loads the page texts itself, because no page does it here. */
export function ForbiddenPage({ path, needs }: { path: string; needs: string }) {
  useTranslations();
  useEffect(() => {
    loadPageWords().catch(() => undefined); // falls back to its path as name
  }, []);
  return <Forbidden title={pageTitleKey(path)} path={path} needs={needs} />;
}
