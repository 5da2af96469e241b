import { type Form, type FormAnswer, formAnswers, formVersion } from '@suyuan/contract';
import { type Answers, answerFields, type FieldType, type FormDoc, own, specOf } from '@suyuan/forms';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, type TableColumnType } from 'antd';
import { useState } from 'react';
import { endpointQueryOptions, type ListQuery, pageQueryOptions, toWireQuery } from '../../../data/api.ts';
import { downloadSheet } from '../../../data/download.ts';
import { displayName, useTranslations } from '../../../data/i18n.ts';
import { usePermission } from '../../../data/permission.tsx';
import { AnswersView, AnswerValue } from '../../../forms/renderer/answers-view.tsx';
import { columnsOf } from '../../../ui/columns.tsx';
import { MountedDrawer } from '../../../ui/form-parts.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { useConfirmRemove } from '../../../ui/record-actions.ts';
import { RecordTable } from '../../../ui/record-table.tsx';
import { SelectionBar, useSelection } from '../../../ui/selection.tsx';
import { EmptyState, LoadingState } from '../../../ui/states.tsx';
import { TimeText } from '../../../ui/time-format.tsx';

/** Maximum number of field columns. The drawer and the spreadsheet have all fields. */
const MAX_COLUMNS = 6;
/** Fields that are too long for a column. */
const LONG_TYPES: readonly FieldType[] = ['subtable', 'rich-text', 'textarea', 'password', 'upload', 'signature'];

interface FormAnswersProps {
  form: Form;
  query: ListQuery;
  updateQuery: (changes: Record<string, unknown>) => void;
}

/** Answers, newest first, with the columns of the current version. A single answer opens with its own version. */
export function FormAnswers({ form, query, updateQuery }: FormAnswersProps) {
  const t = useTranslations();
  const { formId, formName, versionNo } = form;
  const canExport = usePermission('tool:form:export');
  const canRemove = usePermission(formAnswers.permission('remove'));
  const { tab: _, ...filters } = query;
  const answersQuery: ListQuery = { ...filters, formId: String(formId) };
  const list = useQuery({ ...pageQueryOptions<FormAnswer>(formAnswers.path, answersQuery), placeholderData: keepPreviousData });
  const version = useVersion(formId, versionNo);
  const [openAnswer, setOpenAnswer] = useState<FormAnswer>();
  const selection = useSelection<FormAnswer>('answerId', list.data?.rows ?? [], String(formId));
  const remove = useConfirmRemove(formAnswers, ({ nickName }) => String(nickName), selection.clear);
  if (versionNo === null) return <EmptyState text={t('tool.form.noVersions')} />;
  if (!version) return <LoadingState rows={6} />;
  const [nameColumn, ...otherColumns] = columnsOf(formAnswers, {
    nickName: (nickName, answer) => (
      <button type="button" className="text-link font-medium" onClick={() => setOpenAnswer(answer)}>
        {nickName}
      </button>
    ),
    versionNo: (number) => number,
    deptName: (deptName) => deptName && displayName('deptName', deptName),
  });
  const columns = [...(nameColumn ? [nameColumn] : []), ...fieldColumns(version, versionNo), ...otherColumns];
  return (
    <>
      <div className="mb-3 flex justify-end">
        {selection.keys.length > 0 && canRemove ? (
          <SelectionBar count={selection.keys.length} otherPagesCount={selection.otherPagesCount} onClear={selection.clear}>
            <Button danger onClick={() => void remove(selection.records)}>
              {t('kit.removeCount', { count: selection.keys.length })}
            </Button>
          </SelectionBar>
        ) : (
          canExport && (
            <Button
              icon={<Icon name="download" />}
              disabled={!list.data?.total}
              onClick={() => void downloadSheet(formAnswers.path, formName, toWireQuery(answersQuery, false))}
            >
              {t('kit.export')}
            </Button>
          )
        )}
      </div>
      <RecordTable<FormAnswer>
        rowKey="answerId"
        columns={columns}
        list={list}
        query={query}
        updateQuery={updateQuery}
        empty={<EmptyState text={t('tool.formAnswer.none')} />}
        {...(canRemove && { selected: selection.keys, onSelect: selection.select })}
      />
      {openAnswer && <AnswerDrawer answer={openAnswer} onClose={() => setOpenAnswer(undefined)} />}
    </>
  );
}

const fieldColumns = (doc: FormDoc, versionNo: number): TableColumnType<FormAnswer>[] =>
  answerFields(doc.fields)
    .filter(({ type }) => !LONG_TYPES.includes(type))
    .slice(0, MAX_COLUMNS)
    .map((node) => ({
      key: `field-${node.name}`,
      title: node.label || node.name,
      ...(specOf(node.type).answer === 'number' && { align: 'right' as const, className: 'tabular-nums' }),
      render: (_value, { data, versionNo: answerVersionNo }) => {
        const value = own(data as Answers, node.name);
        if (value !== undefined) return <AnswerValue node={node} value={value} />;
        return answerVersionNo === versionNo ? <span className="text-muted">—</span> : null;
      },
    }));

/** The document of one version; immutable. */
function useVersion(formId: number, versionNo: number | null): FormDoc | undefined {
  const versionQuery = useQuery({
    ...endpointQueryOptions(formVersion, { id: formId, versionNo: versionNo ?? 0 }),
    enabled: versionNo !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return versionQuery.data?.doc;
}

function AnswerDrawer({ answer, onClose }: { answer: FormAnswer; onClose: () => void }) {
  const t = useTranslations();
  const { formId, versionNo, nickName, createBy, deptName, ip, createTime, data } = answer;
  const doc = useVersion(formId, versionNo);
  return (
    <MountedDrawer size={640} title={t('tool.formAnswer.of', { name: nickName })} onClose={onClose}>
      <p className="mt-0 mb-4 text-muted">
        {[createBy, deptName && displayName('deptName', deptName), ip, t('tool.form.versionOf', { versionNo })].filter(Boolean).join(' · ')}{' '}
        <TimeText value={createTime} seconds />
      </p>
      {doc ? <AnswersView doc={doc} answers={data as Answers} /> : <LoadingState rows={6} />}
    </MountedDrawer>
  );
}
