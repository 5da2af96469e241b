import { type RecordOf, traceTemplates } from '@suyuan/contract';
import { useParams, useSearchParams } from 'react-router';
import { recordQueryOptions } from '../../../data/api.ts';
import { useFormSnapshot } from '../../../data/use-form-snapshot.ts';
import { useTranslations } from '../../../data/words.ts';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { useTabTitle } from '../../../ui/tab-title.ts';
import { TemplateForm } from './template-form.tsx';
import './trace.css';

export type Template = RecordOf<typeof traceTemplates>;

/** `/manage/traceability/template/7` edits, `…/new` creates, and `…/new?copy=7` clones a template. */
export default function TemplatePage() {
  const t = useTranslations();
  const { templateId = 'new' } = useParams();
  const [search] = useSearchParams();
  const copyId = search.get('copy');
  const id = templateId === 'new' ? copyId : templateId;
  const templateSnapshot = useFormSnapshot({ ...recordQueryOptions(traceTemplates, id ?? 0), enabled: id !== null });
  const record = id === null ? undefined : templateSnapshot.data;
  useTabTitle(templateId === 'new' ? t('manage.traceTemplate.add') : record?.templateName);
  if (templateSnapshot.error && !templateSnapshot.data)
    return (
      <ErrorState
        error={templateSnapshot.error}
        onRetry={() => void templateSnapshot.refetch()}
        listHref="/manage/traceability/templates"
      />
    );
  return (
    <div className="page">
      {id !== null && !record ? (
        <LoadingState rows={10} />
      ) : (
        <TemplateForm
          key={`${templateId} ${copyId} ${templateSnapshot.version}`}
          template={record}
          isClone={copyId !== null}
          query={templateSnapshot}
        />
      )}
    </div>
  );
}
