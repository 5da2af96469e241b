import { type Code, codePage, codes } from '@suyuan/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { endpointQueryOptions, type ListQuery } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermission } from '../../../data/permission.tsx';
import { CodeBadge, columnOf } from '../../../ui/columns.tsx';
import { CopyableText } from '../../../ui/copyable-text.tsx';
import { optionsOf } from '../../../ui/field-kinds.tsx';
import { validateNumber } from '../../../ui/form-validation.ts';
import { NumberField } from '../../../ui/number-field.tsx';
import { parseNumber } from '../../../ui/number-format.ts';
import { RecordTable } from '../../../ui/record-table.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import { Select } from '../../../ui/select.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { TabTools } from './rows.tsx';

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
      <span className="flex items-center gap-2">
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
        <span id="tab-ordinal-fault" role="alert" className="basis-full text-xs/5 text-danger">
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
    ...endpointQueryOptions(codePage, { ...filters, batchId }),
    placeholderData: keepPreviousData,
  });
  const columns = [
    columnOf(codes, 'code', (code, { ordinal }) => {
      const text = (
        <CopyableText grouped copyable={false}>
          {code}
        </CopyableText>
      );
      return canOpen ? (
        <RowLink to={`${codes.path}/${batchId}/${ordinal}`} strong>
          {text}
        </RowLink>
      ) : (
        text
      );
    }),
    columnOf(codes, 'status', (status) => <CodeBadge of={codes} field="status" value={status} />),
    columnOf(codes, 'ordinal'),
    columnOf(codes, 'sessions'),
    columnOf(codes, 'firstTime'),
    columnOf(codes, 'lastTime'),
  ];
  const isFiltered = Boolean(query.status || query.ordinalFrom);
  return (
    <>
      <search>
        <TabTools>
          <label htmlFor="tab-status" className="flex items-center gap-2">
            <span>{t('manage.code.status')}</span>
            <Select
              id="tab-status"
              allowClear
              className="w-36!"
              placeholder={t('kit.all')}
              value={query.status ?? null}
              options={optionsOf({ of: codes, name: 'status', t })}
              onChange={(status?: string) => updateQuery({ status })}
            />
          </label>
          <OrdinalFilter key={query.ordinalFrom ?? ''} from={query.ordinalFrom ?? ''} updateQuery={updateQuery} />
          {isFiltered && (
            <Button type="link" onClick={() => updateQuery({ status: undefined, ordinalFrom: undefined })}>
              {t('kit.clearFilters')}
            </Button>
          )}
        </TabTools>
      </search>
      <RecordTable<Code>
        rowKey="ordinal"
        columns={columns}
        list={list}
        query={query}
        updateQuery={updateQuery}
        empty={<EmptyState text={t('kit.emptyFiltered', { noun: t('manage.code') })} />}
      />
    </>
  );
}
