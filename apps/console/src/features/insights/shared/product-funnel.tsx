import { batches, type GoodsFigures, scans } from '@suyuan/contract';
import { useState } from 'react';
import { useRights } from '../../../data/permission.tsx';
import { useTranslations } from '../../../data/words.ts';
import { FigureRows, type FigureTable, FigureTools } from '../../../ui/figure-tools.tsx';
import { TermTooltip } from '../../../ui/how.tsx';
import { groupDigits } from '../../../ui/numbers.ts';
import { RowLink } from '../../../ui/row-link.tsx';
import { formatShare } from '../../../ui/share-text.ts';
import './product-figures.css';

/** Stages of codes with the filter of their batches. The scanned stage links to scans instead. */
const STAGES = [
  ['issued', { having: 'issued' }],
  ['activated', { having: 'live' }],
  ['shipped', { having: 'shipped' }],
  ['scanned', { first: '1', inspection: '0' }],
] as const;

export function ProductFunnel({ categoryId, funnel }: { categoryId: number | string; funnel: GoodsFigures['funnel'] }) {
  const t = useTranslations();
  const { hasPermi } = useRights();
  const [isTable, showTable] = useState(false);
  const title = t('manage.category.figure.funnel');
  const getHref = (at: number) => {
    const [stage, filters] = STAGES[at] ?? STAGES[0];
    const { path, permission } = stage === 'scanned' ? scans : batches;
    if (!hasPermi(permission('list')) || funnel[stage] === 0) return undefined;
    return `${path}?${new URLSearchParams({ categoryId: String(categoryId), ...filters })}`;
  };
  const table: FigureTable = {
    columns: [t('manage.category.figure.stage'), t('manage.category.figure.codes')],
    rows: STAGES.map(([stage]) => [t(`manage.category.figure.${stage}`), funnel[stage]]),
    getHref,
  };
  return (
    <figure className="chart" aria-label={title}>
      <FigureTools title={title} table={table} isTable={isTable} onSwitch={showTable} picture="chart" />
      {isTable ? (
        <FigureRows title={title} table={table} />
      ) : (
        <ol className="funnel">
          {STAGES.map(([stage], at) => {
            const href = getHref(at);
            const count = groupDigits(funnel[stage]);
            const widthPercent = funnel.issued > 0 ? Math.max((100 * funnel[stage]) / funnel.issued, funnel[stage] > 0 ? 0.5 : 0) : 0;
            return (
              <li key={stage}>
                <TermTooltip explanation={t(`manage.category.figure.${stage}.about`)}>{t(`manage.category.figure.${stage}`)}</TermTooltip>
                <span className="funnel-track" aria-hidden="true">
                  <i style={{ width: `${widthPercent}%` }} />
                </span>
                <span className="numeral">
                  {href ? <RowLink to={href}>{count}</RowLink> : count}{' '}
                  <span className="none">{formatShare(funnel[stage], funnel.issued)}</span>
                </span>
              </li>
            );
          })}
        </ol>
      )}
    </figure>
  );
}
