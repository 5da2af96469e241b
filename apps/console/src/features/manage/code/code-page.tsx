import { batches, type Code, codeStatuses, codes } from '@suyuan/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Form, Input, InputNumber, Select } from 'antd';
import { pageOf, readOf } from '../../../kit/api.ts';
import { FilterBar } from '../../../kit/filter-bar.tsx';
import { filtersOf, useListQuery } from '../../../kit/list-query.ts';
import { arranged, useListSettings } from '../../../kit/list-settings.ts';
import { ListTools } from '../../../kit/list-tools.tsx';
import { PageHeader } from '../../../kit/page-header.tsx';
import { RecordSelect } from '../../../kit/record-select.tsx';
import { RecordTable } from '../../../kit/record-table.tsx';
import { SavedViews } from '../../../kit/saved-views.tsx';
import { Nothing } from '../../../kit/states.tsx';
import { useWords } from '../../../kit/words.ts';
import { useCodeColumns } from './code-columns.tsx';
import './code.css';

function BatchNo({ id }: { id: string }) {
  return <>{useQuery({ ...readOf(batches, id), meta: { ownErrors: true } }).data?.batchNo ?? id}</>;
}

/** Codes of a batch, of the newest one where none is chosen, or the one that a text names. Not a resource: a code has no row. */
export default function CodePage() {
  const t = useWords();
  const [query, narrow] = useListQuery();
  const list = useQuery({ ...pageOf<Code>(codes.path, query), placeholderData: keepPreviousData, meta: { ownErrors: true } });
  const views = useListSettings('manage.code', query, narrow);
  const columns = useCodeColumns();
  const statuses = codeStatuses.map((value) => ({ value, label: t(codes.word(`status.${value}`)) }));
  const active = filtersOf(query);
  const noun = t('manage.code');
  return (
    <div className="page">
      <PageHeader title={t('manage.code.title')} purpose={t('manage.code.purpose')} />
      <section className="card list-card">
        <SavedViews views={views} />
        <FilterBar
          of={codes}
          query={query}
          narrow={narrow}
          filterText={{ batchId: (id) => <BatchNo id={id} /> }}
          tools={
            <ListTools
              columns={columns.map(({ key }) => ({ key: String(key), title: t(codes.word(String(key))) }))}
              views={views}
              onRefresh={() => void list.refetch()}
              refreshing={list.isRefetching}
            />
          }
        >
          <Form.Item name="code" label={t('manage.code.code')}>
            <Input className="mono-text" allowClear maxLength={200} placeholder={t('manage.code.search')} />
          </Form.Item>
          <Form.Item name="batchId" label={t('manage.code.batchId')}>
            <RecordSelect of={batches} label="batchNo" note="categoryName" allowClear />
          </Form.Item>
          <Form.Item name="status" label={t('manage.code.status')}>
            <Select options={statuses} allowClear />
          </Form.Item>
          <Form.Item name="ordinalFrom" label={t('manage.code.ordinalFrom')}>
            <InputNumber min={1} precision={0} controls={false} />
          </Form.Item>
        </FilterBar>
        <RecordTable<Code>
          rowKey="ordinal"
          columns={arranged(
            columns.map((column) => ({ ...column, key: String(column.key) })),
            views.columns,
          )}
          page={list.data}
          error={list.error}
          loading={list.isPlaceholderData}
          onRetry={() => void list.refetch()}
          query={query}
          narrow={narrow}
          empty={
            active.length > 0 ? (
              <Nothing text={t('kit.emptyFiltered', { noun })}>
                <Button onClick={() => narrow(Object.fromEntries(active.map(([name]) => [name, undefined])))}>
                  {t('kit.clearFilters')}
                </Button>
              </Nothing>
            ) : (
              <Nothing text={t('manage.code.noneYet')} />
            )
          }
        />
      </section>
    </div>
  );
}
