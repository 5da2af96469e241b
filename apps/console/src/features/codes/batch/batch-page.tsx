import { batches } from '@suyuan/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Tabs } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { type ListQuery, listOf, wireQuery } from '../../../data/api.ts';
import { download } from '../../../data/download.ts';
import { useListQuery } from '../../../data/list-query.ts';
import { arranged, useListSettings } from '../../../data/list-settings.ts';
import { Can, useRights } from '../../../data/permission.tsx';
import { useWords } from '../../../data/words.ts';
import { EmptyList } from '../../../ui/empty-list.tsx';
import { FilterBar } from '../../../ui/filter-bar.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { ImportDialog } from '../../../ui/import-dialog.tsx';
import { ListTools } from '../../../ui/list-tools.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { RecordTable } from '../../../ui/record-table.tsx';
import { ResourceForm } from '../../../ui/resource-form.tsx';
import { SavedViews } from '../../../ui/saved-views.tsx';
import { useAddOnArrival } from '../../../ui/use-add-on-arrival.ts';
import { BatchCalendar } from './batch-calendar.tsx';
import { BatchCloneDialog } from './batch-clone-dialog.tsx';
import { BatchFields } from './batch-fields.tsx';
import { batchFilterText, batchWord, savedStates, useBatchFilters } from './batch-filters.tsx';
import { batchColumns, batchPath, rareColumns } from './batch-list-columns.tsx';
import { BatchRowActions } from './batch-row-actions.tsx';
import type { Batch, BatchMove } from './batch-steps.ts';
import { ExportDialog } from './export-dialog.tsx';
import { useBatchRemoval } from './use-batch-removal.ts';
import { useBatchStep } from './use-batch-step.ts';
import { ViewSwitch } from './view-switch.tsx';
import './batch.css';

const ALL = 'all';

/** Composed by hand, because rows have their own next step and states are tabs. */
export default function BatchPage() {
  const t = useWords();
  const { hasPermi } = useRights();
  const may = (operation: string) => hasPermi(batches.permission(operation));
  const navigate = useNavigate();
  const [{ view, month, by, ...rest }, narrow] = useListQuery();
  const query: ListQuery = rest;
  const calendar = view === 'calendar';
  const list = useQuery({ ...listOf(batches, query), placeholderData: keepPreviousData, enabled: !calendar });
  const [editing, setEditing] = useState<{ record?: Batch }>();
  const [exporting, setExporting] = useState<Batch>();
  const [importing, setImporting] = useState(false);
  const [cloning, setCloning] = useState<Batch>();
  const views = useListSettings('manage.batch', query, narrow, rareColumns);
  const filters = useBatchFilters();
  const { take } = useBatchStep();
  const remove = useBatchRemoval();
  useAddOnArrival(may('add'), () => setEditing({}));

  const move = (batch: Batch, wanted: BatchMove) => (wanted === 'exportCodes' ? setExporting(batch) : void take(wanted, batch));
  const addButton = (
    <Can do={[batches.permission('add')]}>
      <Button type="primary" icon={<Icon name="plus" />} onClick={() => setEditing({})}>
        {t('kit.addNoun', { noun: t('manage.batch') })}
      </Button>
    </Can>
  );
  const tabs = [{ key: ALL, label: t('kit.all') }, ...savedStates.map((key) => ({ key, label: t(batchWord(key)) }))];
  const exportList = () =>
    void download(`${batches.path}/export`, `batch_${Date.now()}.xlsx`, { method: 'POST', body: wireQuery(query, false) });

  return (
    <div className="page">
      <PageHeader title={t('manage.batch.title')} purpose={t('manage.batch.purpose')} actions={addButton} />
      <section className="card list-card">
        <Tabs
          className="batch-tabs"
          activeKey={savedStates.find((state) => state === query.state) ?? ALL}
          items={tabs}
          onChange={(state) => narrow({ state: state === ALL ? undefined : state })}
        />
        <SavedViews views={views} />
        <FilterBar
          of={batches}
          query={query}
          narrow={narrow}
          filterText={batchFilterText}
          first={2}
          toolbar={
            <ViewSwitch
              calendar={calendar}
              onSwitch={(on) => narrow({ view: on ? 'calendar' : undefined, month: undefined, by: undefined })}
            />
          }
          tools={
            <ListTools
              columns={batchColumns.map(({ key }) => ({ key: String(key), title: t(batches.word(String(key))) }))}
              views={views}
              onRefresh={() => void list.refetch()}
              refreshing={list.isRefetching}
              onExport={may('export') ? exportList : undefined}
              onImport={may('import') ? () => setImporting(true) : undefined}
            />
          }
        >
          {filters}
        </FilterBar>
        {calendar ? (
          <BatchCalendar query={query} month={month} by={by === 'expiry' ? by : 'made'} narrow={narrow} />
        ) : (
          <RecordTable<Batch>
            rowKey="batchId"
            columns={arranged(
              batchColumns.map((column) => ({ ...column, key: String(column.key) })),
              views.columns,
            )}
            page={list.data}
            error={list.error}
            loading={list.isPlaceholderData}
            onRetry={() => void list.refetch()}
            query={query}
            narrow={narrow}
            empty={
              <EmptyList noun={t('manage.batch.many')} query={query} narrow={narrow}>
                {addButton}
              </EmptyList>
            }
            actions={(batch) => (
              <BatchRowActions
                batch={batch}
                onMove={(wanted) => move(batch, wanted)}
                onEdit={() => setEditing({ record: batch })}
                onRemove={() => void remove(batch)}
                onClone={() => setCloning(batch)}
              />
            )}
          />
        )}
      </section>
      {editing && (
        <ResourceForm
          resource={batches}
          record={editing.record}
          onClose={() => setEditing(undefined)}
          onDone={(id) => !editing.record && void navigate(batchPath(id))}
        >
          <BatchFields />
        </ResourceForm>
      )}
      {cloning && <BatchCloneDialog batch={cloning} onClose={() => setCloning(undefined)} onDone={(id) => void navigate(batchPath(id))} />}
      {exporting && <ExportDialog batch={exporting} onClose={() => setExporting(undefined)} />}
      {importing && <ImportDialog of={batches} onClose={() => setImporting(false)} />}
    </div>
  );
}
