import { Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { currentLanguage, useTranslations } from '../data/i18n.ts';
import { figureHeading } from './chart.tsx';
import { formatShare } from './format-amount.ts';
import { cardNumber, groupDigits } from './number-format.ts';
import { TermTooltip } from './term-tooltip.tsx';

/** Cards of figures in three columns, of which a wide one takes two. */
export const FigureGrid = ({ className = '', children }: { className?: string; children: ReactNode }) => (
  <div className={`grid grid-cols-1 gap-4 xl:grid-cols-3 ${className}`}>{children}</div>
);

export function FigureCard({
  title,
  explanation,
  wide,
  children,
}: {
  title: string;
  explanation: string;
  wide?: boolean;
  children: ReactNode;
}) {
  return (
    <section className={`card min-w-0 px-6 pt-4 pb-5 max-md:px-4 max-md:pt-3 max-md:pb-4 ${wide ? 'xl:col-span-2' : ''}`}>
      <h3 className={`mt-0 mb-1 text-sm/5.5 font-semibold ${figureHeading}`}>
        <TermTooltip explanation={explanation} className="no-underline!">
          {title}
        </TermTooltip>
      </h3>
      {children}
    </section>
  );
}

interface SparklineProps {
  values: readonly number[];
  tone?: string | undefined;
  /** The last value is incomplete (today) and omitted: it would look like a drop. */
  isLastIncomplete?: boolean;
}

/** At the right of the value; on phones below it. */
const sparkline = 'mb-1.5 ml-auto block h-6 max-w-32 flex-[1_1_48px] max-md:mb-0 max-md:max-w-none max-md:flex-[1_0_100%]';

export function Sparkline({ values, tone, isLastIncomplete = false }: SparklineProps) {
  const visibleValues = isLastIncomplete ? values.slice(0, -1) : values;
  if (visibleValues.length < 2) return null;
  const maxValue = Math.max(...visibleValues, 1);
  const points = visibleValues.map(
    (value, at) => `${((at / (visibleValues.length - 1)) * 100).toFixed(1)},${(22 - (value / maxValue) * 20).toFixed(1)}`,
  );
  return (
    <svg viewBox="0 0 100 24" preserveAspectRatio="none" className={sparkline} aria-hidden="true">
      <polyline
        points={points.join(' ')}
        fill="none"
        stroke={tone ?? 'var(--primary)'}
        strokeWidth="1.5"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}

interface TileProps {
  name: string;
  explanation: string;
  /** A count, or a text such as a share. */
  value: number | string;
  /** URL of the list behind it; absent if it is on the same page or not permitted. */
  to?: string | undefined;
  change?: { value: number; before: number; days: number } | undefined;
  note?: ReactNode;
  /** `isLastIncomplete`: the last value is incomplete and omitted. */
  trend?: readonly number[];
  isLastIncomplete?: boolean;
  tone?: string;
}

/** `columns`: `four` on wide screens, or as many as `fit`. */
export const FigureTiles = ({ columns = 'four', children }: { columns?: 'four' | 'fit'; children: ReactNode }) => (
  <ul
    className={`mt-0 mb-4 grid list-none gap-4 p-0 max-md:gap-2 ${
      columns === 'four' ? 'grid-cols-2 xl:grid-cols-4' : 'grid-cols-[repeat(auto-fit,minmax(140px,1fr))]'
    }`}
  >
    {children}
  </ul>
);

const valueText = 'text-2xl/9 font-semibold text-ink! tabular-nums hover:text-primary-ink!';

// next to plain text, colour alone does not identify a link
const TileNote = ({ children }: { children: ReactNode }) => (
  <span data-testid="tile-note" className="text-xs/5 text-muted [&_a]:underline">
    {children}
  </span>
);

export function FigureTile({ name, explanation, value, to, change, note, trend, isLastIncomplete, tone }: TileProps) {
  const exact = typeof value === 'number' ? groupDigits(value) : value;
  const shortValue = typeof value === 'number' ? cardNumber(value, currentLanguage()) : value;
  return (
    <li className="card flex min-w-0 flex-col items-start gap-1 px-6 py-3 max-md:p-3">
      <TermTooltip explanation={explanation} className="text-muted">
        {name}
      </TermTooltip>
      <div className="flex w-full flex-wrap items-end gap-x-2">
        <Tooltip title={exact}>
          {to ? (
            <Link
              to={to}
              className={valueText}
              aria-label={exact === shortValue ? `${name} ${shortValue}` : `${name} ${shortValue} (${exact})`}
            >
              {shortValue}
            </Link>
          ) : (
            <span className={valueText}>{shortValue}</span>
          )}
        </Tooltip>
        {change && (
          <div className="pb-1">
            <TileNote>
              <ChangeNote {...change} />
            </TileNote>
          </div>
        )}
        {trend && <Sparkline values={trend} tone={tone} isLastIncomplete={isLastIncomplete ?? false} />}
      </div>
      {note && <TileNote>{note}</TileNote>}
    </li>
  );
}

/** Below this count, and above this rise, the tile shows both counts instead of a change in percent. */
const MIN_FOR_PERCENT = 20;
const MAX_RISE = 10;

/** Change against the previous period. Neutral, because an increase is not always good. */
function ChangeNote({ value, before, days }: { value: number; before: number; days: number }) {
  const t = useTranslations();
  if (before === 0) return value === 0 ? t('kit.figure.same', { days }) : t('kit.figure.new', { days });
  if (value === before) return t('kit.figure.same', { days });
  if (before < MIN_FOR_PERCENT || value > before * MAX_RISE) {
    const counts = { days, before, value };
    return (
      <Tooltip title={t('kit.figure.fromTo', counts)}>
        <span aria-label={t('kit.figure.fromTo', counts)} role="img">
          {groupDigits(before)} → {groupDigits(value)}
        </span>
      </Tooltip>
    );
  }
  const share = formatShare(Math.abs(value - before), before);
  return (
    <Tooltip title={t(value > before ? 'kit.figure.up' : 'kit.figure.down', { days, share })}>
      <span aria-label={t(value > before ? 'kit.figure.up' : 'kit.figure.down', { days, share })} role="img">
        {value > before ? '↑' : '↓'} {share}
      </span>
    </Tooltip>
  );
}
