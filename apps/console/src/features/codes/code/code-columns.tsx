import { batches, type Code, type CodeContainer, type CodeStatus, codes, dealers } from '@suyuan/contract';
import type { TableColumnType } from 'antd';
import type { ReactNode } from 'react';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermission } from '../../../data/permission.tsx';
import { CodeBadge, FieldTitle } from '../../../ui/columns.tsx';
import { CopyableText } from '../../../ui/copyable-text.tsx';
import { groupDigits } from '../../../ui/number-format.ts';
import { RowLink } from '../../../ui/row-link.tsx';
import { TimeText } from '../../../ui/time-format.tsx';

/** Path of a code's page; a unit has no level in it. */
export const codePath = ({ batchId, level, ordinal }: Pick<CodeContainer, 'batchId' | 'level' | 'ordinal'>) =>
  `${codes.path}/${batchId}/${ordinal}${level > 0 ? `?level=${level}` : ''}`;

export const SsccText = ({ sscc, copy = false }: { sscc: string | null; copy?: boolean }) =>
  sscc && (
    <span className="code-sscc">
      SSCC <CopyableText copyable={copy}>{sscc}</CopyableText>
    </span>
  );

export type CodeRow = Code & { place: string };

const column = <Name extends keyof Code>(
  name: Name,
  render: (value: Code[Name], code: Code) => ReactNode,
  number = false,
): TableColumnType<CodeRow> => ({
  key: name,
  dataIndex: name,
  title: <FieldTitle of={codes} name={name} />,
  render,
  ...(number && { align: 'right', className: 'numeral' }),
});

const timeCell = (value: string | null) => <TimeText value={value} />;

const none = <span className="none">—</span>;

/** Columns of code lists. The first column links to the code for users who may open it. */
export function useCodeColumns(): TableColumnType<CodeRow>[] {
  const t = useTranslations();
  const [canOpenCode, canOpenBatch] = [usePermission(codes.permission('query')), usePermission(batches.permission('read'))];
  const canOpenDealer = usePermission(dealers.permission('read'));
  return [
    column('code', (code, row) => {
      const text = code ? (
        <CopyableText grouped copyable={false}>
          {code}
        </CopyableText>
      ) : (
        <span>{t('manage.code.madeElsewhere')}</span>
      );
      return (
        <>
          {canOpenCode ? (
            <RowLink to={codePath(row)} strong>
              {text}
            </RowLink>
          ) : (
            text
          )}
          <SsccText sscc={row.sscc} />
        </>
      );
    }),
    column('status', (status: CodeStatus, { flags }) => (
      <span className="code-state">
        <CodeBadge of={codes} field="status" value={status} />
        {flags.map((flag) => (
          <CodeBadge key={flag} of={codes} field="flag" value={flag} tone={flag === 'suspect' ? 'attention' : 'grave'} />
        ))}
      </span>
    )),
    column(
      'ordinal',
      (ordinal, { level }) => (
        <>
          {level > 0 && <span className="code-level">{t(codes.word(`level.${level}`))}</span>} {groupDigits(ordinal)}
        </>
      ),
      true,
    ),
    column('holderName', (name, { holderId }) => {
      if (holderId === null) return none;
      return canOpenDealer ? <RowLink to={`${dealers.path}/${holderId}`}>{name}</RowLink> : name;
    }),
    column('parent', (parent) => {
      if (!parent) return none;
      const text = `${t(codes.word(`level.${parent.level}`))} ${groupDigits(parent.ordinal)}`;
      return (
        <>
          {canOpenCode ? <RowLink to={codePath(parent)}>{text}</RowLink> : text}
          <SsccText sscc={parent.sscc} />
        </>
      );
    }),
    column('batchNo', (batchNo, { batchId }) => {
      const text = <CopyableText copyable={false}>{batchNo}</CopyableText>;
      return canOpenBatch ? <RowLink to={`/manage/batch/${batchId}`}>{text}</RowLink> : text;
    }),
    column('categoryName', (name) => name),
    column('sessions', groupDigits, true),
    column('firstTime', timeCell),
    column('lastTime', timeCell),
  ];
}
