import { diversion, products, shipments } from '@suyuan/contract';
import { Tag } from 'antd';
import { useListQuery } from '../../../data/list-query.ts';
import { usePermission } from '../../../data/permission.tsx';
import { useTranslations } from '../../../data/words.ts';
import { RowLink } from '../../../ui/row-link.tsx';
import { ShipmentTable } from '../../logistics/shared/shipment-table.tsx';
import { DealerDiversion } from './dealer-diversion.tsx';
import { DealerFacts } from './dealer-facts.tsx';
import type { Dealer } from './dealer-life.ts';
import { DealerRegions } from './dealer-regions.tsx';
import { DealerStockTable } from './dealer-stock.tsx';

export function useDealerTabs(dealer: Dealer) {
  const t = useTranslations();
  const [query, updateQuery] = useListQuery();
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
  const tab = tabs.some(({ key }) => key === query.tab) ? String(query.tab) : 'regions';
  return { tabs, tab, choose: (key: string) => updateQuery({ tab: key }) };
}

function DealerProducts({ dealer: { categoryIds, categoryNames, parentId } }: { dealer: Dealer }) {
  const t = useTranslations();
  const canReadProducts = usePermission(products.permission('read'));
  if (categoryIds.length === 0)
    return <p className="none">{t(parentId ? 'manage.channelBusiness.inherited' : 'manage.channelBusiness.everything')}</p>;
  return (
    <ul className="dealer-tags">
      {categoryNames.map((name, index) => (
        <li key={categoryIds[index]}>
          {canReadProducts ? <RowLink to={`/manage/category/${categoryIds[index]}`}>{name}</RowLink> : <Tag>{name}</Tag>}
        </li>
      ))}
    </ul>
  );
}
