import { type FormDoc, fromFg, readDocJson, readJson, TextError, walk } from '@suyuan/forms';
import { Alert, Button, Input, Modal, Segmented, Upload } from 'antd';
import { useMemo, useState } from 'react';
import { hosts } from '../../../data/hosts.ts';
import { useWords } from '../../../data/words.ts';
import { Icon } from '../../../ui/icon.tsx';
import { useDesignerStore } from '../state.ts';
import { faultText } from './fault-text.ts';

const MOST_BYTES = 2_000_000;

interface Found {
  doc: FormDoc;
  notes: string[];
}

/** Imports our own forms or form-generator documents of either dialect. Unsupported content is reported and preserved. */
export function ImportForms() {
  const t = useWords();
  const store = useDesignerStore();
  const [text, setText] = useState('');
  const [how, setHow] = useState<'replace' | 'append'>('replace');
  const { found, fault } = useMemo(() => (text.trim() ? read(t, text) : {}), [t, text]);
  const close = () => store.show({ dialog: undefined });
  const count = found ? [...walk(found.doc.fields)].length : 0;
  const take = () => {
    if (!found) return;
    if (how === 'replace') store.act({ do: 'load', doc: found.doc });
    else store.act({ do: 'insert', nodes: found.doc.fields, at: { inside: null } });
    hosts.tell('success', t('tool.build.imports.done', { count }));
    close();
  };
  return (
    <Modal
      open
      width={760}
      title={t('tool.build.imports.title')}
      okText={t('tool.build.imports.do', { count })}
      cancelText={t('kit.cancel')}
      okButtonProps={{ disabled: count === 0 }}
      onOk={take}
      onCancel={close}
    >
      <p className="panel-hint">{t('tool.build.imports.hint')}</p>
      <div className="import-room">
        <div className="code-acts">
          <Upload
            accept=".json,.txt,application/json"
            showUploadList={false}
            beforeUpload={(file) => {
              if (file.size > MOST_BYTES) hosts.tell('error', t('tool.build.imports.tooLarge'));
              else void file.text().then(setText);
              return false;
            }}
          >
            <Button icon={<Icon name="file" />}>{t('kit.fileChoose')}</Button>
          </Upload>
          <Segmented
            name={t('tool.build.imports.how')}
            value={how}
            onChange={setHow}
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
        {found && (
          <Alert
            type={found.notes.length > 0 ? 'warning' : 'success'}
            showIcon
            role="status"
            title={t(found.notes.length > 0 ? 'tool.build.imports.foundNotes' : 'tool.build.imports.found', {
              count,
              notes: found.notes.length,
            })}
            {...(found.notes.length > 0 && {
              description: (
                <ul className="import-notes">
                  {found.notes.map((note) => (
                    <li key={note}>{note}</li>
                  ))}
                </ul>
              ),
            })}
          />
        )}
      </div>
    </Modal>
  );
}

function read(t: ReturnType<typeof useWords>, text: string): { found?: Found; fault?: string } {
  try {
    const { value } = readJson(text);
    const imported = fromFg(value);
    if (imported) {
      const said = imported.notes.map(({ what, label, params }) =>
        t(`issue.form.import.${what}`, { label, tag: '', from: '', to: '', url: '', pattern: '', ...params }),
      );
      return { found: { doc: imported.doc, notes: [...new Set(said)] } };
    }
    const outcome = readDocJson(text);
    if (outcome.doc) return { found: { doc: outcome.doc, notes: [] } };
    const [first] = outcome.faults;
    return first ? { fault: faultText(t, first).message } : {};
  } catch (error) {
    if (error instanceof TextError) return { fault: faultText(t, error.fault).message };
    throw error;
  }
}
