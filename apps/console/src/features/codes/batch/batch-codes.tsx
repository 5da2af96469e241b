import { type Code, type CodeStatus, codeStatuses, codes } from '@suyuan/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Select, type TableColumnType } from 'antd';
import { useState } from 'react';
import { type ListQuery, pageQueryOptions } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermission } from '../../../data/permission.tsx';
import { CodeBadge, FieldTitle } from '../../../ui/columns.tsx';
import { CopyableText } from '../../../ui/copyable-text.tsx';
import { validateNumber } from '../../../ui/form-validation.ts';
import { NumberField } from '../../../ui/number-field.tsx';
import { groupDigits, parseNumber } from '../../../ui/number-format.ts';
import { RecordTable } from '../../../ui/record-table.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { TimeText } from '../../../ui/time-format.tsx';

interface BatchCodesProps {
  batchId: number;
  /** URL parameters: `status`, `ordinalFrom`, `page`, `pageSize`. */
  query: ListQuery;
  updateQuery: (changes: Record<string, unknown>) => void;
}

/** First ordinal of the list, applied on Enter and on blur. */
function OrdinalFilter({ from, updateQuery }: { from: string; updateQuery: BatchCodesProps['updateQuery'] }) {
  const t = useTranslations();
  const [ordinal, setOrdinal] = useState(parseNumber(from));
  const [isTouched, setTouched] = useState(false);
  const title = t('manage.code.ordinalFrom');
  const fault = validateNumber(t, title, ordinal, { min: 1 });
  const applyFilter = () => {
    setTouched(true);
    if (!fault && String(ordinal ?? '') !== from) updateQuery({ ordinalFrom: String(ordinal ?? '') });
  };
  const visibleError = isTouched && fault;
  return (
    <>
      <span className="tab-filter">
        <label htmlFor="tab-ordinal">{title}</label>
        <NumberField
          id="tab-ordinal"
          min={1}
          controls={false}
          value={ordinal}
          onChange={setOrdinal}
          onPressEnter={applyFilter}
          onBlur={applyFilter}
          {...(visibleError && { status: 'error' as const, 'aria-invalid': true, 'aria-describedby': 'tab-ordinal-fault' })}
        />
      </span>
      {visibleError && (
        <span id="tab-ordinal-fault" role="alert" className="number-fault">
          {fault}
        </span>
      )}
    </>
  );
}

export function BatchCodes({ batchId, query, updateQuery }: BatchCodesProps) {
  const t = useTranslations();
  const canOpen = usePermission(codes.permission('query'));
  const { tab: _, ...filters } = query;
  const list = useQuery({
    ...pageQueryOptions<Code>(codes.path, { ...filters, batchId: String(batchId) }),
    placeholderData: keepPreviousData,
  });
  const columns: TableColumnType<Code>[] = [
    {
      key: 'code',
      dataIndex: 'code',
      title: <FieldTitle of={codes} name="code" />,
      render: (code: string, { ordinal }) =>
        canOpen ? (
          <RowLink to={`/manage/code/${batchId}/${ordinal}`} strong>
            <CopyableText grouped copyable={false}>
              {code}
            </CopyableText>
          </RowLink>
        ) : (
          <CopyableText grouped copyable={false}>
            {code}
          </CopyableText>
        ),
    },
    {
      key: 'status',
      dataIndex: 'status',
      title: <FieldTitle of={codes} name="status" />,
      render: (status: CodeStatus) => <CodeBadge of={codes} field="status" value={status} />,
    },
    {
      key: 'ordinal',
      dataIndex: 'ordinal',
      align: 'right',
      className: 'numeral',
      title: <FieldTitle of={codes} name="ordinal" />,
      render: groupDigits,
    },
    {
      key: 'sessions',
      dataIndex: 'sessions',
      align: 'right',
      className: 'numeral',
      title: <FieldTitle of={codes} name="sessions" />,
      render: groupDigits,
    },
    {
      key: 'firstTime',
      dataIndex: 'firstTime',
      title: <FieldTitle of={codes} name="firstTime" />,
      render: (time: string | null) => <TimeText value={time} />,
    },
    {
      key: 'lastTime',
      dataIndex: 'lastTime',
      title: <FieldTitle of={codes} name="lastTime" />,
      render: (time: string | null) => <TimeText value={time} />,
    },
  ];
  const isFiltered = Boolean(query.status || query.ordinalFrom);
  return (
    <>
      <search className="tab-filters">
        <label htmlFor="tab-status">
          <span>{t('manage.code.status')}</span>
          <Select
            id="tab-status"
            allowClear
            className="tab-status"
            placeholder={t('kit.all')}
            value={query.status ?? null}
            options={codeStatuses.map((value) => ({ value, label: t(codes.word(`status.${value}`)) }))}
            onChange={(status?: string) => updateQuery({ status })}
          />
        </label>
        <OrdinalFilter key={query.ordinalFrom ?? ''} from={query.ordinalFrom ?? ''} updateQuery={updateQuery} />
        {isFiltered && (
          <Button type="link" onClick={() => updateQuery({ status: undefined, ordinalFrom: undefined })}>
            {t('kit.clearFilters')}
          </Button>
        )}
      </search>
      <RecordTable<Code>
        rowKey="ordinal"
        columns={columns}
        page={list.data}
        error={list.error}
        loading={list.isPlaceholderData}
        onRetry={() => void list.refetch()}
        query={query}
        updateQuery={updateQuery}
        empty={<EmptyState text={t('kit.emptyFiltered', { noun: t('manage.code') })} />}
      />
    </>
  );
}
