import { batches, type Code, type CodeStatus, codes } from '@suyuan/contract';
import type { TableColumnType } from 'antd';
import type { ReactNode } from 'react';
import { CodeBadge, FieldTitle } from '../../../kit/columns.tsx';
import { Mono } from '../../../kit/mono.tsx';
import { groupDigits } from '../../../kit/numbers.ts';
import { usePermission } from '../../../kit/permission.tsx';
import { RowLink } from '../../../kit/row-link.tsx';
import { TimeText } from '../../../kit/times.tsx';

const column = <Name extends keyof Code>(
  name: Name,
  render: (value: Code[Name], code: Code) => ReactNode,
  number = false,
): TableColumnType<Code> => ({
  key: name,
  dataIndex: name,
  title: <FieldTitle of={codes} name={name} />,
  render,
  ...(number && { align: 'right', className: 'numeral' }),
});

const time = (value: string | null) => <TimeText value={value} />;

/** What a list says of each code; who may open codes sees them whole and gets there by their first column. */
export function useCodeColumns(): TableColumnType<Code>[] {
  const [opens, opensBatch] = [usePermission(codes.permission('query')), usePermission(batches.permission('read'))];
  return [
    column('code', (code, { batchId, ordinal }) => {
      const text = (
        <Mono groups copy={false}>
          {code}
        </Mono>
      );
      return opens ? (
        <RowLink to={`/manage/code/${batchId}/${ordinal}`} strong>
          {text}
        </RowLink>
      ) : (
        text
      );
    }),
    column('status', (status: CodeStatus) => <CodeBadge of={codes} field="status" value={status} />),
    column('ordinal', groupDigits, true),
    column('batchNo', (batchNo, { batchId }) => {
      const text = <Mono copy={false}>{batchNo}</Mono>;
      return opensBatch ? <RowLink to={`/manage/batch/${batchId}`}>{text}</RowLink> : text;
    }),
    column('categoryName', (name) => name),
    column('sessions', groupDigits, true),
    column('firstTime', time),
    column('lastTime', time),
  ];
}
