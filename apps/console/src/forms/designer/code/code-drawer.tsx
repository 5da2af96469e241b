import { sameDoc, type TextFault } from '@suyuan/forms';
import { Alert, Button, Input, Segmented } from 'antd';
import { useEffect, useState } from 'react';
import { saveText } from '../../../data/download.ts';
import { useSaveShortcut } from '../../../data/form-editing.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { shellServices } from '../../../data/shell-services.ts';
import { copyText } from '../../../ui/clipboard.ts';
import { CodeEditor } from '../../../ui/code-editor.tsx';
import { confirm } from '../../../ui/confirm.ts';
import { MountedDrawer } from '../../../ui/form-parts.tsx';
import { formatTime } from '../../../ui/time-format.tsx';
import { useDesigner, useDesignerStore } from '../designer-store.ts';
import { faultText } from '../designer-texts.ts';
import { Note } from '../parts.tsx';
import { type CodeView, type ViewName, views } from './views.ts';

const viewNames = Object.keys(views) as ViewName[];
const NO_FAULTS: TextFault[] = [];

/** On narrow screens the views are below the title. */
const headerClasses = {
  header: 'max-md:flex-wrap! max-md:gap-y-2! max-md:[&>.ant-drawer-header-title]:flex-[1_0_100%]!',
  extra: 'max-md:max-w-full! max-md:overflow-x-auto!',
};

/** The form as text: view, edit where an import exists, copy and download. */
export function CodeDrawer() {
  const t = useTranslations();
  const store = useDesignerStore();
  const [name, setName] = useState<ViewName>('module');
  const [editedText, setEditedText] = useState<string>();
  const confirmDiscard = async () =>
    editedText === undefined || (await confirm({ title: t('tool.build.code.leaveAsk'), okText: t('kit.discard'), danger: true }));
  return (
    <MountedDrawer
      classNames={headerClasses}
      size="min(960px, 100vw)"
      title={t('tool.build.code.title')}
      onClose={async () => (await confirmDiscard()) && store.update({ dialog: undefined })}
      extra={
        <Segmented<ViewName>
          name={t('tool.build.code.title')}
          aria-label={t('tool.build.code.title')}
          value={name}
          options={viewNames.map((value) => ({ value, label: t(`tool.build.code.${value}`) }))}
          onChange={async (next) => {
            if (!(await confirmDiscard())) return;
            setEditedText(undefined);
            setName(next);
          }}
        />
      }
    >
      <CodeTextView key={name} name={name} editedText={editedText} onType={setEditedText} />
    </MountedDrawer>
  );
}

interface CodeTextViewProps {
  name: ViewName;
  /** Unapplied edits. */
  editedText: string | undefined;
  onType: (text: string | undefined) => void;
}

function CodeTextView({ name, editedText, onType }: CodeTextViewProps) {
  const t = useTranslations();
  const store = useDesignerStore();
  const doc = useDesigner(({ editor }) => editor.doc);
  const view: CodeView = views[name];
  const [generatedText, setGeneratedText] = useState('');
  const [faults, setFaults] = useState(NO_FAULTS);
  const [fileName, setFileName] = useState(() => `form-${formatTime(Date.now(), 'YYYY-MM-DD')}`);
  useEffect(() => {
    let isStale = false;
    void view.write(doc).then((text) => !isStale && setGeneratedText(text));
    return () => {
      isStale = true;
    };
  }, [view, doc]);
  const text = editedText ?? generatedText;
  const apply = async () => {
    if (!view.read || editedText === undefined) return;
    const outcome = await view.read(editedText);
    if (outcome.faults) return setFaults(outcome.faults);
    setFaults(NO_FAULTS);
    if (!sameDoc(outcome.doc, store.getState().editor.doc)) store.dispatch({ do: 'load', doc: outcome.doc });
    onType(undefined);
    shellServices.notify('success', t('tool.build.code.applied'));
  };
  useSaveShortcut(view.read !== undefined, () => void apply());
  const copy = async () => {
    const isCopied = await copyText(text);
    shellServices.notify(isCopied ? 'success' : 'warning', t(isCopied ? 'tool.build.code.copied' : 'kit.copyFailed'));
  };
  const messages = faults.map((fault) => faultText(t, fault));
  return (
    <div className="flex h-full flex-col gap-3">
      {messages.length > 0 && (
        <Alert
          type="error"
          showIcon
          role="alert"
          title={messages[0]?.message}
          {...(messages.length > 1 && {
            description: (
              <ul>
                {messages.slice(1, 6).map(({ message }) => (
                  <li key={message}>{message}</li>
                ))}
              </ul>
            ),
          })}
        />
      )}
      <CodeEditor
        grow
        label={t(`tool.build.code.${name}`)}
        language={view.language}
        value={text}
        readOnly={!view.read}
        errors={messages}
        {...(view.read && { onChange: (next: string) => onType(next === generatedText ? undefined : next) })}
      />
      <div className="flex flex-wrap items-center gap-2">
        {view.read && (
          <Button type="primary" disabled={editedText === undefined} onClick={() => void apply()}>
            {t('tool.build.code.apply')}
          </Button>
        )}
        <Button onClick={() => void copy()}>{t('kit.copy')}</Button>
        <Input
          className="w-55!"
          aria-label={t('tool.build.code.fileName')}
          value={fileName}
          suffix={`.${view.extension}`}
          onChange={(event) => setFileName(event.target.value)}
        />
        <Button disabled={!fileName.trim()} onClick={() => saveText(text, `${fileName.trim()}.${view.extension}`, 'text/plain')}>
          {t('tool.build.code.save')}
        </Button>
        {editedText !== undefined && <Note>{t('tool.build.code.unapplied')}</Note>}
      </div>
    </div>
  );
}
