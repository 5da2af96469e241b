import { dealers, diversion, diversionMatrix, products, scanCases, scans, shipments } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Tag } from 'antd';
import { endpointQueryOptions } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermission } from '../../../data/permission.tsx';
import { useRegions } from '../../../data/regions.ts';
import { ChinaMap } from '../../../ui/china-map.tsx';
import { fetchFile } from '../../../ui/file-inputs.tsx';
import { groupDigits } from '../../../ui/number-format.ts';
import { shortRegion } from '../../../ui/region-text.tsx';
import { FigureLink, LinkButton, RowLink } from '../../../ui/row-link.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../../ui/states.tsx';
import { ShipmentTable } from '../../logistics/shared/shipment-table.tsx';
import { DiversionMap } from '../../scans/shared/diversion-map.tsx';
import { PartnerFacts } from '../shared/partner-detail.tsx';
import { OverlapWarning } from './dealer-authority.tsx';
import type { Dealer } from './dealer-life-cycle.ts';
import { DealerStockTable } from './dealer-sales.tsx';
import { ancestorsOf, useDealers } from './dealer-tree.ts';

const TAGS = 'mt-0 mb-4 flex list-none flex-wrap gap-x-4 gap-y-2 p-0';

/** Authorised regions by name and on the map: the dealer's own, or else those of its ancestors. */
function DealerRegions({ dealer }: { dealer: Dealer }) {
  const t = useTranslations();
  const { data: nodes = [] } = useDealers();
  const { channelBusinessId, parentId, regionCodes, regionNames, categoryIds, exclusive, regionCode, regionName, lng, lat } = dealer;
  const inheritedFrom =
    regionCodes.length > 0 ? undefined : ancestorsOf(nodes, parentId).find((ancestor) => ancestor.regionCodes.length > 0);
  const codes = inheritedFrom?.regionCodes ?? regionCodes;
  const names = inheritedFrom?.regionNames ?? regionNames;
  const { regions } = useRegions();
  const provinceCodes = (regions ?? []).filter(({ parent }) => parent === null).map(({ code }) => code);
  return (
    <>
      <OverlapWarning
        id={channelBusinessId}
        parentId={parentId}
        regionCodes={regionCodes}
        categoryIds={categoryIds}
        exclusive={exclusive}
      />
      {inheritedFrom && (
        <p className="text-muted">
          {t('manage.channelBusiness.inherited')}{' '}
          <RowLink to={`/manage/channelBusiness/${inheritedFrom.channelBusinessId}`}>{inheritedFrom.channelBusinessName}</RowLink>
        </p>
      )}
      {codes.length === 0 ? (
        <p className="text-muted">{t('manage.channelBusiness.everywhere')}</p>
      ) : (
        <ul className={TAGS}>
          {names.map((name) => (
            <li key={name}>
              <Tag title={name}>{shortRegion(name)}</Tag>
            </li>
          ))}
        </ul>
      )}
      <div className="max-w-120">
        <ChinaMap
          title={t('manage.channelBusiness.mapTitle')}
          outlined={codes.length > 0 ? codes : provinceCodes}
          outlinedName={t('manage.channelBusiness.regions')}
          {...((lng !== null || regionCode !== null) && {
            dots: [{ lng, lat, regionCode, text: regionName ?? dealer.channelBusinessName }],
            dotsName: t('manage.channelBusiness.seat'),
          })}
        />
      </div>
    </>
  );
}

/** Scans of a dealer's products outside its regions in the last 30 days. */
function DealerDiversion({ id }: { id: number }) {
  const t = useTranslations();
  const canListScans = usePermission(scans.permission('list'));
  const canListCases = usePermission(scanCases.permission('list'));
  const { data, error, refetch } = useQuery({
    ...endpointQueryOptions(diversionMatrix, { channelBusinessId: id }),
    meta: { ownErrors: true },
  });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState rows={6} />;
  const dealerRow = data.dealers.find(({ channelBusinessId }) => channelBusinessId === id);
  if (!dealerRow) return <EmptyState text={t('manage.diversion.none')} />;
  const { scans: scanCount, foreign } = dealerRow;
  const scansLink = (filters: Record<string, string>) =>
    `${scans.path}?${new URLSearchParams({ ...filters, beginTime: data.from, endTime: data.to, inspection: '0' })}`;
  const countLink = (count: number, filters: Record<string, string>) =>
    canListScans && count > 0 ? <FigureLink to={scansLink(filters)}>{groupDigits(count)}</FigureLink> : groupDigits(count);
  return (
    <>
      <p>
        {t('manage.diversion.scans')} {countLink(scanCount, { channelBusinessId: String(id), unplaced: '0' })} ·{' '}
        {t('manage.diversion.foreign')} {countLink(foreign, { outsideOf: String(id) })} ·{' '}
        {t('manage.diversion.between', { from: data.from, to: data.to })} ·{' '}
        <RowLink to={`${diversion.path}?channelBusinessId=${id}`}>{t('manage.diversion.matrix')}</RowLink>
        {canListCases && (
          <>
            {' · '}
            <RowLink to={`${scanCases.path}?channelBusinessId=${id}`}>{t('manage.diversion.cases')}</RowLink>
          </>
        )}
      </p>
      <DiversionMap
        dealer={dealerRow}
        scansPath={canListScans ? (regionCode) => scansLink({ outsideOf: String(id), regionCode }) : undefined}
      />
    </>
  );
}

const { identity = [], contact = [] } = dealers.formGroups ?? {};
const contract = ['contractNo', 'contractFrom', 'contractTo', 'depositYuan', 'contractPath'];

function DealerFacts({ dealer }: { dealer: Dealer }) {
  const t = useTranslations();
  const contractPath = (path: string | null) =>
    path ? <LinkButton onClick={() => void fetchFile(path, dealer.contractFile)}>{dealer.contractFile ?? t('kit.file')}</LinkButton> : '—';
  return <PartnerFacts of={dealers} record={dealer} names={[...identity, ...contract, ...contact]} cells={{ contractPath }} />;
}

export function useDealerTabs(dealer: Dealer) {
  const t = useTranslations();
  const [canListShipments, canViewDiversion] = [usePermission(shipments.permission('list')), usePermission(diversion.permission)];
  const tabs = [
    { key: 'regions', label: t('manage.channelBusiness.regions'), children: <DealerRegions dealer={dealer} /> },
    { key: 'goods', label: t('manage.channelBusiness.goods'), children: <DealerProducts dealer={dealer} /> },
    { key: 'stock', label: t('manage.channelBusiness.stock'), children: <DealerStockTable id={dealer.channelBusinessId} /> },
    ...(canListShipments
      ? [
          {
            key: 'dispatches',
            label: t('manage.dispatch.tab'),
            children: <ShipmentTable owner={{ dealerId: dealer.channelBusinessId }} emptyKey="manage.dispatch.noneOfDealer" />,
          },
        ]
      : []),
    ...(canViewDiversion
      ? [
          {
            key: 'diversion',
            label: t('manage.diversion.foreign'),
            children: <DealerDiversion id={dealer.channelBusinessId} />,
          },
        ]
      : []),
    { key: 'facts', label: t('manage.channelBusiness.facts'), children: <DealerFacts dealer={dealer} /> },
  ];
  return tabs;
}

function DealerProducts({ dealer: { categoryIds, categoryNames, parentId } }: { dealer: Dealer }) {
  const t = useTranslations();
  const canReadProducts = usePermission(products.permission('read'));
  if (categoryIds.length === 0)
    return <p className="text-muted">{t(parentId ? 'manage.channelBusiness.inherited' : 'manage.channelBusiness.everything')}</p>;
  return (
    <ul className={TAGS}>
      {categoryNames.map((name, index) => (
        <li key={categoryIds[index]}>
          {canReadProducts ? <RowLink to={`/manage/category/${categoryIds[index]}`}>{name}</RowLink> : <Tag>{name}</Tag>}
        </li>
      ))}
    </ul>
  );
}
