import type { GenConflictWay, GenTable, GenWriteResult } from '@suyuan/contract';
import { Alert, Button } from 'antd';
import { useTranslations } from '../../../data/i18n.ts';
import { StatusDot } from '../../../ui/columns.tsx';
import { CopyableText } from '../../../ui/copyable-text.tsx';
import { MountedModal } from '../../../ui/form-parts.tsx';
import type { Tone } from '../../../ui/status-tones.tsx';

type Outcome = GenWriteResult['files'][number]['outcome'];
/** Files that need attention first. */
const tones: Record<Outcome, Tone> = {
  kept: 'grave',
  marked: 'attention',
  replaced: 'attention',
  merged: 'genuine',
  written: 'genuine',
  same: 'quiet',
};
const outcomes = Object.keys(tones);

interface GenerationResultDialogProps {
  table: GenTable;
  report: GenWriteResult;
  busy: boolean;
  onRetry: (conflictMode: GenConflictWay) => void;
  onClose: () => void;
}

export function GenerationResultDialog({ table, report, busy, onRetry, onClose }: GenerationResultDialogProps) {
  const t = useTranslations();
  const keptFiles = report.files.filter(({ outcome }) => outcome === 'kept');
  const files = report.files.toSorted((one, other) => outcomes.indexOf(one.outcome) - outcomes.indexOf(other.outcome));
  return (
    <MountedModal
      width={720}
      title={t('tool.gen.writtenOf', { tableName: table.tableName })}
      onCancel={onClose}
      footer={
        <>
          {keptFiles.length > 0 && (
            <>
              <Button loading={busy} onClick={() => onRetry('mark')}>
                {t('tool.gen.conflicts.mark')}
              </Button>
              <Button danger loading={busy} onClick={() => onRetry('replace')}>
                {t('tool.gen.conflicts.replace', { count: keptFiles.length })}
              </Button>
            </>
          )}
          <Button type="primary" onClick={onClose}>
            {t('kit.close')}
          </Button>
        </>
      }
    >
      <p>{t('tool.gen.writtenTo', { path: report.path })}</p>
      {keptFiles.length > 0 && (
        <Alert type="warning" showIcon title={t('tool.gen.keptCount', { count: keptFiles.length })} description={t('tool.gen.keptHint')} />
      )}
      <ul className="my-3 max-h-[40vh] list-none overflow-auto p-0">
        {files.map(({ path, outcome, conflicts }) => (
          <li key={path} className="flex flex-wrap justify-between gap-x-4 gap-y-1 border-b border-line py-1.5">
            <CopyableText>{path}</CopyableText>
            <StatusDot tone={tones[outcome]}>
              {t(`tool.gen.outcome.${outcome}`)}
              {conflicts > 0 && ` · ${t('tool.gen.conflictCount', { count: conflicts })}`}
            </StatusDot>
          </li>
        ))}
      </ul>
      <Steps steps={report.steps} />
    </MountedModal>
  );
}

export function Steps({ steps }: { steps: readonly string[] }) {
  const t = useTranslations();
  if (steps.length === 0) return null;
  return (
    <section className="mt-4 text-xs" aria-label={t('tool.gen.steps')}>
      <h3 className="mt-0 mb-2 text-xs font-semibold">{t('tool.gen.steps')}</h3>
      <ol className="m-0 ps-4 wrap-anywhere text-muted">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </section>
  );
}
