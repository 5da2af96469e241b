import { formAnswerText } from '@suyuan/contract';
import {
  type Answers,
  answerFields,
  type FormDoc,
  type FormNode,
  isObject,
  type Json,
  type Option,
  own,
  resolve,
  specOf,
} from '@suyuan/forms';
import { Fragment } from 'react';
import { useTranslations } from '../../data/i18n.ts';
import { filePath, fileUrl } from '../../data/site-config.ts';
import { fetchFile } from '../../ui/file-inputs.tsx';
import { RichTextView } from '../../ui/rich-text-editor.tsx';
import { LinkButton } from '../../ui/row-link.tsx';
import { useOptions } from './options.ts';
import { filesOf, isPicture, pictureFrame, pictureRow } from './upload-control.tsx';

/** Read-only answers by group, in form order, without hidden fields. */
export function AnswersView({ doc, answers }: { doc: FormDoc; answers: Answers }) {
  const { fieldState: stateOf } = resolve(doc, answers);
  const parts = partsOf(doc.fields, ({ id }) => stateOf(id).visible);
  return (
    <div className="grid grid-cols-[minmax(96px,max-content)_1fr] gap-x-6 gap-y-2 max-xs:grid-cols-[1fr] max-xs:gap-0">
      {parts.map(({ key, title, nodes }) => (
        <Fragment key={key}>
          {title && <h4 className="col-span-full mt-2 mb-0 text-sm">{title}</h4>}
          {nodes.length > 0 && (
            <dl className="contents">
              {nodes.map((node) => (
                <AnswerRow key={node.id} node={node} value={own(answers, node.name)} />
              ))}
            </dl>
          )}
        </Fragment>
      ))}
    </div>
  );
}

interface Part {
  key: string;
  title?: string | undefined;
  nodes: FormNode[];
}

function partsOf(nodes: readonly FormNode[], isVisible: (node: FormNode) => boolean): Part[] {
  const parts: Part[] = [];
  for (const node of nodes.filter(isVisible)) {
    const last = parts.at(-1);
    if (specOf(node.type).answer === 'none') {
      const [first, ...otherParts] = partsOf(node.children ?? [], isVisible);
      const title = node.type === 'group' || node.type === 'tab' ? node.label : undefined;
      if (first && title && first.title) parts.push({ key: `${node.id}`, title, nodes: [] }, first, ...otherParts);
      else if (first) parts.push(title ? { ...first, key: `${node.id}`, title } : first, ...otherParts);
    } else if (last && !last.title && last.key.startsWith('from-')) last.nodes.push(node);
    else parts.push({ key: `from-${node.id}`, nodes: [node] });
  }
  return parts;
}

function AnswerRow({ node, value }: { node: FormNode; value: Json | undefined }) {
  return (
    <>
      <dt className="text-muted">{node.label || node.name}</dt>
      <dd className="m-0 min-w-0 wrap-anywhere whitespace-pre-wrap max-xs:mb-3">
        <AnswerValue node={node} value={value} />
      </dd>
    </>
  );
}

const choiceAnswers = ['choice', 'choices', 'path'];

/** One answer for display: pictures as images, choices by label. */
export function AnswerValue({ node, value }: { node: FormNode; value: Json | undefined }) {
  const t = useTranslations();
  const { answer } = specOf(node.type);
  if (value === undefined || value === null || (Array.isArray(value) && value.length === 0))
    return <span className="text-muted">{t('kit.form.notFilled')}</span>;
  if (answer === 'html') return <RichTextView html={String(value)} />;
  if (answer === 'files') return <Files value={value} />;
  if (answer === 'rows') return <Rows node={node} value={value} />;
  if (choiceAnswers.includes(answer) && (node.source?.mode ?? 'static') !== 'static') return <RemoteChoice node={node} value={value} />;
  return <>{formAnswerText(t, node, value)}</>;
}

function RemoteChoice({ node, value }: { node: FormNode; value: Json }) {
  const t = useTranslations();
  const { options } = useOptions(node);
  return <>{formAnswerText(t, node, value, (): Option[] => options)}</>;
}

function Files({ value }: { value: Json }) {
  return (
    <ul className={pictureRow}>
      {filesOf(value).map((file) => (
        <li key={file.url} className="flex items-center gap-1">
          {isPicture(file) ? (
            <a className={`size-24.5 ${pictureFrame}`} href={fileUrl(file.url)} target="_blank" rel="noreferrer">
              <img src={fileUrl(file.url)} alt={file.name} loading="lazy" className="size-full object-cover" />
            </a>
          ) : (
            <LinkButton onClick={() => void fetchFile(filePath(file.url), file.name)}>{file.name}</LinkButton>
          )}
        </li>
      ))}
    </ul>
  );
}

const cellClass = ({ type }: FormNode) =>
  `border-b border-line py-1 align-top ${specOf(type).answer === 'number' ? 'px-3 text-end tabular-nums' : 'ps-0 pe-3 text-start'}`;

function Rows({ node, value }: { node: FormNode; value: Json }) {
  const columns = answerFields(node.children ?? []);
  const rows = Array.isArray(value) ? value : [];
  return (
    <table className="border-collapse">
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.id} scope="col" className={cellClass(column)}>
              {column.label || column.name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows that are read keep their order
          <tr key={at}>
            {columns.map((column) => (
              <td key={column.id} className={cellClass(column)}>
                <AnswerValue node={column} value={isObject(row) ? own(row, column.name) : undefined} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
