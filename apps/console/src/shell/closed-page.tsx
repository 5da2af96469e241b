import { useEffect } from 'react';
import { pageWord } from '../data/menu-word.ts';
import { loadPageWords, useWords } from '../data/words.ts';
import { NoRight } from './no-right.tsx';

/** A page of the product that no menu of the user leads to. Its name is among the words of the pages, which nobody else brings here. */
export function ClosedPage({ path, needs }: { path: string; needs: string }) {
  useWords();
  useEffect(() => {
    loadPageWords().catch(() => undefined); // its address stands for its name
  }, []);
  return <NoRight title={pageWord(path)} path={path} needs={needs} />;
}
