import type { Resource } from '@suyuan/contract';
import { Button, Checkbox } from 'antd';
import { useState } from 'react';
import { download } from '../data/download.ts';
import { findTranslationKey, useTranslations } from '../data/i18n.ts';
import { usePermissions } from '../data/permission.tsx';
import { hasExtension } from '../data/server-info.ts';
import { FileDrop } from './file-inputs.tsx';
import { MountedModal } from './form-parts.tsx';
import { ImportResult, useImport } from './import-result.tsx';

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
export function ImportDialog({ of, onClose, hint, updates, option: customOption }: ImportDialogProps) {
  const t = useTranslations();
  const { hasPermi } = usePermissions();
  const canUpdate = updates && hasPermi(of.permission('edit'));
  const option = canUpdate ? { name: 'updateSupport', label: t('kit.importUpdate'), hint: t('kit.importUpdate.hint') } : customOption;
  const [file, setFile] = useState<File>();
  const [isOptionChecked, setOptionChecked] = useState(false);
  const { preview, saveImport, importDirectly, progress } = useImport({
    path: of.path,
    getUrl: (how) => `${of.path}/importData?${how}`,
    onDone: onClose,
  });
  const optionParams = (withOption: boolean) => (option && withOption ? { how: { [option.name]: '1' } } : {});
  const { count = 0, bad: invalidCount = 0 } = preview.data ?? {};
  const hasPreview = hasExtension('importPreview');
  const runPreview = (selectedFile: File, withOption = isOptionChecked) =>
    hasPreview && preview.mutate({ file: selectedFile, ...optionParams(withOption) });
  return (
    <MountedModal
      title={t('kit.importNoun', { noun: t(findTranslationKey(of.word('many')) ?? of.word()) })}
      onCancel={onClose}
      // the import goes on as a task
      {...(saveImport.isPending && { cancelText: t('kit.close') })}
      width={640}
      okText={!preview.data ? t('kit.import') : invalidCount ? t('kit.importGood', { count }) : t('kit.importAll', { count })}
      okButtonProps={{
        disabled: hasPreview ? !preview.data || preview.isPending || count === 0 : !file,
        loading: saveImport.isPending || importDirectly.isPending,
      }}
      onOk={() => file && (hasPreview ? saveImport : importDirectly).mutate({ file, ...optionParams(isOptionChecked) })}
    >
      <p className="mt-0 mb-4 whitespace-pre-line">
        {hint ?? t(hasPreview ? 'kit.importHint' : 'kit.importHint.direct')}{' '}
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
        disabled={saveImport.isPending}
        onFile={(selectedFile) => {
          setFile(selectedFile);
          runPreview(selectedFile);
        }}
      />
      {option && (
        <div className="mt-3">
          <Checkbox
            checked={isOptionChecked}
            disabled={saveImport.isPending}
            onChange={({ target }) => {
              setOptionChecked(target.checked);
              if (file) runPreview(file, target.checked);
            }}
          >
            {option.label}
          </Checkbox>
          <p className="m-0 ps-6 text-xs/5 text-muted">{option.hint}</p>
        </div>
      )}
      {hasPreview && (
        <ImportResult
          file={file}
          preview={preview}
          saving={saveImport.isPending}
          progress={progress}
          onRetry={() => file && runPreview(file)}
        />
      )}
    </MountedModal>
  );
}
