import { type FormDoc, fromFg, readDocJson, readJson, TextError, walk } from '@suyuan/forms';
import { Alert, Button, Input, Segmented, Upload } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslations } from '../../../data/i18n.ts';
import { shellServices } from '../../../data/shell-services.ts';
import { MountedModal } from '../../../ui/form-parts.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { useDesignerStore } from '../designer-store.ts';
import { faultText } from '../designer-texts.ts';
import { Note } from '../parts.tsx';

const MAX_BYTES = 2_000_000;

interface ImportResult {
  doc: FormDoc;
  notes: string[];
}

/** Imports our own forms or form-generator documents of either dialect. Unsupported content is reported and preserved. */
export function ImportFormDialog() {
  const t = useTranslations();
  const store = useDesignerStore();
  const [text, setText] = useState('');
  const [mode, setMode] = useState<'replace' | 'append'>('replace');
  const { result, fault } = useMemo(() => (text.trim() ? parseImport(t, text) : {}), [t, text]);
  const close = () => store.update({ dialog: undefined });
  const count = result ? [...walk(result.doc.fields)].length : 0;
  const applyImport = () => {
    if (!result) return;
    if (mode === 'replace') store.dispatch({ do: 'load', doc: result.doc });
    else store.dispatch({ do: 'insert', nodes: result.doc.fields, at: { inside: null } });
    shellServices.notify('success', t('tool.build.imports.done', { count }));
    close();
  };
  return (
    <MountedModal
      width={760}
      title={t('tool.build.imports.title')}
      okText={t('tool.build.imports.do', { count })}
      okButtonProps={{ disabled: count === 0 }}
      onOk={applyImport}
      onCancel={close}
    >
      <Note>{t('tool.build.imports.hint')}</Note>
      <div className="mt-3 grid gap-3">
        <div className="flex flex-wrap items-center gap-2">
          <Upload
            accept=".json,.txt,application/json"
            showUploadList={false}
            beforeUpload={(file) => {
              if (file.size > MAX_BYTES) shellServices.notify('error', t('tool.build.imports.tooLarge'));
              else void file.text().then(setText);
              return false;
            }}
          >
            <Button icon={<Icon name="file" />}>{t('kit.fileChoose')}</Button>
          </Upload>
          <Segmented
            name={t('tool.build.imports.how')}
            value={mode}
            onChange={setMode}
            options={(['replace', 'append'] as const).map((value) => ({ value, label: t(`tool.build.imports.${value}`) }))}
          />
        </div>
        <Input.TextArea
          autoFocus
          rows={12}
          className="mono-text"
          spellCheck={false}
          aria-label={t('tool.build.imports.text')}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {fault && <Alert type="error" showIcon role="alert" title={fault} />}
        {result && (
          <Alert
            type={result.notes.length > 0 ? 'warning' : 'success'}
            showIcon
            role="status"
            title={t(result.notes.length > 0 ? 'tool.build.imports.foundNotes' : 'tool.build.imports.found', {
              count,
              notes: result.notes.length,
            })}
            {...(result.notes.length > 0 && {
              description: (
                <ul className="m-0 max-h-40 overflow-auto ps-4">
                  {result.notes.map((note) => (
                    <li key={note}>{note}</li>
                  ))}
                </ul>
              ),
            })}
          />
        )}
      </div>
    </MountedModal>
  );
}

function parseImport(t: ReturnType<typeof useTranslations>, text: string): { result?: ImportResult; fault?: string } {
  try {
    const { value } = readJson(text);
    const imported = fromFg(value);
    if (imported) {
      const noteTexts = imported.notes.map(({ what, label, params }) =>
        t(`issue.form.import.${what}`, { label, tag: '', from: '', to: '', url: '', pattern: '', ...params }),
      );
      return { result: { doc: imported.doc, notes: [...new Set(noteTexts)] } };
    }
    const outcome = readDocJson(text);
    if (outcome.doc) return { result: { doc: outcome.doc, notes: [] } };
    const [first] = outcome.faults;
    return first ? { fault: faultText(t, first).message } : {};
  } catch (error) {
    if (error instanceof TextError) return { fault: faultText(t, error.fault).message };
    throw error;
  }
}
