import { type Diversion, dealers, diversion, products, regionContains, scanCases, scans } from '@suyuan/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Form, Tooltip } from 'antd';
import { useState } from 'react';
import { getOf, wireQuery } from '../../../data/api.ts';
import { filtersOf, useListQuery } from '../../../data/list-query.ts';
import { usePermission } from '../../../data/permission.tsx';
import { fullNameOf, useRegions } from '../../../data/regions.ts';
import { currentLanguage, useWords } from '../../../data/words.ts';
import { FilterBar } from '../../../ui/filter-bar.tsx';
import { How } from '../../../ui/how.tsx';
import { groupDigits } from '../../../ui/numbers.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { useProvinceNames } from '../../../ui/province-names.ts';
import { RangeFilter } from '../../../ui/range-filter.tsx';
import { RecordName } from '../../../ui/record-name.tsx';
import { RecordSelect } from '../../../ui/record-select.tsx';
import { RegionName, RegionSelect } from '../../../ui/region-select.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import { Scrolled } from '../../../ui/scrolled.tsx';
import { shareText } from '../../../ui/share-text.ts';
import { Failed, Nothing, Waiting } from '../../../ui/states.tsx';
import { StrayMap } from '../shared/diversion-map.tsx';
import './diversion.css';

type Dealer = Diversion['dealers'][number];
const of = { path: diversion.path, word: (field?: string) => (field ? `manage.diversion.${field}` : 'manage.diversion') as never };

/** Scans of dealers' products compared with their authorised regions: a dealer by province table, and the map of the selected dealer. */
export default function DiversionPage() {
  const t = useWords();
  const [query, narrow] = useListQuery();
  const asked = Object.fromEntries(wireQuery(Object.fromEntries(filtersOf(query)), false));
  const matrix = useQuery({
    ...getOf<Diversion>(diversion, '/matrix', asked),
    placeholderData: keepPreviousData,
    meta: { ownErrors: true },
  });
  const seesCases = usePermission(scanCases.permission('list'));
  const { data } = matrix;
  return (
    <div className="page">
      <PageHeader
        title={t('manage.diversion.title')}
        purpose={t('manage.diversion.purpose')}
        actions={seesCases && <RowLink to={`${scanCases.path}?reason=otherRegion`}>{t('manage.diversion.cases')}</RowLink>}
      />
      <section className="card list-card">
        <FilterBar
          of={of}
          query={query}
          narrow={narrow}
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
        {matrix.error && !data && <Failed error={matrix.error} onRetry={() => void matrix.refetch()} />}
        {!matrix.error && !data && <Waiting rows={8} />}
        {data && data.dealers.length === 0 && <Nothing text={t('manage.diversion.none')} />}
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

function Matrix({ data, categoryId, regionCode: narrowed }: MatrixProps) {
  const t = useWords();
  const { regions } = useRegions();
  const [chosen, setChosen] = useState<number>();
  const seesRecords = usePermission(scans.permission('list'));
  const provinceName = useProvinceNames(regions);
  const nameOf = (code: string) => (currentLanguage() === 'en-US' ? provinceName(code) : fullNameOf(regions, code));
  /** Region to display for a province: the filter's region if it is narrower. */
  const within = (code: string) => (narrowed && regionContains(code, narrowed) ? narrowed : code);
  const scanned = new Map<string, number>();
  for (const { cells } of data.dealers)
    for (const { regionCode, scans } of cells) scanned.set(regionCode, (scanned.get(regionCode) ?? 0) + scans);
  const columns = [...scanned].sort(([, one], [, other]) => other - one).map(([code]) => code);
  const dealer = data.dealers.find(({ channelBusinessId }) => channelBusinessId === chosen) ?? data.dealers[0];
  /** Link to the scans that a figure counts: of a dealer's products in a region or anywhere in China. `stray`: only outside its regions. */
  const records = ({ channelBusinessId }: Dealer, regionCode: string | undefined, stray = false) =>
    `${scans.path}?${new URLSearchParams({
      ...(stray ? { outsideOf: String(channelBusinessId) } : { channelBusinessId: String(channelBusinessId) }),
      ...(regionCode ? { regionCode } : { unplaced: '0' }),
      ...(categoryId && { categoryId }),
      ...{ beginTime: data.from, endTime: data.to, inspection: '0' },
    })}`;
  return (
    <>
      <h2 className="diversion-title">
        <How says={t('manage.diversion.matrixTip')}>{t('manage.diversion.matrix')}</How>
        <small>{t('manage.diversion.between', { from: data.from, to: data.to })}</small>
      </h2>
      <Scrolled className="diversion-scroll" label={t('manage.diversion.matrix')}>
        <table className="diversion-matrix">
          <thead>
            <tr>
              <th scope="col">{t('manage.diversion.dealer')}</th>
              <th scope="col" className="numeral">
                <How says={t('manage.diversion.scansTip')}>{t('manage.diversion.scans')}</How>
              </th>
              <th scope="col" className="numeral">
                <How says={t('manage.diversion.foreignTip')}>{t('manage.diversion.foreign')}</How>
              </th>
              <th scope="col" className="numeral">
                <How says={t('manage.diversion.rateTip')}>{t('manage.diversion.rate')}</How>
              </th>
              {columns.map((code) => (
                <th key={code} scope="col" className="numeral">
                  {within(code) === code ? provinceName(code) : fullNameOf(regions, within(code))}
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
                    onClick={() => setChosen(row.channelBusinessId)}
                  >
                    {row.channelBusinessName}
                  </button>
                </th>
                <td className="numeral">
                  {seesRecords ? <RowLink to={records(row, narrowed)}>{groupDigits(row.scans)}</RowLink> : groupDigits(row.scans)}
                </td>
                <td className="numeral">
                  {seesRecords && row.foreign > 0 ? (
                    <RowLink to={records(row, narrowed, true)}>{groupDigits(row.foreign)}</RowLink>
                  ) : (
                    groupDigits(row.foreign)
                  )}
                </td>
                <td className="numeral">{shareText(row.foreign, row.scans)}</td>
                {columns.map((code) => {
                  const cell = row.cells.find(({ regionCode }) => regionCode === code);
                  if (!cell) return <td key={code} />;
                  const words = t('manage.diversion.cell', { dealer: row.channelBusinessName, region: nameOf(within(code)), ...cell });
                  const kind = cell.foreign > 0 ? 'diversion-outside' : 'diversion-inside';
                  return (
                    <td key={code} className={`numeral ${kind}`}>
                      <Tooltip title={words}>
                        {seesRecords ? (
                          <RowLink to={records(row, within(code))}>{groupDigits(cell.scans)}</RowLink>
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
      </Scrolled>
      {data.more && <p className="diversion-note">{t('manage.diversion.more', { count: data.dealers.length })}</p>}
      {dealer && (
        <DealerMap dealer={dealer} nameOf={nameOf} records={seesRecords ? (code) => records(dealer, within(code), true) : undefined} />
      )}
    </>
  );
}

interface DealerMapProps {
  dealer: Dealer;
  nameOf: (code: string) => string;
  /** Link to scans of the dealer's products in a province outside its regions; absent without permission. */
  records: ((regionCode: string) => string) | undefined;
}

function DealerMap({ dealer, nameOf, records }: DealerMapProps) {
  const t = useWords();
  const { channelBusinessName, authorised, cells, foreign } = dealer;
  const strayed = cells.filter((cell) => cell.foreign > 0).toSorted((one, other) => other.foreign - one.foreign);
  const most = strayed[0]?.foreign ?? 1;
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
        <StrayMap dealer={dealer} records={records} />
        <section aria-labelledby="diversion-most">
          <h3 id="diversion-most">{t('manage.diversion.most')}</h3>
          {strayed.length === 0 && <p className="none">{t('manage.diversion.inside')}</p>}
          <ol className="diversion-most">
            {strayed.slice(0, 10).map((cell) => (
              <li key={cell.regionCode}>
                {records ? (
                  <RowLink to={records(cell.regionCode)}>{nameOf(cell.regionCode)}</RowLink>
                ) : (
                  <span>{nameOf(cell.regionCode)}</span>
                )}
                <span className="diversion-track" aria-hidden="true">
                  <i style={{ width: `${(100 * cell.foreign) / most}%` }} />
                </span>
                <span className="numeral">
                  {groupDigits(cell.foreign)} <small>{shareText(cell.foreign, foreign)}</small>
                </span>
              </li>
            ))}
          </ol>
        </section>
      </div>
    </>
  );
}
