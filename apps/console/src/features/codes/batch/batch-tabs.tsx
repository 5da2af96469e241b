import { batches, recallImpacts, shipments } from '@suyuan/contract';
import { Tabs } from 'antd';
import type { ListQuery } from '../../../data/api.ts';
import { Can, usePermission } from '../../../data/permission.tsx';
import { currentLanguage, useTranslations } from '../../../data/words.ts';
import { shortNumber } from '../../../ui/numbers.ts';
import { RowLink } from '../../../ui/row-link.tsx';
import { BatchCodes } from './batch-codes.tsx';
import { BatchEvents } from './batch-events.tsx';
import { BatchExports } from './batch-exports.tsx';
import { BatchImports } from './batch-imports.tsx';
import { BatchShipments } from './batch-shipments.tsx';
import { type Batch, isMoveAllowed } from './batch-steps.ts';
import { BatchSupplements } from './batch-supplements.tsx';

interface BatchTabsProps {
  batch: Batch;
  /** URL parameters: active tab and its filters. */
  query: ListQuery;
  updateQuery: (changes: Record<string, unknown>) => void;
  canListCodes: boolean;
  exportCount: number | undefined;
  /** Whether the history is a tab, because the window is too narrow for a side column. */
  withEvents: boolean;
  onExport: () => void;
}

export function BatchTabs({ batch, query, updateQuery, canListCodes, exportCount, withEvents, onExport }: BatchTabsProps) {
  const t = useTranslations();
  const { batchId, issuedCount } = batch;
  const canReadBatches = usePermission(batches.permission('read'));
  const canListShipments = usePermission(shipments.permission('list'));
  const withCount = (word: string, count: number | undefined) => (count ? `${word} ${shortNumber(count, currentLanguage())}` : word);
  const items = [
    ...(canListCodes
      ? [
          {
            key: 'codes',
            label: withCount(t('manage.batch.codesTab'), issuedCount),
            children: <BatchCodes batchId={batchId} query={query} updateQuery={updateQuery} />,
          },
        ]
      : []),
    ...(batch.codeKind === 'stored' && canReadBatches
      ? [{ key: 'imports', label: t('manage.codeImport'), children: <BatchImports batch={batch} /> }]
      : []),
    ...(issuedCount > 0 && canReadBatches && batch.codeKind === 'derived'
      ? [
          {
            key: 'exports',
            label: withCount(t('manage.batch.files'), exportCount),
            children: <BatchExports batch={batch} onExport={onExport} canExport={isMoveAllowed(batch, 'exportCodes')} />,
          },
        ]
      : []),
    ...(issuedCount > 0 && canListShipments
      ? [
          {
            key: 'dispatches',
            label: t('manage.dispatch.tab'),
            children: <BatchShipments batch={batch} />,
          },
        ]
      : []),
    ...(issuedCount > 0 && canReadBatches
      ? [{ key: 'supplements', label: t('manage.batch.supplement'), children: <BatchSupplements batch={batch} /> }]
      : []),
    ...(withEvents ? [{ key: 'events', label: t('manage.batch.history'), children: <BatchEvents batchId={batchId} /> }] : []),
  ];
  return (
    <section className="card batch-card batch-detail-tabs">
      <Tabs
        activeKey={items.some(({ key }) => key === query.tab) ? (query.tab as string) : (items[0]?.key ?? '')}
        items={items}
        destroyOnHidden
        tabBarExtraContent={
          issuedCount > 0 && (
            <Can do={[recallImpacts.permission('list')]}>
              <RowLink to={`${recallImpacts.path}?batchId=${batchId}`}>{t('manage.recallImpact.title')}</RowLink>
            </Can>
          )
        }
        onChange={(key) => updateQuery({ tab: key, status: undefined, ordinalFrom: undefined })}
      />
    </section>
  );
}
