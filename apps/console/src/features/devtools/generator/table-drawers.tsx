import { type GenDbTable, type GenDifference, type GenTable, type GenWebType, genTables } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, Checkbox, Drawer, Form, Input, Pagination, Table } from 'antd';
import { useState } from 'react';
import type { ListQuery } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { hasExtension } from '../../../data/server-info.ts';
import { shellServices } from '../../../data/shell-services.ts';
import { useIsNarrowScreen } from '../../../ui/breakpoint.ts';
import { FieldTitle, StatusDot } from '../../../ui/columns.tsx';
import { CompactPagination } from '../../../ui/compact-pagination.tsx';
import { CopyableText } from '../../../ui/copyable-text.tsx';
import { FilterBar } from '../../../ui/filter-bar.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../../ui/states.tsx';
import type { Tone } from '../../../ui/status-tones.tsx';
import { TimeText } from '../../../ui/time-format.tsx';
import { dbTablesQueryOptions, differencesQueryOptions, useImport, useSync } from './generator-queries.ts';
import { WebTypeChoice } from './web-type-choice.tsx';

const tones: Record<GenDifference['kind'], Tone> = { added: 'genuine', changed: 'attention', removed: 'grave' };

export function SyncDrawer({ table, onClose }: { table: GenTable; onClose: () => void }) {
  const t = useTranslations();
  const differencesQuery = useQuery(differencesQueryOptions(table));
  const differences = differencesQuery.data ?? [];
  const [excludedColumns, setExcludedColumns] = useState<readonly string[]>([]);
  const sync = useSync();
  const selectedColumns = differences.map(({ columnName }) => columnName).filter((name) => !excludedColumns.includes(name));
  const submit = () =>
    sync.mutate(
      { tableId: table.tableId, columns: selectedColumns, version: table.version },
      {
        onSuccess: () => {
          shellServices.notify('success', t('tool.gen.synced', { count: selectedColumns.length }));
          onClose();
        },
      },
    );
  return (
    <Drawer
      open
      size={640}
      title={t('tool.gen.syncOf', { tableName: table.tableName })}
      onClose={onClose}
      className="form-drawer"
      footer={
        <div className="form-footer">
          <span className="form-hint">{differences.length > 0 && t('kit.selected', { count: selectedColumns.length })}</span>
          <Button onClick={onClose}>{t('kit.cancel')}</Button>
          <Button type="primary" disabled={selectedColumns.length === 0} loading={sync.isPending} onClick={submit}>
            {t('tool.gen.syncCount', { count: selectedColumns.length })}
          </Button>
        </div>
      }
    >
      {differencesQuery.error && !differencesQuery.data ? (
        <ErrorState error={differencesQuery.error} onRetry={() => void differencesQuery.refetch()} />
      ) : !differencesQuery.data ? (
        <LoadingState rows={5} />
      ) : differences.length === 0 ? (
        <EmptyState text={t('tool.gen.syncNone')} />
      ) : (
        <>
          <p className="none">{t('tool.gen.syncHint')}</p>
          <ul className="gen-differences">
            {differences.map(({ columnName, kind, before, now }) => (
              <li key={columnName}>
                <Checkbox
                  checked={!excludedColumns.includes(columnName)}
                  onChange={({ target }) =>
                    setExcludedColumns(
                      target.checked ? excludedColumns.filter((name) => name !== columnName) : [...excludedColumns, columnName],
                    )
                  }
                >
                  <CopyableText>{columnName}</CopyableText>
                </Checkbox>
                <StatusDot tone={tones[kind]}>{t(`tool.gen.difference.${kind}`)}</StatusDot>
                <div className="gen-before-now">
                  {before && <del className="mono-text">{before}</del>}
                  {now && <ins className="mono-text">{now}</ins>}
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
    </Drawer>
  );
}

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
