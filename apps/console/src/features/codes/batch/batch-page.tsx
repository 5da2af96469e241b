import { batches } from '@suyuan/contract';
import { Segmented } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { type ListQuery, useListQuery } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { useConfirmRemove } from '../../../ui/record-actions.ts';
import { ResourcePage } from '../../../ui/resource-page.tsx';
import { BatchCloneDialog, BatchRowActions, useBatchLifeCycle } from './batch-actions.tsx';
import { BatchCalendar } from './batch-calendar.tsx';
import { BatchFields } from './batch-fields.tsx';
import { batchCells, batchFilterText, batchPath, useBatchFilters } from './batch-list.tsx';
import type { Batch } from './batch-steps.ts';
import { ExportDialog } from './export-dialog.tsx';

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

export default function BatchPage() {
  const navigate = useNavigate();
  const [{ view, month, by, ...filters }, updateQuery] = useListQuery();
  const query: ListQuery = filters;
  // the form starts with the product of the list
  const categoryId = Number(filters.categoryId);
  const isCalendar = view === 'calendar';
  const [exporting, setExporting] = useState<Batch>();
  const [cloning, setCloning] = useState<Batch>();
  const filterControls = useBatchFilters();
  const { offer } = useBatchLifeCycle(setExporting);
  const remove = useConfirmRemove(batches, ({ batchNo }) => String(batchNo));
  const openBatch = (id: number) => void navigate(batchPath(id));
  return (
    <>
      <ResourcePage
        resource={batches}
        cells={batchCells}
        filterControls={filterControls}
        filterText={batchFilterText}
        visibleFilters={2}
        form={<BatchFields />}
        blank={categoryId > 0 ? { categoryId } : {}}
        detail={({ batchId }) => batchPath(batchId)}
        onAdded={openBatch}
        toolbar={
          <ViewSwitch
            isCalendar={isCalendar}
            onSwitch={(on) => updateQuery({ view: on ? 'calendar' : undefined, month: undefined, by: undefined })}
          />
        }
        body={isCalendar && <BatchCalendar query={query} month={month} by={by === 'expiry' ? by : 'made'} updateQuery={updateQuery} />}
        ownActions={(batch, edit) => (
          <BatchRowActions
            batch={batch}
            offer={offer(batch)}
            onEdit={edit}
            onRemove={() => void remove([batch])}
            onClone={() => setCloning(batch)}
          />
        )}
      />
      {cloning && <BatchCloneDialog batch={cloning} onClose={() => setCloning(undefined)} onDone={openBatch} />}
      {exporting && <ExportDialog batch={exporting} onClose={() => setExporting(undefined)} />}
    </>
  );
}
