import { type Code, type CodeStatus, codeStatuses, codes } from '@suyuan/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Select, type TableColumnType } from 'antd';
import { useState } from 'react';
import { type ListQuery, pageOf } from '../../../data/api.ts';
import { usePermission } from '../../../data/permission.tsx';
import { useWords } from '../../../data/words.ts';
import { CodeBadge, FieldTitle } from '../../../ui/columns.tsx';
import { Mono } from '../../../ui/mono.tsx';
import { numberFault } from '../../../ui/number-fault.ts';
import { NumberField } from '../../../ui/number-field.tsx';
import { groupDigits, readNumber } from '../../../ui/numbers.ts';
import { RecordTable } from '../../../ui/record-table.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import { Nothing } from '../../../ui/states.tsx';
import { TimeText } from '../../../ui/times.tsx';

interface BatchCodesProps {
  batchId: number;
  /** URL parameters: `status`, `ordinalFrom`, `page`, `pageSize`. */
  query: ListQuery;
  narrow: (changes: Record<string, unknown>) => void;
}

/** First ordinal of the list, applied on Enter and on blur. */
function OrdinalFilter({ from, narrow }: { from: string; narrow: BatchCodesProps['narrow'] }) {
  const t = useWords();
  const [ordinal, setOrdinal] = useState(readNumber(from));
  const [left, setLeft] = useState(false);
  const title = t('manage.code.ordinalFrom');
  const fault = numberFault(t, title, ordinal, { min: 1 });
  const look = () => {
    setLeft(true);
    if (!fault && String(ordinal ?? '') !== from) narrow({ ordinalFrom: String(ordinal ?? '') });
  };
  const said = left && fault;
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
          onPressEnter={look}
          onBlur={look}
          {...(said && { status: 'error' as const, 'aria-invalid': true, 'aria-describedby': 'tab-ordinal-fault' })}
        />
      </span>
      {said && (
        <span id="tab-ordinal-fault" role="alert" className="number-fault">
          {fault}
        </span>
      )}
    </>
  );
}

export function BatchCodes({ batchId, query, narrow }: BatchCodesProps) {
  const t = useWords();
  const opens = usePermission(codes.permission('query'));
  const { tab: _, ...asked } = query;
  const list = useQuery({ ...pageOf<Code>(codes.path, { ...asked, batchId: String(batchId) }), placeholderData: keepPreviousData });
  const columns: TableColumnType<Code>[] = [
    {
      key: 'code',
      dataIndex: 'code',
      title: <FieldTitle of={codes} name="code" />,
      render: (code: string, { ordinal }) =>
        opens ? (
          <RowLink to={`/manage/code/${batchId}/${ordinal}`} strong>
            <Mono groups copy={false}>
              {code}
            </Mono>
          </RowLink>
        ) : (
          <Mono groups copy={false}>
            {code}
          </Mono>
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
  const narrowed = Boolean(query.status || query.ordinalFrom);
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
            onChange={(status?: string) => narrow({ status })}
          />
        </label>
        <OrdinalFilter key={query.ordinalFrom ?? ''} from={query.ordinalFrom ?? ''} narrow={narrow} />
        {narrowed && (
          <Button type="link" onClick={() => narrow({ status: undefined, ordinalFrom: undefined })}>
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
        narrow={narrow}
        empty={<Nothing text={t('kit.emptyFiltered', { noun: t('manage.code') })} />}
      />
    </>
  );
}
