import { type DealerNode, type DealerTree, dealerStates, dealers } from '@suyuan/contract';
import { Button, Form, Input, Select, type TableColumnType } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { filterEntries, useListQuery } from '../../../data/api.ts';
import { download } from '../../../data/download.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermissions } from '../../../data/permission.tsx';
import { columnOf } from '../../../ui/columns.tsx';
import { EmptyList, FilterBar } from '../../../ui/filter-bar.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { ImportDialog } from '../../../ui/import-dialog.tsx';
import { ToolButton } from '../../../ui/list-tools.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { useConfirmRemove } from '../../../ui/record-actions.ts';
import { useOpenAddForm } from '../../../ui/resource-form.tsx';
import { RowActions } from '../../../ui/row-actions.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import { buildTree, filterTree, includesText, type TreeOf } from '../../../ui/tree.ts';
import { ExpandAll, TreeTable, useExpansion } from '../../../ui/tree-table.tsx';
import { AuthoriseDialog } from './dealer-authority.tsx';
import { useDealerColumns } from './dealer-columns.tsx';
import { isEditable } from './dealer-lifecycle.ts';
import { useDealerTree } from './dealer-tree.ts';
import { useDealerActions } from './use-dealer-actions.tsx';
import './dealer.css';

type Row = DealerNode & Record<string, unknown>;

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
  const [authorising, setAuthorising] = useState<number>();
  const [importing, setImporting] = useState(false);
  const remove = useConfirmRemove(
    dealers,
    (row) => String(row.channelBusinessName),
    () => undefined,
  );
  const openForm = (subPath: string) => void navigate(`/manage/channelBusiness/${subPath}`);
  useOpenAddForm(isAllowed('add'), () => openForm('new'));

  const columns = [
    columnOf(dealers, 'channelBusinessName', (name, { channelBusinessId }) => (
      <RowLink to={`/manage/channelBusiness/${channelBusinessId}`} strong>
        {name}
      </RowLink>
    )),
    ...useDealerColumns(),
    // The cast: no cell reads fields that a node lacks.
  ] as unknown as TableColumnType<Row>[];
  const addButton = isAllowed('add') && (
    <Button type="primary" icon={<Icon name="plus" />} onClick={() => openForm('new')}>
      {t('kit.addNoun', { noun: t('manage.channelBusiness') })}
    </Button>
  );
  return (
    <div className="page">
      <PageHeader title={t('manage.channelBusiness.title')} purpose={t('manage.channelBusiness.purpose')} actions={addButton} />
      <section className="card list-card">
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
              {isAllowed('import') && (
                <ToolButton label={t('kit.import')} icon={<Icon name="upload" />} onClick={() => setImporting(true)} />
              )}
              {isAllowed('export') && (
                <ToolButton
                  label={t('kit.export')}
                  icon={<Icon name="download" />}
                  onClick={() =>
                    void download(`${dealers.path}/export`, `channelBusiness_${Date.now()}.xlsx`, {
                      method: 'POST',
                      body: new URLSearchParams(filterEntries(query) as [string, string][]),
                    })
                  }
                />
              )}
              <ToolButton
                label={t('kit.refresh')}
                icon={<Icon name="reload" />}
                onClick={() => void list.refetch()}
                busy={list.isRefetching}
              />
            </>
          }
        >
          <Form.Item name="channelBusinessName" label={t('manage.channelBusiness.channelBusinessName')}>
            <Input allowClear />
          </Form.Item>
          <Form.Item name="state" label={t('common.field.state')}>
            <Select allowClear options={dealerStates.map((value) => ({ value, label: t(`manage.channelBusiness.state.${value}`) }))} />
          </Form.Item>
        </FilterBar>
        <TreeTable<Row>
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
            const more = actions.more(row, () => setAuthorising(row.channelBusinessId));
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
                onRemove={isAllowed('remove') && row.state === 'draft' ? () => void remove([row]) : undefined}
                moreActions={row.state === 'terminated' ? more : [addChildAction, ...more]}
              />
            );
          }}
        />
        {tree && tree.length > 0 && list.data && <p className="dealer-total none">{summaryText(list.data)}</p>}
      </section>
      {actions.cloneDialog}
      {actions.renewDrawer}
      {authorising && <AuthoriseDialog id={authorising} onClose={() => setAuthorising(undefined)} />}
      {importing && <ImportDialog of={dealers} updates onClose={() => setImporting(false)} />}
    </div>
  );
}
