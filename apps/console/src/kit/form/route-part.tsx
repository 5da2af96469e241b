import { useWords } from '../words.ts';

/** The way between two places. */
export default function RoutePart({ start, end }: { start: string; end: string }) {
  const t = useWords();
  return <p className="form-route">{start && end ? t('kit.form.route', { start, end }) : t('kit.form.routeEnds')}</p>;
}
