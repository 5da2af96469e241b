import { type DealerNode, type DealerTree, dealerStates, dealers } from '@suyuan/contract';
import { Button, Form, Input, Select, type TableColumnType } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { download } from '../../../data/download.ts';
import { filtersOf, useListQuery } from '../../../data/list-query.ts';
import { useRights } from '../../../data/permission.tsx';
import { useWords } from '../../../data/words.ts';
import { columnOf } from '../../../ui/columns.tsx';
import { EmptyList } from '../../../ui/empty-list.tsx';
import { FilterBar } from '../../../ui/filter-bar.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { ImportDialog } from '../../../ui/import-dialog.tsx';
import { Tool } from '../../../ui/list-tools.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { RowActions } from '../../../ui/row-actions.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import { type TreeOf, treeOf } from '../../../ui/tree.ts';
import { holds, matching } from '../../../ui/tree-search.ts';
import { ExpandAll, TreeTable, useExpansion } from '../../../ui/tree-table.tsx';
import { useAddOnArrival } from '../../../ui/use-add-on-arrival.ts';
import { useRemoval } from '../../../ui/use-removal.ts';
import { AuthoriseDialog } from './authorise-dialog.tsx';
import { useDealerActs } from './dealer-acts.tsx';
import { useDealerColumns } from './dealer-columns.tsx';
import { isEditable } from './dealer-life.ts';
import { useDealerTree } from './dealer-tree.ts';
import './dealer.css';

type Row = DealerNode & Record<string, unknown>;

const names = { id: 'channelBusinessId', parentId: 'parentId' } as const;

export function DealerTreeView({ views }: { views: ReactNode }) {
  const t = useWords();
  const navigate = useNavigate();
  const { hasPermi } = useRights();
  const may = (operation: 'add' | 'edit' | 'remove' | 'import' | 'export') => hasPermi(dealers.permission(operation));
  const acts = useDealerActs();
  const [query, narrow] = useListQuery();
  const list = useDealerTree();
  const { channelBusinessName, state } = Object.fromEntries(filtersOf(query));
  const tree = useMemo(() => {
    const fits = (row: DealerNode) => holds(row.channelBusinessName, channelBusinessName) && (!state || row.state === state);
    return list.data && treeOf<Row>(matching(list.data.dealers as Row[], names, fits), names);
  }, [list.data, channelBusinessName, state]);
  const expansion = useExpansion<Row>('channelBusinessId', tree as TreeOf<Row>[] | undefined);
  const told = ({ dealers, more }: DealerTree) =>
    more ? t('manage.channelBusiness.more', { count: dealers.length }) : t('manage.channelBusiness.total', { total: dealers.length });
  const [authorising, authorise] = useState<number>();
  const [importing, setImporting] = useState(false);
  const remove = useRemoval(
    dealers,
    (row) => String(row.channelBusinessName),
    () => undefined,
  );
  const write = (rest: string) => void navigate(`/manage/channelBusiness/${rest}`);
  useAddOnArrival(may('add'), () => write('new'));

  const columns = [
    columnOf(dealers, 'channelBusinessName', (name, { channelBusinessId }) => (
      <RowLink to={`/manage/channelBusiness/${channelBusinessId}`} strong>
        {name}
      </RowLink>
    )),
    ...useDealerColumns(),
    // The cast: no cell reads fields that a node lacks.
  ] as unknown as TableColumnType<Row>[];
  const addButton = may('add') && (
    <Button type="primary" icon={<Icon name="plus" />} onClick={() => write('new')}>
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
          narrow={narrow}
          first={2}
          toolbar={
            <>
              {views}
              <ExpandAll expansion={expansion} />
            </>
          }
          tools={
            <>
              {may('import') && <Tool label={t('kit.import')} icon={<Icon name="upload" />} onClick={() => setImporting(true)} />}
              {may('export') && (
                <Tool
                  label={t('kit.export')}
                  icon={<Icon name="download" />}
                  onClick={() =>
                    void download(`${dealers.path}/export`, `channelBusiness_${Date.now()}.xlsx`, {
                      method: 'POST',
                      body: new URLSearchParams(filtersOf(query) as [string, string][]),
                    })
                  }
                />
              )}
              <Tool label={t('kit.refresh')} icon={<Icon name="reload" />} onClick={() => void list.refetch()} busy={list.isRefetching} />
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
            <EmptyList noun={t('manage.channelBusiness.many')} query={query} narrow={narrow}>
              {addButton}
            </EmptyList>
          }
          actions={(row) => {
            const more = acts.more(row, () => authorise(row.channelBusinessId));
            const below = {
              key: 'below',
              label: t('manage.channelBusiness.addBelow'),
              permission: dealers.permission('add'),
              onClick: () => write(`new?parentId=${row.channelBusinessId}`),
            };
            return (
              <RowActions
                name={row.channelBusinessName}
                own={acts.nextLink(row)}
                onEdit={may('edit') && isEditable(row) ? () => write(`${row.channelBusinessId}/edit`) : undefined}
                onRemove={may('remove') && row.state === 'draft' ? () => void remove([row]) : undefined}
                more={row.state === 'terminated' ? more : [below, ...more]}
              />
            );
          }}
        />
        {tree && tree.length > 0 && list.data && <p className="dealer-total none">{told(list.data)}</p>}
      </section>
      {acts.cloneDialog}
      {acts.renewDrawer}
      {authorising && <AuthoriseDialog id={authorising} onClose={() => authorise(undefined)} />}
      {importing && <ImportDialog of={dealers} updates onClose={() => setImporting(false)} />}
    </div>
  );
}
