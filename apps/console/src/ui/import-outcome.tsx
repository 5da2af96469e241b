import { Alert, Button, Progress } from 'antd';
import { csvOf } from '../data/csv.ts';
import { saveText } from '../data/save-text.ts';
import { useWords } from '../data/words.ts';
import { Icon } from './icon.tsx';
import { Failed } from './states.tsx';
import type { Reach } from './use-import.ts';

/** Result of the preview, and of the import itself. */
export interface ImportPreview {
  count: number;
  /** Of these, rows that update existing records. */
  updated?: number;
  /** In addition, rows that exist already. */
  already?: number;
  bad: number;
  faults: { row: number; message: string }[];
  /** Column titles that match no field. */
  unknown?: string[];
}

/** Maximum of invalid rows in the dialog; the download has all. */
const SHOWN = 200;

interface ImportOutcomeProps {
  file: File | undefined;
  preview: { data: ImportPreview | undefined; error: Error | null; isPending: boolean };
  keeping?: boolean;
  reach?: Reach | undefined;
  /** After a connection failure. */
  onRetry: () => void;
}

export function ImportOutcome({ file, preview: { data, error, isPending }, keeping = false, reach, onRetry }: ImportOutcomeProps) {
  const t = useWords();
  const { count = 0, updated = 0, already = 0, bad = 0, faults = [], unknown = [] } = data ?? {};
  const save = () => {
    const titles = [t('kit.faultRow'), t('kit.faultCause')];
    saveText(
      csvOf([titles, ...faults.map(({ row, message }) => [row, message])]),
      `${file?.name.replace(/\.[^.]*$/, '')}_${t('kit.faults')}.csv`,
    );
  };
  return (
    <div aria-live="polite" className="import-outcome">
      {(isPending || keeping) && <Way title={t(keeping ? 'kit.importing' : 'kit.previewing')} reach={reach} goesOn={keeping} />}
      {error && <Failed error={error} onRetry={onRetry} />}
      {data && <Alert type={bad ? 'warning' : 'success'} showIcon title={t('kit.importPreview', { good: count, bad })} />}
      {updated > 0 && <p className="none">{t('kit.importUpdated', { count: updated })}</p>}
      {already > 0 && <p className="none">{t('kit.importAlready', { count: already })}</p>}
      {unknown.length > 0 && (
        <Alert
          type="warning"
          showIcon
          className="import-unknown"
          title={t('kit.importUnknown', { count: unknown.length, titles: unknown.join(t('kit.joint')) })}
        />
      )}
      {faults.length > 0 && (
        <>
          <ol className="import-faults">
            {faults.slice(0, SHOWN).map(({ row, message }) => (
              <li key={row}>
                <span className="numeral">{t('kit.rowNo', { row })}</span> {message}
              </li>
            ))}
          </ol>
          <Button type="link" size="small" icon={<Icon name="download" />} onClick={save}>
            {t('kit.saveFaults', { count: faults.length })}
          </Button>
        </>
      )}
    </div>
  );
}

function Way({ title, reach, goesOn }: { title: string; reach: Reach | undefined; goesOn: boolean }) {
  const t = useWords();
  if (!reach) return <p>{title}</p>;
  const percent = reach.total > 0 ? Math.floor((100 * reach.done) / reach.total) : 0;
  return (
    <div className="import-way">
      <p>
        {title} <span className="numeral">{t('kit.importGone', { ...reach })}</span>
      </p>
      <Progress percent={percent} status="active" aria-label={title} />
      {goesOn && <p className="none">{t('kit.importGoesOn')}</p>}
    </div>
  );
}
