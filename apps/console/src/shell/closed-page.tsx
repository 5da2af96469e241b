import { useEffect } from 'react';
import { pageWord } from '../data/menu-word.ts';
import { loadPageWords, useWords } from '../data/words.ts';
import { NoRight } from './no-right.tsx';

/** A page that the user's menu does not contain. Loads the page texts itself, because no page does it here. */
export function ClosedPage({ path, needs }: { path: string; needs: string }) {
  useWords();
  useEffect(() => {
    loadPageWords().catch(() => undefined); // falls back to its path as name
  }, []);
  return <NoRight title={pageWord(path)} path={path} needs={needs} />;
}
