import { batches } from '@suyuan/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Segmented, Tabs } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { type ListQuery, listQueryOptions, toWireQuery, useListQuery } from '../../../data/api.ts';
import { download } from '../../../data/download.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { applyColumnLayout, useListSettings } from '../../../data/list-settings.ts';
import { Can, usePermissions } from '../../../data/permission.tsx';
import { EmptyList, FilterBar } from '../../../ui/filter-bar.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { ImportDialog } from '../../../ui/import-dialog.tsx';
import { ListTools } from '../../../ui/list-tools.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { RecordTable } from '../../../ui/record-table.tsx';
import { ResourceForm, useOpenAddForm } from '../../../ui/resource-form.tsx';
import { SavedViews } from '../../../ui/saved-views.tsx';
import { BatchCloneDialog, BatchRowActions, useBatchRemoval, useBatchStep } from './batch-actions.tsx';
import { BatchCalendar } from './batch-calendar.tsx';
import { BatchFields } from './batch-fields.tsx';
import {
  batchColumns,
  batchFilterText,
  batchPath,
  batchStateKey,
  initiallyHiddenColumns,
  tabStates,
  useBatchFilters,
} from './batch-list.tsx';
import type { Batch, BatchMove } from './batch-steps.ts';
import { ExportDialog } from './export-dialog.tsx';
import './batch.css';

function ViewSwitch({ isCalendar, onSwitch }: { isCalendar: boolean; onSwitch: (isCalendar: boolean) => void }) {
  const t = useTranslations();
  return (
    <Segmented
      aria-label={t('manage.batch.view')}
      value={isCalendar ? 'calendar' : 'list'}
      options={(['list', 'calendar'] as const).map((value) => ({ value, label: t(`manage.batch.view.${value}`) }))}
      onChange={(value) => onSwitch(value === 'calendar')}
    />
  );
}

const ALL = 'all';

/** Composed by hand, because rows have their own next step and states are tabs. */
export default function BatchPage() {
  const t = useTranslations();
  const { hasPermi } = usePermissions();
  const isAllowed = (operation: string) => hasPermi(batches.permission(operation));
  const navigate = useNavigate();
  const [{ view, month, by, ...listParams }, updateQuery] = useListQuery();
  const query: ListQuery = listParams;
  const isCalendar = view === 'calendar';
  const list = useQuery({ ...listQueryOptions(batches, query), placeholderData: keepPreviousData, enabled: !isCalendar });
  const [editing, setEditing] = useState<{ record?: Batch }>();
  const [exporting, setExporting] = useState<Batch>();
  const [importing, setImporting] = useState(false);
  const [cloning, setCloning] = useState<Batch>();
  const views = useListSettings('manage.batch', query, updateQuery, initiallyHiddenColumns);
  const filters = useBatchFilters();
  const { runStep } = useBatchStep();
  const remove = useBatchRemoval();
  useOpenAddForm(isAllowed('add'), () => setEditing({}));

  const move = (batch: Batch, step: BatchMove) => (step === 'exportCodes' ? setExporting(batch) : void runStep(step, batch));
  const addButton = (
    <Can do={[batches.permission('add')]}>
      <Button type="primary" icon={<Icon name="plus" />} onClick={() => setEditing({})}>
        {t('kit.addNoun', { noun: t('manage.batch') })}
      </Button>
    </Can>
  );
  const tabs = [{ key: ALL, label: t('kit.all') }, ...tabStates.map((key) => ({ key, label: t(batchStateKey(key)) }))];
  const exportList = () =>
    void download(`${batches.path}/export`, `batch_${Date.now()}.xlsx`, { method: 'POST', body: toWireQuery(query, false) });

  return (
    <div className="page">
      <PageHeader title={t('manage.batch.title')} purpose={t('manage.batch.purpose')} actions={addButton} />
      <section className="card list-card">
        <Tabs
          className="batch-tabs"
          activeKey={tabStates.find((state) => state === query.state) ?? ALL}
          items={tabs}
          onChange={(state) => updateQuery({ state: state === ALL ? undefined : state })}
        />
        <SavedViews views={views} />
        <FilterBar
          of={batches}
          query={query}
          updateQuery={updateQuery}
          filterText={batchFilterText}
          visibleCount={2}
          toolbar={
            <ViewSwitch
              isCalendar={isCalendar}
              onSwitch={(on) => updateQuery({ view: on ? 'calendar' : undefined, month: undefined, by: undefined })}
            />
          }
          tools={
            <ListTools
              columns={batchColumns.map(({ key }) => ({ key: String(key), title: t(batches.word(String(key))) }))}
              views={views}
              onRefresh={() => void list.refetch()}
              refreshing={list.isRefetching}
              onExport={isAllowed('export') ? exportList : undefined}
              onImport={isAllowed('import') ? () => setImporting(true) : undefined}
            />
          }
        >
          {filters}
        </FilterBar>
        {isCalendar ? (
          <BatchCalendar query={query} month={month} by={by === 'expiry' ? by : 'made'} updateQuery={updateQuery} />
        ) : (
          <RecordTable<Batch>
            rowKey="batchId"
            columns={applyColumnLayout(
              batchColumns.map((column) => ({ ...column, key: String(column.key) })),
              views.columns,
            )}
            page={list.data}
            error={list.error}
            loading={list.isPlaceholderData}
            onRetry={() => void list.refetch()}
            query={query}
            updateQuery={updateQuery}
            empty={
              <EmptyList noun={t('manage.batch.many')} query={query} updateQuery={updateQuery}>
                {addButton}
              </EmptyList>
            }
            actions={(batch) => (
              <BatchRowActions
                batch={batch}
                onMove={(step) => move(batch, step)}
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
