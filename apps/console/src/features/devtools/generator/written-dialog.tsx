import type { GenConflictWay, GenTable, GenWritten } from '@suyuan/contract';
import { Alert, Button, Modal } from 'antd';
import { useWords } from '../../../data/words.ts';
import { Dot } from '../../../ui/columns.tsx';
import { Mono } from '../../../ui/mono.tsx';
import type { Tone } from '../../../ui/tones.ts';

type Outcome = GenWritten['files'][number]['outcome'];
const tones: Record<Outcome, Tone> = {
  written: 'genuine',
  merged: 'genuine',
  replaced: 'attention',
  marked: 'attention',
  kept: 'grave',
  same: 'quiet',
};

interface WrittenDialogProps {
  table: Pick<GenTable, 'tableName'>;
  answer: GenWritten;
  busy: boolean;
  onAgain: (way: GenConflictWay) => void;
  onClose: () => void;
}

export function WrittenDialog({ table, answer, busy, onAgain, onClose }: WrittenDialogProps) {
  const t = useWords();
  const kept = answer.files.filter(({ outcome }) => outcome === 'kept');
  const rank = (outcome: Outcome) => ['kept', 'marked', 'replaced', 'merged', 'written', 'same'].indexOf(outcome);
  const files = [...answer.files].sort((one, other) => rank(one.outcome) - rank(other.outcome));
  return (
    <Modal
      open
      width={720}
      title={t('tool.gen.writtenOf', { tableName: table.tableName })}
      onCancel={onClose}
      footer={
        <>
          {kept.length > 0 && (
            <>
              <Button loading={busy} onClick={() => onAgain('mark')}>
                {t('tool.gen.conflicts.mark')}
              </Button>
              <Button danger loading={busy} onClick={() => onAgain('replace')}>
                {t('tool.gen.conflicts.replace', { count: kept.length })}
              </Button>
            </>
          )}
          <Button type="primary" onClick={onClose}>
            {t('kit.close')}
          </Button>
        </>
      }
    >
      <p>{t('tool.gen.writtenTo', { path: answer.path })}</p>
      {kept.length > 0 && (
        <Alert type="warning" showIcon title={t('tool.gen.keptCount', { count: kept.length })} description={t('tool.gen.keptHint')} />
      )}
      <ul className="gen-outcomes">
        {files.map(({ path, outcome, conflicts }) => (
          <li key={path}>
            <Mono>{path}</Mono>
            <Dot tone={tones[outcome]}>
              {t(`tool.gen.outcome.${outcome}`)}
              {conflicts > 0 && ` · ${t('tool.gen.conflictCount', { count: conflicts })}`}
            </Dot>
          </li>
        ))}
      </ul>
      <Steps steps={answer.steps} />
    </Modal>
  );
}

export function Steps({ steps }: { steps: readonly string[] }) {
  const t = useWords();
  if (steps.length === 0) return null;
  return (
    <section className="gen-steps" aria-label={t('tool.gen.steps')}>
      <h3>{t('tool.gen.steps')}</h3>
      <ol>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </section>
  );
}
