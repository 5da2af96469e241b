import { type DealerNode, type DealerTree, dealers } from '@suyuan/contract';
import type { TableColumnType } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { filterEntries, useListQuery } from '../../../data/api.ts';
import { downloadSheet } from '../../../data/download.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermissions } from '../../../data/permission.tsx';
import { columnsOf } from '../../../ui/columns.tsx';
import { filtersOf } from '../../../ui/field-kinds.tsx';
import { FilterBar } from '../../../ui/filter-bar.tsx';
import { EmptyList } from '../../../ui/filter-chips.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { ImportDialog } from '../../../ui/import-dialog.tsx';
import { ListCard } from '../../../ui/list-card.tsx';
import { AddButton, DataButtons, ToolButton } from '../../../ui/list-tools.tsx';
import { Page, PageHeader } from '../../../ui/page-header.tsx';
import { useConfirmRemove } from '../../../ui/record-actions.ts';
import { useOpenAddForm } from '../../../ui/resource-form.tsx';
import { RowActions } from '../../../ui/row-actions.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import { buildTree, filterTree, includesText, type TreeOf } from '../../../ui/tree.ts';
import { ExpandAll, TreeTable, useExpansion } from '../../../ui/tree-table.tsx';
import { isEditable, isRemovable } from '../shared/partner-kind.ts';
import { useDealerCells } from './dealer-columns.tsx';
import { useDealerTree } from './dealer-tree.ts';
import { useDealerActions } from './use-dealer-actions.tsx';

type Row = DealerNode & Record<string, unknown>;

/** Their inputs are those of the list. */
const LIST_FILTERS = { categoryId: false, catalogueId: false };

const names = { id: 'channelBusinessId', parentId: 'parentId' } as const;

export function DealerTreeView({ viewSwitch }: { viewSwitch: ReactNode }) {
  const t = useTranslations();
  const navigate = useNavigate();
  const { hasPermi } = usePermissions();
  const isAllowed = (operation: 'add' | 'edit' | 'remove' | 'import' | 'export') => hasPermi(dealers.permission(operation));
  const actions = useDealerActions();
  const [query, updateQuery] = useListQuery();
  const list = useDealerTree();
  const { channelBusinessName, state } = Object.fromEntries(filterEntries(query));
  const tree = useMemo(() => {
    const isMatch = (row: DealerNode) => includesText(row.channelBusinessName, channelBusinessName) && (!state || row.state === state);
    return list.data && buildTree<Row>(filterTree(list.data.dealers as Row[], names, isMatch), names);
  }, [list.data, channelBusinessName, state]);
  const expansion = useExpansion<Row>('channelBusinessId', tree as TreeOf<Row>[] | undefined);
  const summaryText = ({ dealers, more }: DealerTree) =>
    more ? t('manage.channelBusiness.more', { count: dealers.length }) : t('manage.channelBusiness.total', { total: dealers.length });
  const [importing, setImporting] = useState(false);
  const remove = useConfirmRemove(dealers, (row) => String(row.channelBusinessName));
  const openForm = (subPath: string) => void navigate(`${dealers.path}/${subPath}`);
  useOpenAddForm(isAllowed('add'), () => openForm('new'));

  const cells = useDealerCells();
  // The cast: no cell reads fields that a node lacks.
  const columns = columnsOf(dealers, {
    ...cells,
    channelBusinessName: (name, { channelBusinessId }) => (
      <RowLink to={`${dealers.path}/${channelBusinessId}`} strong>
        {name}
      </RowLink>
    ),
    parentName: false,
  }) as unknown as TableColumnType<Row>[];
  const addButton = isAllowed('add') && (
    <AddButton label={t('kit.addNoun', { noun: t('manage.channelBusiness') })} onClick={() => openForm('new')} />
  );
  return (
    <Page>
      <PageHeader title={t('manage.channelBusiness.title')} purpose={t('manage.channelBusiness.purpose')} actions={addButton} compact />
      <ListCard>
        <FilterBar
          of={dealers}
          query={query}
          updateQuery={updateQuery}
          visibleCount={2}
          toolbar={
            <>
              {viewSwitch}
              <ExpandAll expansion={expansion} />
            </>
          }
          tools={
            <>
              <DataButtons
                onImport={isAllowed('import') ? () => setImporting(true) : undefined}
                onExport={
                  isAllowed('export')
                    ? () => void downloadSheet(dealers.path, dealers.name, new URLSearchParams(filterEntries(query) as [string, string][]))
                    : undefined
                }
              />
              <ToolButton
                label={t('kit.refresh')}
                icon={<Icon name="reload" />}
                onClick={() => void list.refetch()}
                busy={list.isRefetching}
              />
            </>
          }
        >
          {filtersOf(dealers, t, LIST_FILTERS).slice(0, 2)}
        </FilterBar>
        <TreeTable<Row>
          of={dealers}
          rowKey="channelBusinessId"
          columns={columns}
          tree={tree as TreeOf<Row>[] | undefined}
          expansion={expansion}
          error={list.error}
          onRetry={() => void list.refetch()}
          empty={
            <EmptyList noun={t('manage.channelBusiness.many')} query={query} updateQuery={updateQuery}>
              {addButton}
            </EmptyList>
          }
          actions={(row) => {
            const more = actions.more(row);
            const addChildAction = {
              key: 'below',
              label: t('manage.channelBusiness.addBelow'),
              permission: dealers.permission('add'),
              onClick: () => openForm(`new?parentId=${row.channelBusinessId}`),
            };
            return (
              <RowActions
                name={row.channelBusinessName}
                primaryAction={actions.nextLink(row)}
                onEdit={isAllowed('edit') && isEditable(row) ? () => openForm(`${row.channelBusinessId}/edit`) : undefined}
                onRemove={isAllowed('remove') && isRemovable(row) ? () => void remove([row]) : undefined}
                moreActions={row.state === 'terminated' ? more : [addChildAction, ...more]}
              />
            );
          }}
        />
        {tree && tree.length > 0 && list.data && <p className="mt-3 mb-0 pb-4 text-muted">{summaryText(list.data)}</p>}
      </ListCard>
      {actions.dialogs}
      {importing && <ImportDialog of={dealers} updates onClose={() => setImporting(false)} />}
    </Page>
  );
}
