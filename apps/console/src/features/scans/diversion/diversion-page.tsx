import { type Diversion, dealers, diversion, products, regionContains, scanCases, scans } from '@suyuan/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Form, Tooltip } from 'antd';
import { useState } from 'react';
import { filterEntries, getQueryOptions, toWireQuery, useListQuery } from '../../../data/api.ts';
import { currentLanguage, useTranslations } from '../../../data/i18n.ts';
import { usePermission } from '../../../data/permission.tsx';
import { fullNameOf, useRegions } from '../../../data/regions.ts';
import { FilterBar } from '../../../ui/filter-bar.tsx';
import { formatShare } from '../../../ui/format-amount.ts';
import { groupDigits } from '../../../ui/number-format.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { RangeFilter } from '../../../ui/range-filter.tsx';
import { RecordSelect } from '../../../ui/record-select.tsx';
import { RecordName } from '../../../ui/record-view.tsx';
import { RegionName, RegionSelect, useProvinceNames } from '../../../ui/region-select.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import { ScrollArea } from '../../../ui/scroll-area.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../../ui/states.tsx';
import { TermTooltip } from '../../../ui/term-tooltip.tsx';
import { DiversionMap } from '../shared/diversion-map.tsx';
import './diversion.css';

type Dealer = Diversion['dealers'][number];
const filterResource = {
  path: diversion.path,
  word: (field?: string) => (field ? `manage.diversion.${field}` : 'manage.diversion') as never,
};

/** Scans of dealers' products compared with their authorised regions: a dealer by province table, and the map of the selected dealer. */
export default function DiversionPage() {
  const t = useTranslations();
  const [query, updateQuery] = useListQuery();
  const filters = Object.fromEntries(toWireQuery(Object.fromEntries(filterEntries(query)), false));
  const matrix = useQuery({
    ...getQueryOptions<Diversion>(diversion, '/matrix', filters),
    placeholderData: keepPreviousData,
    meta: { ownErrors: true },
  });
  const canListCases = usePermission(scanCases.permission('list'));
  const { data } = matrix;
  return (
    <div className="page">
      <PageHeader
        title={t('manage.diversion.title')}
        purpose={t('manage.diversion.purpose')}
        actions={canListCases && <RowLink to={`${scanCases.path}?reason=otherRegion`}>{t('manage.diversion.cases')}</RowLink>}
      />
      <section className="card list-card">
        <FilterBar
          of={filterResource}
          query={query}
          updateQuery={updateQuery}
          filterText={{
            regionCode: (code) => <RegionName code={code} />,
            channelBusinessId: (id) => <RecordName of={dealers} field="channelBusinessName" id={id} />,
            categoryId: (id) => <RecordName of={products} field="categoryName" id={id} />,
          }}
        >
          <RangeFilter label={t('manage.diversion.days')} />
          <Form.Item name="channelBusinessId" label={t('manage.diversion.channelBusinessId')}>
            <RecordSelect of={dealers} label="channelBusinessName" note="channelBusinessCode" allowClear />
          </Form.Item>
          <Form.Item name="categoryId" label={t('manage.diversion.categoryId')}>
            <RecordSelect of={products} label="categoryName" note="categoryCode" allowClear />
          </Form.Item>
          <Form.Item name="regionCode" label={t('manage.diversion.regionCode')}>
            <RegionSelect />
          </Form.Item>
        </FilterBar>
        {matrix.error && !data && <ErrorState error={matrix.error} onRetry={() => void matrix.refetch()} />}
        {!matrix.error && !data && <LoadingState rows={8} />}
        {data && data.dealers.length === 0 && <EmptyState text={t('manage.diversion.none')} />}
        {data && data.dealers.length > 0 && <Matrix data={data} categoryId={query.categoryId} regionCode={query.regionCode} />}
      </section>
    </div>
  );
}

interface MatrixProps {
  data: Diversion;
  categoryId: string | undefined;
  regionCode: string | undefined;
}

function Matrix({ data, categoryId, regionCode: regionFilter }: MatrixProps) {
  const t = useTranslations();
  const { regions } = useRegions();
  const [selectedId, setSelectedId] = useState<number>();
  const canListScans = usePermission(scans.permission('list'));
  const provinceName = useProvinceNames(regions);
  const nameOf = (code: string) => (currentLanguage() === 'en-US' ? provinceName(code) : fullNameOf(regions, code));
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
      <h2 className="diversion-title">
        <TermTooltip explanation={t('manage.diversion.matrixTip')}>{t('manage.diversion.matrix')}</TermTooltip>
        <small>{t('manage.diversion.between', { from: data.from, to: data.to })}</small>
      </h2>
      <ScrollArea className="diversion-scroll" label={t('manage.diversion.matrix')}>
        <table className="diversion-matrix">
          <thead>
            <tr>
              <th scope="col">{t('manage.diversion.dealer')}</th>
              <th scope="col" className="numeral">
                <TermTooltip explanation={t('manage.diversion.scansTip')}>{t('manage.diversion.scans')}</TermTooltip>
              </th>
              <th scope="col" className="numeral">
                <TermTooltip explanation={t('manage.diversion.foreignTip')}>{t('manage.diversion.foreign')}</TermTooltip>
              </th>
              <th scope="col" className="numeral">
                <TermTooltip explanation={t('manage.diversion.rateTip')}>{t('manage.diversion.rate')}</TermTooltip>
              </th>
              {columns.map((code) => (
                <th key={code} scope="col" className="numeral">
                  {displayedRegion(code) === code ? provinceName(code) : fullNameOf(regions, displayedRegion(code))}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.dealers.map((row) => (
              <tr key={row.channelBusinessId} className={row === dealer ? 'diversion-chosen' : undefined}>
                <th scope="row">
                  <button
                    type="button"
                    className="row-link row-link-strong"
                    aria-pressed={row === dealer}
                    onClick={() => setSelectedId(row.channelBusinessId)}
                  >
                    {row.channelBusinessName}
                  </button>
                </th>
                <td className="numeral">
                  {canListScans ? <RowLink to={scansPath(row, regionFilter)}>{groupDigits(row.scans)}</RowLink> : groupDigits(row.scans)}
                </td>
                <td className="numeral">
                  {canListScans && row.foreign > 0 ? (
                    <RowLink to={scansPath(row, regionFilter, true)}>{groupDigits(row.foreign)}</RowLink>
                  ) : (
                    groupDigits(row.foreign)
                  )}
                </td>
                <td className="numeral">{formatShare(row.foreign, row.scans)}</td>
                {columns.map((code) => {
                  const cell = row.cells.find(({ regionCode }) => regionCode === code);
                  if (!cell) return <td key={code} />;
                  const cellText = t('manage.diversion.cell', {
                    dealer: row.channelBusinessName,
                    region: nameOf(displayedRegion(code)),
                    ...cell,
                  });
                  const kind = cell.foreign > 0 ? 'diversion-outside' : 'diversion-inside';
                  return (
                    <td key={code} className={`numeral ${kind}`}>
                      <Tooltip title={cellText}>
                        {canListScans ? (
                          <RowLink to={scansPath(row, displayedRegion(code))}>{groupDigits(cell.scans)}</RowLink>
                        ) : (
                          <span>{groupDigits(cell.scans)}</span>
                        )}
                      </Tooltip>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
      {data.more && <p className="diversion-note">{t('manage.diversion.more', { count: data.dealers.length })}</p>}
      {dealer && (
        <DealerMap
          dealer={dealer}
          nameOf={nameOf}
          scansPath={canListScans ? (code) => scansPath(dealer, displayedRegion(code), true) : undefined}
        />
      )}
    </>
  );
}

interface DealerMapProps {
  dealer: Dealer;
  nameOf: (code: string) => string;
  /** Link to scans of the dealer's products in a province outside its regions; absent without permission. */
  scansPath: ((regionCode: string) => string) | undefined;
}

function DealerMap({ dealer, nameOf, scansPath }: DealerMapProps) {
  const t = useTranslations();
  const { channelBusinessName, authorised, cells, foreign } = dealer;
  const foreignCells = cells.filter((cell) => cell.foreign > 0).toSorted((one, other) => other.foreign - one.foreign);
  const maxForeign = foreignCells[0]?.foreign ?? 1;
  return (
    <>
      <h2 className="diversion-title">
        {channelBusinessName}
        <small>
          {t('kit.pair', {
            what: t('manage.diversion.authorised'),
            which: authorised.length > 0 ? authorised.map(nameOf).join(t('kit.joint')) : t('manage.diversion.anywhere'),
          })}
        </small>
      </h2>
      <div className="diversion-where">
        <DiversionMap dealer={dealer} scansPath={scansPath} />
        <section aria-labelledby="diversion-most">
          <h3 id="diversion-most">{t('manage.diversion.most')}</h3>
          {foreignCells.length === 0 && <p className="none">{t('manage.diversion.inside')}</p>}
          <ol className="diversion-most">
            {foreignCells.slice(0, 10).map((cell) => (
              <li key={cell.regionCode}>
                {scansPath ? (
                  <RowLink to={scansPath(cell.regionCode)}>{nameOf(cell.regionCode)}</RowLink>
                ) : (
                  <span>{nameOf(cell.regionCode)}</span>
                )}
                <span className="diversion-track" aria-hidden="true">
                  <i style={{ width: `${(100 * cell.foreign) / maxForeign}%` }} />
                </span>
                <span className="numeral">
                  {groupDigits(cell.foreign)} <small>{formatShare(cell.foreign, foreign)}</small>
                </span>
              </li>
            ))}
          </ol>
        </section>
      </div>
    </>
  );
}
