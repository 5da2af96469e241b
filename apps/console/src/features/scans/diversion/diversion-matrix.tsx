import { type Diversion, regionContains, scans } from '@suyuan/contract';
import { Tooltip } from 'antd';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermission } from '../../../data/permission.tsx';
import { fullNameOf, provinceNameOf, useRegions } from '../../../data/regions.ts';
import { formatColumnShare } from '../../../ui/format-amount.ts';
import { groupDigits } from '../../../ui/number-format.ts';
import { shortRegion } from '../../../ui/region-text.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import { ScrollArea } from '../../../ui/scroll-area.tsx';
import { TermTooltip } from '../../../ui/term-tooltip.tsx';
import { useElementWidth } from '../../../ui/use-element-width.ts';
import { DiversionMap } from '../shared/diversion-map.tsx';

function DiversionTitle({ note, children }: { note: string; children: ReactNode }) {
  return (
    <h2 className="mt-4 mb-3 flex flex-wrap items-baseline gap-x-4 gap-y-1 text-base/6">
      {children}
      <small className="text-xs font-normal text-muted">{note}</small>
    </h2>
  );
}

type Dealer = Diversion['dealers'][number];

interface DealerMapProps {
  dealer: Dealer;
  /** Link to scans of the dealer's products in a province outside its regions; absent without permission. */
  scansPath: ((regionCode: string) => string) | undefined;
}

/** Map of the selected dealer, and the provinces with most scans outside its regions. */
function DealerMap({ dealer, scansPath }: DealerMapProps) {
  const t = useTranslations();
  const { regions } = useRegions();
  const nameOf = (code: string) => shortRegion(fullNameOf(regions, code));
  const { channelBusinessName, authorised, cells, foreign } = dealer;
  const foreignCells = cells.filter((cell) => cell.foreign > 0).toSorted((one, other) => other.foreign - one.foreign);
  const maxForeign = foreignCells[0]?.foreign ?? 1;
  return (
    <>
      <DiversionTitle
        note={t('kit.pair', {
          what: t('manage.diversion.authorised'),
          which: authorised.length > 0 ? authorised.map(nameOf).join(t('kit.joint')) : t('manage.diversion.anywhere'),
        })}
      >
        {channelBusinessName}
      </DiversionTitle>
      <div className="grid grid-cols-1 items-start gap-x-8 gap-y-4 pb-4 xl:grid-cols-[minmax(0,1fr)_320px]">
        <DiversionMap dealer={dealer} scansPath={scansPath} />
        <section aria-labelledby="diversion-most">
          <h3 id="diversion-most" className="mt-1 mb-2 text-sm/5.5 font-semibold">
            {t('manage.diversion.most')}
          </h3>
          {foreignCells.length === 0 && <p className="text-muted">{t('manage.diversion.inside')}</p>}
          <ol className="m-0 list-none p-0">
            {foreignCells.slice(0, 10).map((cell) => (
              <li key={cell.regionCode} className="grid grid-cols-[96px_minmax(0,1fr)_96px] items-center gap-3 py-1">
                {scansPath ? (
                  <RowLink to={scansPath(cell.regionCode)}>{nameOf(cell.regionCode)}</RowLink>
                ) : (
                  <span>{nameOf(cell.regionCode)}</span>
                )}
                <span className="h-3 overflow-hidden rounded-sm bg-track" aria-hidden="true">
                  <i className="block h-full bg-(--tone-diversion)" style={{ width: `${(100 * cell.foreign) / maxForeign}%` }} />
                </span>
                <span className="text-right tabular-nums">
                  {/* the width separates the share from the count, so that 2 and 5.7% do not read as 25.7% */}
                  {groupDigits(cell.foreign)}{' '}
                  <small className="inline-block min-w-12 text-muted">{formatColumnShare(cell.foreign, foreign)}</small>
                </span>
              </li>
            ))}
          </ol>
        </section>
      </div>
    </>
  );
}

interface MatrixScrollProps {
  label: string;
  /** Provinces, as headers with `data-province`. */
  columnCount: number;
  children: ReactNode;
}

/** Scrolls a wide matrix. The end that is cut off fades, and a button names the number of hidden provinces and shows the next ones. */
function MatrixScroll({ label, columnCount, children }: MatrixScrollProps) {
  const t = useTranslations();
  const [hiddenCount, setHiddenCount] = useState(0);
  const [width, widthRef] = useElementWidth();
  const box = useRef<HTMLDivElement>(null);
  const area = () => box.current?.querySelector('section');
  const measure = useCallback(() => {
    const scroller = box.current?.querySelector('section');
    if (!scroller) return;
    const end = scroller.getBoundingClientRect().right;
    const headers = [...scroller.querySelectorAll('[data-province]')];
    setHiddenCount(headers.filter((header) => header.getBoundingClientRect().right > end + 1).length);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the number of hidden columns depends on width and columns
  useEffect(measure, [measure, width, columnCount]);
  return (
    <div ref={widthRef}>
      <div className="relative" ref={box} onScrollCapture={measure}>
        <ScrollArea className="overflow-x-auto" label={label}>
          {children}
        </ScrollArea>
        {hiddenCount > 0 && (
          <div className="pointer-events-none absolute inset-y-0 right-0 w-16 bg-linear-to-l max-md:w-4 from-surface" aria-hidden="true" />
        )}
      </div>
      {hiddenCount > 0 && (
        <div className="mt-1 text-right">
          <button
            type="button"
            className="text-link text-xs"
            onClick={() => area()?.scrollBy({ left: (area()?.clientWidth ?? 0) / 2, behavior: 'smooth' })}
          >
            {t('manage.diversion.moreProvinces', { count: hiddenCount })}
          </button>
        </div>
      )}
    </div>
  );
}

function Term({ word }: { word: 'matrix' | 'scans' | 'foreign' | 'rate' }) {
  const t = useTranslations();
  return (
    <TermTooltip explanation={t(`manage.diversion.${word}Tip`)} className="[border-bottom:1px_dotted]">
      {t(`manage.diversion.${word}`)}
    </TermTooltip>
  );
}

const CELL = 'border-b border-line px-3 py-2 font-normal max-md:px-2';
const FIGURE_CELL = `${CELL} text-right tabular-nums`;
const DEALER_CELL = `${CELL} sticky left-0 z-1 bg-surface text-left max-md:max-w-32 max-md:min-w-32 max-md:whitespace-normal`;
/** Wraps on phones, so that the three figures are next to the dealer. */
const TOTAL_HEADER = `${FIGURE_CELL} max-md:min-w-16 max-md:align-bottom max-md:whitespace-normal`;
const OUTSIDE = 'bg-[color-mix(in_srgb,var(--tone-diversion)_14%,var(--surface))] shadow-[inset_0_-2px_var(--tone-diversion)]';
const INSIDE = 'bg-[color-mix(in_srgb,var(--tone-genuine)_8%,var(--surface))]';

/** A figure, dark, that opens what it counts. */
const FigureLink = ({ to, count }: { to: string | false; count: number }) =>
  to ? (
    <Link to={to} className="text-ink underline-offset-3 hover:underline">
      {groupDigits(count)}
    </Link>
  ) : (
    groupDigits(count)
  );

interface MatrixProps {
  data: Diversion;
  /** Without a choice of the user, the last 30 days apply. */
  isDefaultPeriod: boolean;
  categoryId: string | undefined;
  regionCode: string | undefined;
}

/** Dealers by province of the scans. A figure opens the scans that it counts; a dealer's name opens its map. */
export function DiversionMatrix({ data, isDefaultPeriod, categoryId, regionCode: regionFilter }: MatrixProps) {
  const t = useTranslations();
  const { regions } = useRegions();
  const [selectedId, setSelectedId] = useState<number>();
  const canListScans = usePermission(scans.permission('list'));
  /** Region to display for a province: the filter's region if it is narrower. */
  const displayedRegion = (code: string) => (regionFilter && regionContains(code, regionFilter) ? regionFilter : code);
  const scansByRegion = new Map<string, number>();
  for (const { cells } of data.dealers)
    for (const { regionCode, scans } of cells) scansByRegion.set(regionCode, (scansByRegion.get(regionCode) ?? 0) + scans);
  const columns = [...scansByRegion].sort(([, one], [, other]) => other - one).map(([code]) => code);
  const dealer = data.dealers.find(({ channelBusinessId }) => channelBusinessId === selectedId) ?? data.dealers[0];
  /** Link to the scans that a figure counts: of a dealer's products in a region or anywhere in China. `foreignOnly`: only outside its regions. */
  const scansPath = ({ channelBusinessId }: Dealer, regionCode: string | undefined, foreignOnly = false) =>
    `${scans.path}?${new URLSearchParams({
      ...(foreignOnly ? { outsideOf: String(channelBusinessId) } : { channelBusinessId: String(channelBusinessId) }),
      ...(regionCode ? { regionCode } : { unplaced: '0' }),
      ...(categoryId && { categoryId }),
      ...{ beginTime: data.from, endTime: data.to, inspection: '0' },
    })}`;
  return (
    <>
      <DiversionTitle
        note={[isDefaultPeriod && t('manage.diversion.lastDays'), t('manage.diversion.between', data)].filter(Boolean).join(' · ')}
      >
        <Term word="matrix" />
      </DiversionTitle>
      <MatrixScroll label={t('manage.diversion.matrix')} columnCount={columns.length}>
        <table className="min-w-full border-collapse whitespace-nowrap">
          <thead className="text-muted">
            <tr>
              <th scope="col" className={DEALER_CELL}>
                {t('manage.diversion.dealer')}
              </th>
              {(['scans', 'foreign', 'rate'] as const).map((word) => (
                <th key={word} scope="col" className={TOTAL_HEADER}>
                  <Term word={word} />
                </th>
              ))}
              {columns.map((code) => (
                <th key={code} scope="col" data-province className={FIGURE_CELL}>
                  {displayedRegion(code) === code ? provinceNameOf(regions, code) : shortRegion(fullNameOf(regions, displayedRegion(code)))}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.dealers.map((row) => (
              <tr key={row.channelBusinessId}>
                <th scope="row" className={`${DEALER_CELL} ${row === dealer ? 'shadow-[inset_3px_0_var(--primary)]' : ''}`}>
                  <button
                    type="button"
                    className="text-link font-medium"
                    aria-pressed={row === dealer}
                    onClick={() => setSelectedId(row.channelBusinessId)}
                  >
                    {row.channelBusinessName}
                  </button>
                </th>
                <td className={FIGURE_CELL}>
                  <FigureLink to={canListScans && scansPath(row, regionFilter)} count={row.scans} />
                </td>
                <td className={FIGURE_CELL}>
                  <FigureLink to={canListScans && row.foreign > 0 && scansPath(row, regionFilter, true)} count={row.foreign} />
                </td>
                <td className={FIGURE_CELL}>{formatColumnShare(row.foreign, row.scans)}</td>
                {columns.map((code) => {
                  const cell = row.cells.find(({ regionCode }) => regionCode === code);
                  if (!cell) return <td key={code} className={CELL} />;
                  const cellText = t('manage.diversion.cell', {
                    dealer: row.channelBusinessName,
                    region: fullNameOf(regions, displayedRegion(code)),
                    ...cell,
                  });
                  return (
                    <td key={code} className={`${FIGURE_CELL} ${cell.foreign > 0 ? OUTSIDE : INSIDE}`}>
                      <Tooltip title={cellText}>
                        <span>
                          <FigureLink to={canListScans && scansPath(row, displayedRegion(code))} count={cell.scans} />
                        </span>
                      </Tooltip>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </MatrixScroll>
      {data.more && <p className="text-xs text-muted">{t('manage.diversion.more', { count: data.dealers.length })}</p>}
      {dealer && (
        <DealerMap dealer={dealer} scansPath={canListScans ? (code) => scansPath(dealer, displayedRegion(code), true) : undefined} />
      )}
    </>
  );
}
