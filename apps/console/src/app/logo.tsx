import { Link } from 'react-router';
import { useWords } from '../kit/words.ts';
import { Mark } from './mark.tsx';

/** Our mark and the product's name; it leads to the root. */
export function Logo({ bare = false }: { bare?: boolean }) {
  const t = useWords();
  return (
    <Link to="/" className="logo" aria-label={t('shell.title')}>
      <Mark />
      {!bare && <span>{t('shell.title')}</span>}
    </Link>
  );
}
