import { traceTemplates } from '@suyuan/contract';
import { useNavigate } from 'react-router';
import { useTranslations } from '../../../data/i18n.ts';
import { useTabTitle } from '../../../ui/page-header.tsx';
import { ResourcePage } from '../../../ui/resource-page.tsx';
import { TraceNav, templatePath } from './trace-display.tsx';

export default function TemplatesPage() {
  const t = useTranslations();
  const navigate = useNavigate();
  useTabTitle(t('manage.traceTemplate.title'));
  return (
    <ResourcePage
      resource={traceTemplates}
      nav={<TraceNav current="templates" />}
      formPath={(record) => templatePath(record?.templateId ?? 'new')}
      detail={({ templateId }) => templatePath(templateId)}
      cells={{ steps: (steps) => steps.map(({ stepName }) => stepName).join(' → ') }}
      moreActions={({ templateId }) => [
        {
          key: 'copy',
          label: t('manage.traceTemplate.copy'),
          permission: traceTemplates.permission('add'),
          onClick: () => void navigate(`${templatePath('new')}?copy=${templateId}`),
        },
      ]}
    />
  );
}
