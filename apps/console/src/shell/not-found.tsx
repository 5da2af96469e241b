import { useTranslations } from '../data/words.ts';
import { RowLink } from '../ui/row-link.tsx';

export function NotFound() {
  const t = useTranslations();
  return (
    <div className="page not-found">
      <svg
        viewBox="0 0 240 96"
        width="240"
        height="96"
        aria-hidden="true"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
      >
        <path d="M8 72c28 0 28-24 56-24s24 24 46 24" />
        <path d="M118 72h6M132 70l5-3M144 62l4-5" />
        <circle cx="8" cy="72" r="4" />
        <path d="m164 32 20 20m0-20-20 20" strokeWidth="2" />
      </svg>
      <h1>{t('shell.notFound')}</h1>
      <p>{t('shell.notFoundHint')}</p>
      <RowLink to="/index">{t('shell.goHome')}</RowLink>
    </div>
  );
}
