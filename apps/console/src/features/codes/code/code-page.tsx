import {
  batches,
  type Code,
  codeFlags,
  codeLevels,
  codeStatuses,
  codes,
  dealers,
  MAX_CODE_TEXT_LENGTH,
  pastedTexts,
  products,
} from '@suyuan/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Form, Input, Select } from 'antd';
import { useState } from 'react';
import { filterEntries, type ListQuery, pageQueryOptions, useListQuery } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { applyColumnLayout, useListSettings } from '../../../data/list-settings.ts';
import { Can } from '../../../data/permission.tsx';
import { EmptyList, FilterBar } from '../../../ui/filter-bar.tsx';
import { ListTools } from '../../../ui/list-tools.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { NumberRange, RangeFilter } from '../../../ui/range-filter.tsx';
import { RecordSelect } from '../../../ui/record-select.tsx';
import { RecordTable } from '../../../ui/record-table.tsx';
import { RecordName } from '../../../ui/record-view.tsx';
import { SavedViews } from '../../../ui/saved-views.tsx';
import { type CodeRow, useCodeColumns } from './code-columns.tsx';
import { PackDialog } from './pack-dialog.tsx';
import './code.css';

const toCodeRow = (code: Code): CodeRow => ({ ...code, place: `${code.batchId}/${code.level}/${code.ordinal}` });

/** Codes of every batch unless a filter is set. */
function ListScope({ query }: { query: ListQuery }) {
  const t = useTranslations();
  const filters = filterEntries(query);
  if (filters.length === 0) return t('manage.code.listed.all');
  if (!query.batchId) return t('manage.code.listed.filtered');
  return (
    <>
      {t(filters.length > 1 ? 'manage.code.listed.ofBatchFiltered' : 'manage.code.listed.ofBatch')}{' '}
      <span className="mono-text">
        <RecordName of={batches} field="batchNo" id={query.batchId} />
      </span>
    </>
  );
}

/** Codes of all batches (latest issue first), of one batch or container, or by text. Not a resource: a code has no row. */
export default function CodePage() {
  const t = useTranslations();
  const [query, updateQuery] = useListQuery();
  const list = useQuery({ ...pageQueryOptions<Code>(codes.path, query), placeholderData: keepPreviousData, meta: { ownErrors: true } });
  const views = useListSettings('manage.code', query, updateQuery);
  const columns = useCodeColumns();
  const statuses = codeStatuses.map((value) => ({ value, label: t(codes.word(`status.${value}`)) }));
  const levels = codeLevels.map((value) => ({ value: String(value), label: t(codes.word(`level.${value}`)) }));
  const flags = codeFlags.map((value) => ({ value, label: t(codes.word(`flag.${value}`)) }));
  const [packing, setPacking] = useState(false);
  const noun = t('manage.code');
  return (
    <div className="page">
      <PageHeader
        title={t('manage.code.title')}
        purpose={
          <>
            {t('manage.code.purpose')} · <ListScope query={query} />
          </>
        }
        actions={
          <Can do={[codes.permission('pack')]}>
            <Button type="primary" onClick={() => setPacking(true)}>
              {t('manage.code.pack')}
            </Button>
          </Can>
        }
      />
      {packing && <PackDialog onClose={() => setPacking(false)} />}
      <section className="card list-card">
        <SavedViews views={views} />
        <FilterBar
          of={codes}
          query={query}
          updateQuery={updateQuery}
          filterText={{
            batchId: (id) => <RecordName of={batches} field="batchNo" id={id} />,
            categoryId: (id) => <RecordName of={products} field="categoryName" id={id} />,
            holderId: (id) => <RecordName of={dealers} field="channelBusinessName" id={id} />,
            codes: (list) => t('manage.code.codesCount', { count: pastedTexts(list).length }),
          }}
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
            <Input className="mono-text" allowClear maxLength={MAX_CODE_TEXT_LENGTH} placeholder={t('manage.code.search')} />
          </Form.Item>
          <Form.Item name="batchId" label={t('manage.code.batchId')}>
            <RecordSelect of={batches} label="batchNo" note="categoryName" allowClear />
          </Form.Item>
          <Form.Item name="categoryId" label={t('manage.code.categoryId')}>
            <RecordSelect of={products} label="categoryName" note="categoryCode" allowClear />
          </Form.Item>
          <Form.Item name="status" label={t('manage.code.status')}>
            <Select options={statuses} allowClear />
          </Form.Item>
          <Form.Item name="level" label={t('manage.code.level')}>
            <Select options={levels} allowClear />
          </Form.Item>
          <Form.Item name="holderId" label={t('manage.code.holderId')}>
            <RecordSelect of={dealers} label="channelBusinessName" note="channelBusinessCode" allowClear />
          </Form.Item>
          <Form.Item name="parent" label={t('manage.code.parent')}>
            <Input className="mono-text" allowClear maxLength={MAX_CODE_TEXT_LENGTH} placeholder={t('manage.code.pack.container.hint')} />
          </Form.Item>
          <Form.Item name="flag" label={t('manage.code.flag')}>
            <Select options={flags} allowClear />
          </Form.Item>
          <NumberRange label={t('manage.code.sessions')} from="sessionsFrom" to="sessionsTo" />
          <RangeFilter label={t('manage.code.firstTime')} />
          <Form.Item name="codes" label={t('manage.code.codes')} extra={t('manage.code.codes.hint')}>
            <Input.TextArea className="mono-text" rows={2} maxLength={12_000} allowClear />
          </Form.Item>
          <NumberRange label={t('manage.code.ordinal')} from="ordinalFrom" to="ordinalTo" min={1} />
        </FilterBar>
        <RecordTable<CodeRow>
          rowKey="place"
          columns={applyColumnLayout(
            columns.map((column) => ({ ...column, key: String(column.key) })),
            views.columns,
          )}
          page={list.data && { ...list.data, rows: list.data.rows.map(toCodeRow) }}
          error={list.error}
          loading={list.isPlaceholderData}
          onRetry={() => void list.refetch()}
          query={query}
          updateQuery={updateQuery}
          empty={<EmptyList noun={noun} query={query} updateQuery={updateQuery} emptyText={t('manage.code.noneYet')} />}
        />
      </section>
    </div>
  );
}
