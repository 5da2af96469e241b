import { type Form, type FormAnswer, type FormVersion, formAnswers, forms } from '@suyuan/contract';
import { type Answers, answering, type FieldType, type FormDoc, own, specOf } from '@suyuan/forms';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Drawer, type TableColumnType } from 'antd';
import { useState } from 'react';
import { getOf, type ListQuery, pageOf, wireQuery } from '../../../data/api.ts';
import { download } from '../../../data/download.ts';
import { usePermission } from '../../../data/permission.tsx';
import { useWords } from '../../../data/words.ts';
import { AnswersView, AnswerValue } from '../../../forms/renderer/answers-view.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { RecordTable } from '../../../ui/record-table.tsx';
import { SelectionBar } from '../../../ui/selection-bar.tsx';
import { Nothing, Waiting } from '../../../ui/states.tsx';
import { TimeText } from '../../../ui/times.tsx';
import { useRemoval } from '../../../ui/use-removal.ts';
import { useSelection } from '../../../ui/use-selection.ts';

/** Maximum number of field columns. The drawer and the spreadsheet have all fields. */
const MOST_COLUMNS = 6;
/** Fields that are too long for a column. */
const LONG: readonly FieldType[] = ['subtable', 'rich-text', 'textarea', 'password', 'upload', 'signature'];

interface FormAnswersProps {
  form: Form;
  query: ListQuery;
  narrow: (changes: Record<string, unknown>) => void;
}

/** Answers, newest first, with the columns of the current version. A single answer opens with its own version. */
export function FormAnswers({ form, query, narrow }: FormAnswersProps) {
  const t = useWords();
  const { formId, formName, versionNo } = form;
  const mayExport = usePermission('tool:form:export');
  const mayRemove = usePermission(formAnswers.permission('remove'));
  const { tab: _, ...asked } = query;
  const wire: ListQuery = { ...asked, formId: String(formId) };
  const list = useQuery({ ...pageOf<FormAnswer>(formAnswers.path, wire), placeholderData: keepPreviousData });
  const version = useVersion(formId, versionNo);
  const [shown, setShown] = useState<FormAnswer>();
  const selection = useSelection<FormAnswer>('answerId', list.data?.rows ?? [], String(formId));
  const remove = useRemoval(formAnswers, ({ nickName }) => String(nickName), selection.clear);
  if (versionNo === null) return <Nothing text={t('tool.form.noVersions')} />;
  if (!version) return <Waiting rows={6} />;
  const columns: TableColumnType<FormAnswer>[] = [
    {
      key: 'nickName',
      title: t('tool.formAnswer.nickName'),
      dataIndex: 'nickName',
      render: (_value, answer) => (
        <button type="button" className="row-link row-link-strong" onClick={() => setShown(answer)}>
          {answer.nickName}
        </button>
      ),
    },
    ...fieldColumns(version, versionNo),
    { key: 'versionNo', title: t('tool.formAnswer.versionNo'), dataIndex: 'versionNo', align: 'right', className: 'numeral' },
    { key: 'deptName', title: t('tool.formAnswer.deptName'), dataIndex: 'deptName' },
    {
      key: 'createTime',
      title: t('tool.formAnswer.createTime'),
      sorter: true,
      render: (_value, { createTime }) => <TimeText value={createTime} />,
    },
  ];
  return (
    <>
      <div className="form-answers-bar">
        {selection.keys.length > 0 && mayRemove ? (
          <SelectionBar count={selection.keys.length} elsewhere={selection.elsewhere} onClear={selection.clear}>
            <Button danger onClick={() => void remove(selection.records)}>
              {t('kit.removeCount', { count: selection.keys.length })}
            </Button>
          </SelectionBar>
        ) : (
          mayExport && (
            <Button
              icon={<Icon name="download" />}
              disabled={!list.data?.total}
              onClick={() =>
                void download(`${formAnswers.path}/export`, `${formName}_${Date.now()}.xlsx`, {
                  method: 'POST',
                  body: wireQuery(wire, false),
                })
              }
            >
              {t('kit.export')}
            </Button>
          )
        )}
      </div>
      <RecordTable<FormAnswer>
        rowKey="answerId"
        columns={columns}
        page={list.data}
        error={list.error}
        loading={list.isPlaceholderData}
        onRetry={() => void list.refetch()}
        query={query}
        narrow={narrow}
        empty={<Nothing text={t('tool.formAnswer.none')} />}
        {...(mayRemove && { selected: selection.keys, onSelect: selection.select })}
      />
      {shown && <AnswerDrawer answer={shown} onClose={() => setShown(undefined)} />}
    </>
  );
}

const fieldColumns = (doc: FormDoc, versionNo: number): TableColumnType<FormAnswer>[] =>
  answering(doc.fields)
    .filter(({ type }) => !LONG.includes(type))
    .slice(0, MOST_COLUMNS)
    .map((node) => ({
      key: `field-${node.name}`,
      title: node.label || node.name,
      ...(specOf(node.type).answer === 'number' && { align: 'right' as const, className: 'numeral' }),
      render: (_value, { data, versionNo: by }) => {
        const value = own(data as Answers, node.name);
        if (value !== undefined) return <AnswerValue node={node} value={value} />;
        return by === versionNo ? <span className="none">—</span> : null;
      },
    }));

/** The document of one version; immutable. */
function useVersion(formId: number, versionNo: number | null): FormDoc | undefined {
  const read = useQuery({
    ...getOf<FormVersion>(forms, `/${formId}/versions/${versionNo}`),
    enabled: versionNo !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return read.data?.doc;
}

function AnswerDrawer({ answer, onClose }: { answer: FormAnswer; onClose: () => void }) {
  const t = useWords();
  const { formId, versionNo, nickName, createBy, deptName, ip, createTime, data } = answer;
  const doc = useVersion(formId, versionNo);
  return (
    <Drawer open size={640} title={t('tool.formAnswer.of', { name: nickName })} onClose={onClose}>
      <p className="none form-answer-of">
        {[createBy, deptName, ip, t('tool.form.versionOf', { versionNo })].filter(Boolean).join(' · ')}{' '}
        <TimeText value={createTime} seconds />
      </p>
      {doc ? <AnswersView doc={doc} answers={data as Answers} /> : <Waiting rows={6} />}
    </Drawer>
  );
}
