import { batches, type Code, type CodeContainer, codes, dealers } from '@suyuan/contract';
import type { ReactNode } from 'react';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermission } from '../../../data/permission.tsx';
import { type Cells, CodeBadge } from '../../../ui/columns.tsx';
import { CopyableText } from '../../../ui/copyable-text.tsx';
import { ordinalText } from '../../../ui/number-format.ts';
import { RowLink } from '../../../ui/row-link.tsx';

/** Path of a code's page; a unit has no level in it. */
export const codePath = ({ batchId, level, ordinal }: Pick<CodeContainer, 'batchId' | 'level' | 'ordinal'>) =>
  `${codes.path}/${batchId}/${ordinal}${level > 0 ? `?level=${level}` : ''}`;

export const SsccText = ({ sscc, copy = false }: { sscc: string | null; copy?: boolean }) =>
  sscc && (
    <span className="block text-xs/5 text-muted">
      SSCC <CopyableText copyable={copy}>{sscc}</CopyableText>
    </span>
  );

const none = <span className="text-muted">—</span>;

const StatusBadges = ({ code: { status, flags } }: { code: Code }) => (
  <span className="inline-flex flex-wrap gap-x-3">
    <CodeBadge of={codes} field="status" value={status} />
    {flags.map((flag) => (
      <CodeBadge key={flag} of={codes} field="flag" value={flag} tone={flag === 'suspect' ? 'attention' : 'grave'} />
    ))}
  </span>
);

/** Cells of code lists. That of the code links to its page for users who may open it. */
export function useCodeCells(): Cells<typeof codes> {
  const t = useTranslations();
  const [canOpenCode, canOpenBatch] = [usePermission(codes.permission('query')), usePermission(batches.permission('read'))];
  const canOpenDealer = usePermission(dealers.permission('read'));
  const linkIf = (isAllowed: boolean, path: string, text: ReactNode) => (isAllowed ? <RowLink to={path}>{text}</RowLink> : text);
  return {
    code: { render: (_, code) => <CodeCell code={code} canOpen={canOpenCode} /> },
    status: (_, code) => <StatusBadges code={code} />,
    ordinal: (ordinal, { level }) => (
      <>
        {level > 0 && <span className="text-muted">{t(codes.word(`level.${level}`))}</span>} {ordinalText(ordinal)}
      </>
    ),
    holderName: (name, { holderId }) => (holderId === null ? none : linkIf(canOpenDealer, `${dealers.path}/${holderId}`, name)),
    parent: (parent) =>
      parent ? (
        <>
          {linkIf(canOpenCode, codePath(parent), `${t(codes.word(`level.${parent.level}`))} ${ordinalText(parent.ordinal)}`)}
          <SsccText sscc={parent.sscc} />
        </>
      ) : (
        none
      ),
    batchNo: (batchNo, { batchId }) =>
      linkIf(canOpenBatch, `${batches.path}/${batchId}`, <CopyableText copyable={false}>{batchNo}</CopyableText>),
  };
}

function CodeCell({ code, canOpen }: { code: Code; canOpen: boolean }) {
  const t = useTranslations();
  const text = code.code ? (
    <CopyableText grouped copyable={false}>
      {code.code}
    </CopyableText>
  ) : (
    <span>{t('manage.code.madeElsewhere')}</span>
  );
  return (
    <>
      {canOpen ? (
        <RowLink to={codePath(code)} strong>
          {text}
        </RowLink>
      ) : (
        text
      )}
      <SsccText sscc={code.sscc} />
    </>
  );
}
