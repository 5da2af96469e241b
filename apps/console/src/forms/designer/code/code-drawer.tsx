import { sameDoc, type TextFault } from '@suyuan/forms';
import { Alert, Button, Drawer, Input, Segmented } from 'antd';
import { useEffect, useState } from 'react';
import { hosts } from '../../../data/hosts.ts';
import { useSaveKey } from '../../../data/save-key.ts';
import { saveText } from '../../../data/save-text.ts';
import { useWords } from '../../../data/words.ts';
import { copyText } from '../../../ui/clipboard.ts';
import { CodeEditor } from '../../../ui/code-editor.tsx';
import { confirm } from '../../../ui/confirm.ts';
import { formatTime } from '../../../ui/time-format.ts';
import { useDesigner, useDesignerStore } from '../state.ts';
import { faultText } from './fault-text.ts';
import { type CodeView, type ViewName, views } from './views.ts';

const names = Object.keys(views) as ViewName[];
const none: TextFault[] = [];

/** The form as text: view, edit where an import exists, copy and download. */
export function CodeDrawer() {
  const t = useWords();
  const store = useDesignerStore();
  const [name, setName] = useState<ViewName>('module');
  const [typed, setTyped] = useState<string>();
  const leave = async () =>
    typed === undefined || (await confirm({ title: t('tool.build.code.leaveAsk'), okText: t('kit.discard'), danger: true })) !== undefined;
  return (
    <Drawer
      open
      className="code-drawer"
      size="min(960px, 100vw)"
      title={t('tool.build.code.title')}
      onClose={async () => (await leave()) && store.show({ dialog: undefined })}
      extra={
        <Segmented<ViewName>
          name={t('tool.build.code.title')}
          value={name}
          options={names.map((value) => ({ value, label: t(`tool.build.code.${value}`) }))}
          onChange={async (next) => {
            if (!(await leave())) return;
            setTyped(undefined);
            setName(next);
          }}
        />
      }
    >
      <View key={name} name={name} typed={typed} onType={setTyped} />
    </Drawer>
  );
}

interface ViewProps {
  name: ViewName;
  /** Unapplied edits. */
  typed: string | undefined;
  onType: (text: string | undefined) => void;
}

function View({ name, typed, onType }: ViewProps) {
  const t = useWords();
  const store = useDesignerStore();
  const doc = useDesigner(({ editor }) => editor.doc);
  const view: CodeView = views[name];
  const [written, setWritten] = useState('');
  const [faults, setFaults] = useState(none);
  const [fileName, setFileName] = useState(() => `form-${formatTime(Date.now(), 'YYYY-MM-DD')}`);
  useEffect(() => {
    let gone = false;
    void view.write(doc).then((text) => !gone && setWritten(text));
    return () => {
      gone = true;
    };
  }, [view, doc]);
  const text = typed ?? written;
  const apply = async () => {
    if (!view.read || typed === undefined) return;
    const outcome = await view.read(typed);
    if (outcome.faults) return setFaults(outcome.faults);
    setFaults(none);
    if (!sameDoc(outcome.doc, store.getState().editor.doc)) store.act({ do: 'load', doc: outcome.doc });
    onType(undefined);
    hosts.tell('success', t('tool.build.code.applied'));
  };
  useSaveKey(view.read !== undefined, () => void apply());
  const copy = async () => {
    const done = await copyText(text);
    hosts.tell(done ? 'success' : 'warning', t(done ? 'tool.build.code.copied' : 'kit.copyFailed'));
  };
  const said = faults.map((fault) => faultText(t, fault));
  return (
    <div className="code-room">
      {said.length > 0 && (
        <Alert
          type="error"
          showIcon
          role="alert"
          title={said[0]?.message}
          {...(said.length > 1 && {
            description: (
              <ul>
                {said.slice(1, 6).map(({ message }) => (
                  <li key={message}>{message}</li>
                ))}
              </ul>
            ),
          })}
        />
      )}
      <CodeEditor
        label={t(`tool.build.code.${name}`)}
        language={view.language}
        value={text}
        readOnly={!view.read}
        faults={said}
        {...(view.read && { onChange: (next: string) => onType(next === written ? undefined : next) })}
      />
      <div className="code-acts">
        {view.read && (
          <Button type="primary" disabled={typed === undefined} onClick={() => void apply()}>
            {t('tool.build.code.apply')}
          </Button>
        )}
        <Button onClick={() => void copy()}>{t('kit.copy')}</Button>
        <Input
          className="code-file"
          aria-label={t('tool.build.code.fileName')}
          value={fileName}
          suffix={`.${view.ending}`}
          onChange={(event) => setFileName(event.target.value)}
        />
        <Button disabled={!fileName.trim()} onClick={() => saveText(text, `${fileName.trim()}.${view.ending}`, 'text/plain')}>
          {t('tool.build.code.save')}
        </Button>
        {typed !== undefined && <span className="panel-hint">{t('tool.build.code.unapplied')}</span>}
      </div>
    </div>
  );
}
