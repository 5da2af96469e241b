import type { Resource } from '@suyuan/contract';
import { Button, Checkbox, Modal } from 'antd';
import { useState } from 'react';
import { download } from '../data/download.ts';
import { useRights } from '../data/permission.tsx';
import { has } from '../data/server-about.ts';
import { useWords, wordOr } from '../data/words.ts';
import { FileDrop } from './file-drop.tsx';
import { ImportOutcome } from './import-outcome.tsx';
import { useImport } from './use-import.ts';

interface ImportDialogProps {
  of: Pick<Resource, 'path' | 'word' | 'name' | 'permission'>;
  onClose: () => void;
  hint?: string;
  /** Sent with the file as `name`. */
  option?: { name: string; label: string; hint: string };
  /** Rows may update existing records, if the user may edit. */
  updates?: boolean;
}

/** Nothing is saved before the user confirms. */
export function ImportDialog({ of, onClose, hint, updates, option: own }: ImportDialogProps) {
  const t = useWords();
  const { hasPermi } = useRights();
  const updating = updates && hasPermi(of.permission('edit'));
  const option = updating ? { name: 'updateSupport', label: t('kit.importUpdate'), hint: t('kit.importUpdate.hint') } : own;
  const [file, setFile] = useState<File>();
  const [chosen, setChosen] = useState(false);
  const { preview, keep, carryOut, reach } = useImport({ path: of.path, urlOf: (how) => `${of.path}/importData?${how}`, onDone: onClose });
  const howOf = (withOption: boolean) => (option && withOption ? { how: { [option.name]: '1' } } : {});
  const { count = 0, bad = 0 } = preview.data ?? {};
  const previews = has('importPreview');
  const tryOut = (given: File, withOption = chosen) => previews && preview.mutate({ file: given, ...howOf(withOption) });
  return (
    <Modal
      open
      title={t('kit.importNoun', { noun: t(wordOr(of.word('many')) ?? of.word()) })}
      onCancel={onClose}
      width={640}
      okText={!preview.data ? t('kit.import') : bad ? t('kit.importGood', { count }) : t('kit.importAll', { count })}
      cancelText={t('kit.cancel')}
      okButtonProps={{
        disabled: previews ? !preview.data || preview.isPending || count === 0 : !file,
        loading: keep.isPending || carryOut.isPending,
      }}
      onOk={() => file && (previews ? keep : carryOut).mutate({ file, ...howOf(chosen) })}
    >
      <p className="confirm-content">
        {hint ?? t(previews ? 'kit.importHint' : 'kit.importHint.direct')}{' '}
        <Button
          type="link"
          size="small"
          onClick={() =>
            void download(`${of.path}/importTemplate`, `${of.name}_template.xlsx`, { method: 'POST', body: new URLSearchParams() })
          }
        >
          {t('kit.template')}
        </Button>
      </p>
      <FileDrop
        accept=".xlsx,.csv"
        file={file}
        disabled={keep.isPending}
        onFile={(given) => {
          setFile(given);
          tryOut(given);
        }}
      />
      {option && (
        <div className="import-option">
          <Checkbox
            checked={chosen}
            disabled={keep.isPending}
            onChange={({ target }) => {
              setChosen(target.checked);
              if (file) tryOut(file, target.checked);
            }}
          >
            {option.label}
          </Checkbox>
          <p className="none">{option.hint}</p>
        </div>
      )}
      {previews && (
        <ImportOutcome file={file} preview={preview} keeping={keep.isPending} reach={reach} onRetry={() => file && tryOut(file)} />
      )}
    </Modal>
  );
}
