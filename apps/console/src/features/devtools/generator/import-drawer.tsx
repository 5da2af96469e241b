import { type GenDbTable, type GenWebType, genTables } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, Drawer, Form, Input, Pagination, Table } from 'antd';
import { useState } from 'react';
import type { ListQuery } from '../../../data/api.ts';
import { hosts } from '../../../data/hosts.ts';
import { has } from '../../../data/server-about.ts';
import { useWords } from '../../../data/words.ts';
import { FieldTitle } from '../../../ui/columns.tsx';
import { FilterBar } from '../../../ui/filter-bar.tsx';
import { Mono } from '../../../ui/mono.tsx';
import { SimplePages } from '../../../ui/simple-pages.tsx';
import { Failed, Nothing, Waiting } from '../../../ui/states.tsx';
import { TimeText } from '../../../ui/times.tsx';
import { useNarrow } from '../../../ui/viewport.ts';
import { dbTablesOf, useImport } from './asks.ts';
import { WebTypeChoice } from './web-type-choice.tsx';

/** Imports database tables into the generator; the selection spans pages. */
export function ImportDrawer({ onClose }: { onClose: () => void }) {
  const t = useWords();
  const narrow = useNarrow();
  const [query, setQuery] = useState<ListQuery>({});
  const [names, setNames] = useState<string[]>([]);
  const list = useQuery(dbTablesOf(query));
  const [tplWebType, setWebType] = useState<GenWebType>('element-plus');
  const take = useImport();
  const change = (changes: Record<string, unknown>) => {
    const next: Record<string, unknown> = { ...query, page: undefined, ...changes };
    setQuery(Object.fromEntries(Object.entries(next).flatMap(([key, value]) => (value ? [[key, String(value)]] : []))));
  };
  const page = Number(query.page ?? 1);
  const submit = () =>
    take.mutate(
      { names, tplWebType },
      {
        onSuccess: () => {
          hosts.tell('success', t('tool.gen.imported', { count: names.length }));
          onClose();
        },
      },
    );
  // PostgreSQL does not store these times; a RuoYi server may return them
  const dated = list.data?.rows.some(({ createTime, updateTime }) => createTime ?? updateTime) ?? false;
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
          <Button type="primary" disabled={names.length === 0} loading={take.isPending} onClick={submit}>
            {names.length === 0 ? t('tool.gen.importTables') : t('tool.gen.importCount', { count: names.length })}
          </Button>
        </div>
      }
    >
      {!has('generatorDetails') && <WebTypeChoice value={tplWebType} onChange={setWebType} />}
      <div className="list-card list-in-drawer">
        <FilterBar of={{ word: genTables.word, path: `${genTables.path}/db` }} query={query} narrow={change}>
          <Form.Item name="tableName" label={t('tool.gen.tableName')}>
            <Input allowClear />
          </Form.Item>
          <Form.Item name="tableComment" label={t('tool.gen.tableComment')}>
            <Input allowClear />
          </Form.Item>
        </FilterBar>
        {list.error && !list.data ? (
          <Failed error={list.error} onRetry={() => void list.refetch()} />
        ) : !list.data ? (
          <Waiting />
        ) : (
          <Table<GenDbTable>
            rowKey="tableName"
            size="small"
            pagination={false}
            scroll={{ x: 'max-content' }}
            dataSource={list.data.rows}
            locale={{ emptyText: <Nothing text={t('tool.gen.dbNone')} /> }}
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
                render: (name: string) => <Mono>{name}</Mono>,
              },
              {
                dataIndex: 'tableComment',
                title: <FieldTitle of={genTables} name="tableComment" />,
                render: (comment: string) => comment || <span className="none">—</span>,
              },
              ...(narrow || !dated
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
          (narrow ? (
            <SimplePages current={page} pageSize={10} total={list.data.total} onTurn={(to) => change({ page: to })} />
          ) : (
            <Pagination
              className="list-pages"
              showSizeChanger={false}
              showTotal={(total) => t('kit.total', { total })}
              current={page}
              total={list.data.total}
              onChange={(to) => change({ page: to })}
            />
          ))}
      </div>
    </Drawer>
  );
}
