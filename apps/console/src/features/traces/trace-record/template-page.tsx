import { type RecordOf, traceTemplates } from '@suyuan/contract';
import { useParams, useSearchParams } from 'react-router';
import { readOf } from '../../../data/api.ts';
import { useFormSnapshot } from '../../../data/use-form-snapshot.ts';
import { useWords } from '../../../data/words.ts';
import { Failed, Waiting } from '../../../ui/states.tsx';
import { useTabTitle } from '../../../ui/tab-title.ts';
import { TemplateForm } from './template-form.tsx';
import './trace.css';

export type Template = RecordOf<typeof traceTemplates>;

/** `/manage/traceability/template/7` edits, `…/new` creates, and `…/new?copy=7` clones a template. */
export default function TemplatePage() {
  const t = useWords();
  const { templateId = 'new' } = useParams();
  const [search] = useSearchParams();
  const copied = search.get('copy');
  const id = templateId === 'new' ? copied : templateId;
  const read = useFormSnapshot({ ...readOf(traceTemplates, id ?? 0), enabled: id !== null });
  const record = id === null ? undefined : read.data;
  useTabTitle(templateId === 'new' ? t('manage.traceTemplate.add') : record?.templateName);
  if (read.error && !read.data)
    return <Failed error={read.error} onRetry={() => void read.refetch()} back="/manage/traceability/templates" />;
  return (
    <div className="page">
      {id !== null && !record ? (
        <Waiting rows={10} />
      ) : (
        <TemplateForm key={`${templateId} ${copied} ${read.turn}`} known={record} copied={copied !== null} query={read} />
      )}
    </div>
  );
}
