import type { ComponentProps, ReactNode } from 'react';
import { useTranslations } from '../data/i18n.ts';
import { Skeleton, SkeletonLines } from './states.tsx';

// Skeletons in the final shape of lists, forms and dashboards. Records have theirs in detail-page.tsx.

const block = 'block rounded-sm bg-skeleton animate-pulse';

const repeat = (count: number, render: (index: number) => ReactNode) => Array.from({ length: count }, (_, index) => render(index));

/** A row of a table; on phones a card of three lines. */
const row =
  'grid items-center gap-x-6 gap-y-3 border-t border-line px-4 md:h-10.75 md:grid-cols-[2fr_1fr_2fr_1fr_1fr] ' +
  'max-md:grid-cols-[minmax(0,1fr)_64px] max-md:py-4';
const cells = ['w-3/4', 'w-4/5', 'w-5/6 max-md:col-span-2', 'w-2/3 max-md:w-2/5', 'w-1/2 max-md:hidden'];

const tableSpace = 'in-data-[list=card]:-mx-4 in-data-[list=card]:overflow-hidden';

function TableShape({ rows }: { rows: number }) {
  return (
    <div className={tableSpace} aria-hidden="true">
      <div className="h-10.75 bg-fill max-md:hidden" />
      {repeat(rows, (index) => (
        <div key={index} className={row}>
          {cells.map((width) => (
            <i key={width} className={`${block} h-3.5 ${width}`} />
          ))}
        </div>
      ))}
    </div>
  );
}

const TABLE_ROWS = 10;
const ROW_HEIGHT = 43;

export const TableLoading = () => (
  <Skeleton minHeight={(TABLE_ROWS + 1) * ROW_HEIGHT}>
    <TableShape rows={TABLE_ROWS} />
  </Skeleton>
);

/** While the script of a page loads: most pages are lists. */
export const PageLoading = () => (
  <Skeleton minHeight={480} className="px-(--gutter) pt-5">
    <div aria-hidden="true">
      <i className={`${block} mb-6 h-6 w-40`} />
      <div data-list="card" className="card px-4 pt-4">
        <i className={`${block} mb-4 h-8 w-full max-w-160`} />
        <TableShape rows={TABLE_ROWS} />
      </div>
    </div>
  </Skeleton>
);

interface FormLoadingProps {
  fields?: number;
  /** Classes of the form's columns. */
  className?: string;
  /** Labels at the left of their inputs, as on pages. */
  isPage?: boolean;
}

export const FormLoading = ({ fields = 6, className = '', isPage = false }: FormLoadingProps) => (
  <Skeleton minHeight={fields * 40}>
    <div className={`grid gap-y-5 py-1 ${className}`} aria-hidden="true">
      {repeat(fields, (index) => (
        <div key={index} className={isPage ? 'grid items-center gap-2 md:grid-cols-[96px_minmax(0,1fr)]' : 'grid gap-2'}>
          <i className={`${block} h-3.5 w-20`} />
          <i className={`${block} h-8 w-full`} />
        </div>
      ))}
    </div>
  </Skeleton>
);

/** Figure tiles, after 200 ms. */
export function TilesLoading({ count = 8 }: { count?: number }) {
  const t = useTranslations();
  return (
    <div
      role="status"
      aria-label={t('kit.loading')}
      className="mb-4 grid animate-[come_0.2s_0.2s_both] grid-cols-2 gap-4 max-md:gap-2 xl:grid-cols-4"
    >
      {repeat(count, (index) => (
        <div key={index} className="card h-27.5 overflow-hidden px-6 py-4" aria-hidden="true">
          <SkeletonLines count={2} />
        </div>
      ))}
    </div>
  );
}

/** Grid lines in place of a chart or map whose script is loading, after 200 ms. */
export function FigureLoading({ className = '', ...rest }: ComponentProps<'div'>) {
  return (
    <div
      className={`animate-[come_0.2s_0.2s_both] bg-[repeating-linear-gradient(var(--track)_0_1px,transparent_1px_40px)] ${className}`}
      {...rest}
    />
  );
}

/** Cards with charts, in two columns. */
export const ChartsLoading = ({ count = 4 }: { count?: number }) => (
  <Skeleton minHeight={480} className="mb-4">
    <div className="grid grid-cols-1 gap-4 xl:grid-cols-2" aria-hidden="true">
      {repeat(count, (index) => (
        <div key={index} className="card px-6 pt-4 pb-5">
          <i className={`${block} mb-4 h-4 w-32`} />
          <FigureLoading className="h-44" />
        </div>
      ))}
    </div>
  </Skeleton>
);

/** Four figures and charts. */
export const DashboardLoading = () => (
  <>
    <TilesLoading count={4} />
    <ChartsLoading count={2} />
  </>
);
