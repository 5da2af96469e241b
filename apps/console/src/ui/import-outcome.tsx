import { Alert, Button, Progress } from 'antd';
import { toCsv } from '../data/csv.ts';
import { saveText } from '../data/save-text.ts';
import { useTranslations } from '../data/words.ts';
import { Icon } from './icon.tsx';
import { ErrorState } from './states.tsx';
import type { ImportProgress } from './use-import.ts';

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
const MAX_LISTED_ERRORS = 200;

interface ImportResultProps {
  file: File | undefined;
  preview: { data: ImportPreview | undefined; error: Error | null; isPending: boolean };
  saving?: boolean;
  progress?: ImportProgress | undefined;
  /** After a connection failure. */
  onRetry: () => void;
}

export function ImportResult({ file, preview: { data, error, isPending }, saving = false, progress, onRetry }: ImportResultProps) {
  const t = useTranslations();
  const { count = 0, updated = 0, already = 0, bad = 0, faults = [], unknown = [] } = data ?? {};
  const downloadErrors = () => {
    const titles = [t('kit.faultRow'), t('kit.faultCause')];
    saveText(
      toCsv([titles, ...faults.map(({ row, message }) => [row, message])]),
      `${file?.name.replace(/\.[^.]*$/, '')}_${t('kit.faults')}.csv`,
    );
  };
  return (
    <div aria-live="polite" className="import-outcome">
      {(isPending || saving) && (
        <ImportProgressBar title={t(saving ? 'kit.importing' : 'kit.previewing')} progress={progress} continuesInBackground={saving} />
      )}
      {error && <ErrorState error={error} onRetry={onRetry} />}
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
            {faults.slice(0, MAX_LISTED_ERRORS).map(({ row, message }) => (
              <li key={row}>
                <span className="numeral">{t('kit.rowNo', { row })}</span> {message}
              </li>
            ))}
          </ol>
          <Button type="link" size="small" icon={<Icon name="download" />} onClick={downloadErrors}>
            {t('kit.saveFaults', { count: faults.length })}
          </Button>
        </>
      )}
    </div>
  );
}

function ImportProgressBar({
  title,
  progress,
  continuesInBackground,
}: {
  title: string;
  progress: ImportProgress | undefined;
  continuesInBackground: boolean;
}) {
  const t = useTranslations();
  if (!progress) return <p>{title}</p>;
  const percent = progress.total > 0 ? Math.floor((100 * progress.done) / progress.total) : 0;
  return (
    <div className="import-way">
      <p>
        {title} <span className="numeral">{t('kit.importGone', { ...progress })}</span>
      </p>
      <Progress percent={percent} status="active" aria-label={title} />
      {continuesInBackground && <p className="none">{t('kit.importGoesOn')}</p>}
    </div>
  );
}
