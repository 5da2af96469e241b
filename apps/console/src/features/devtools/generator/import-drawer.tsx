import { type GenDbTable, type GenWebType, genTables } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, Drawer, Form, Input, Pagination, Table } from 'antd';
import { useState } from 'react';
import type { ListQuery } from '../../../data/api.ts';
import { shellServices } from '../../../data/hosts.ts';
import { hasExtension } from '../../../data/server-about.ts';
import { useTranslations } from '../../../data/words.ts';
import { FieldTitle } from '../../../ui/columns.tsx';
import { FilterBar } from '../../../ui/filter-bar.tsx';
import { CopyableText } from '../../../ui/mono.tsx';
import { CompactPagination } from '../../../ui/simple-pages.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../../ui/states.tsx';
import { TimeText } from '../../../ui/times.tsx';
import { useIsNarrowScreen } from '../../../ui/viewport.ts';
import { dbTablesQueryOptions, useImport } from './asks.ts';
import { WebTypeChoice } from './web-type-choice.tsx';

/** Imports database tables into the generator; the selection spans pages. */
export function ImportDrawer({ onClose }: { onClose: () => void }) {
  const t = useTranslations();
  const isNarrow = useIsNarrowScreen();
  const [query, setQuery] = useState<ListQuery>({});
  const [names, setNames] = useState<string[]>([]);
  const list = useQuery(dbTablesQueryOptions(query));
  const [tplWebType, setWebType] = useState<GenWebType>('element-plus');
  const importTables = useImport();
  const updateQuery = (changes: Record<string, unknown>) => {
    const next: Record<string, unknown> = { ...query, page: undefined, ...changes };
    setQuery(Object.fromEntries(Object.entries(next).flatMap(([key, value]) => (value ? [[key, String(value)]] : []))));
  };
  const page = Number(query.page ?? 1);
  const submit = () =>
    importTables.mutate(
      { names, tplWebType },
      {
        onSuccess: () => {
          shellServices.notify('success', t('tool.gen.imported', { count: names.length }));
          onClose();
        },
      },
    );
  // PostgreSQL does not store these times; a RuoYi server may return them
  const hasDates = list.data?.rows.some(({ createTime, updateTime }) => createTime ?? updateTime) ?? false;
  const time = (value: string | null) => (value ? <TimeText value={value} /> : <span className="none">—</span>);
  return (
    <Drawer
      open
      size={880}
      title={t('tool.gen.importTables')}
      onClose={onClose}
      className="form-drawer"
      footer={
        <div className="form-footer">
          <span className="form-hint">{names.length === 0 ? t('tool.gen.importNone') : t('kit.selected', { count: names.length })}</span>
          <Button onClick={onClose}>{t('kit.cancel')}</Button>
          <Button type="primary" disabled={names.length === 0} loading={importTables.isPending} onClick={submit}>
            {names.length === 0 ? t('tool.gen.importTables') : t('tool.gen.importCount', { count: names.length })}
          </Button>
        </div>
      }
    >
      {!hasExtension('generatorDetails') && <WebTypeChoice value={tplWebType} onChange={setWebType} />}
      <div className="list-card list-in-drawer">
        <FilterBar of={{ word: genTables.word, path: `${genTables.path}/db` }} query={query} updateQuery={updateQuery}>
          <Form.Item name="tableName" label={t('tool.gen.tableName')}>
            <Input allowClear />
          </Form.Item>
          <Form.Item name="tableComment" label={t('tool.gen.tableComment')}>
            <Input allowClear />
          </Form.Item>
        </FilterBar>
        {list.error && !list.data ? (
          <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        ) : !list.data ? (
          <LoadingState />
        ) : (
          <Table<GenDbTable>
            rowKey="tableName"
            size="small"
            pagination={false}
            scroll={{ x: 'max-content' }}
            dataSource={list.data.rows}
            locale={{ emptyText: <EmptyState text={t('tool.gen.dbNone')} /> }}
            rowSelection={{
              selectedRowKeys: names,
              columnWidth: 44,
              preserveSelectedRowKeys: true,
              onChange: (keys) => setNames(keys.map(String)),
              getTitleCheckboxProps: () => ({ 'aria-label': t('kit.selectAll') }),
              getCheckboxProps: ({ tableName }) => ({ 'aria-label': t('kit.selectOne', { name: tableName }) }),
            }}
            columns={[
              {
                dataIndex: 'tableName',
                title: <FieldTitle of={genTables} name="tableName" />,
                render: (name: string) => <CopyableText>{name}</CopyableText>,
              },
              {
                dataIndex: 'tableComment',
                title: <FieldTitle of={genTables} name="tableComment" />,
                render: (comment: string) => comment || <span className="none">—</span>,
              },
              ...(isNarrow || !hasDates
                ? []
                : [
                    { dataIndex: 'createTime', title: <FieldTitle of={genTables} name="createTime" />, render: time },
                    { dataIndex: 'updateTime', title: <FieldTitle of={genTables} name="updateTime" />, render: time },
                  ]),
            ]}
          />
        )}
        {list.data &&
          list.data.total > 10 &&
          (isNarrow ? (
            <CompactPagination current={page} pageSize={10} total={list.data.total} onPageChange={(to) => updateQuery({ page: to })} />
          ) : (
            <Pagination
              className="list-pages"
              showSizeChanger={false}
              showTotal={(total) => t('kit.total', { total })}
              current={page}
              total={list.data.total}
              onChange={(to) => updateQuery({ page: to })}
            />
          ))}
      </div>
    </Drawer>
  );
}
