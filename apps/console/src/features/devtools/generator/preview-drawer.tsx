import type { GenFile, GenTable } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, Drawer, Segmented, Tooltip } from 'antd';
import { type KeyboardEvent, useState } from 'react';
import { saveText } from '../../../data/download.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { shellServices } from '../../../data/shell-services.ts';
import { copyText } from '../../../ui/clipboard.ts';
import { CodeDiff, CodeEditor, type CodeLanguage } from '../../../ui/code-editor.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { Steps } from './generation-result-dialog.tsx';
import { filesQueryOptions } from './generator-queries.ts';

interface FileListProps {
  files: readonly GenFile[];
  selectedPath: string;
  onSelect: (path: string) => void;
}

function FileList({ files, selectedPath, onSelect }: FileListProps) {
  const t = useTranslations();
  const folders = foldersOf(files);
  const orderedFiles = folders.flatMap(({ files: folderFiles }) => folderFiles);
  const step = (event: KeyboardEvent) => {
    const at = orderedFiles.findIndex(({ path }) => path === selectedPath);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: orderedFiles.length - 1 }[event.key];
    const next = to === undefined ? undefined : orderedFiles[to];
    if (!next) return;
    event.preventDefault();
    onSelect(next.path);
    const list = event.currentTarget;
    requestAnimationFrame(() => list.querySelector<HTMLElement>('[aria-current="true"]')?.focus());
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys walk the buttons within
    <div className="gen-files" onKeyDown={step}>
      <p className="none">{t('tool.gen.fileCount', { count: files.length })}</p>
      <ul>
        {folders.map(({ folder, files: folderFiles }) => (
          <li key={folder}>
            <span className="gen-folder">{folder}</span>
            <ul>
              {folderFiles.map(({ path, kind, state }) => (
                <li key={path}>
                  <button
                    type="button"
                    className="gen-file-name"
                    aria-current={path === selectedPath}
                    tabIndex={path === selectedPath ? 0 : -1}
                    onClick={() => onSelect(path)}
                  >
                    <Icon name={kind === 'edit' ? 'edit' : 'file'} />
                    <span>{path.slice(folder.length ? folder.length + 1 : 0)}</span>
                    {state && state !== 'same' && <em className={`gen-state gen-state-${state}`}>{t(`tool.gen.state.${state}`)}</em>}
                    {!state && kind === 'edit' && <em className="gen-state">{t('tool.gen.kind.edit')}</em>}
                  </button>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </div>
  );
}

function foldersOf<F extends Pick<GenFile, 'path'>>(files: readonly F[]): { folder: string; files: F[] }[] {
  const folders = Map.groupBy(
    [...files].sort((one, other) => one.path.localeCompare(other.path)),
    ({ path }) => path.split('/').slice(0, -1).join('/'),
  );
  return [...folders].map(([folder, folderFiles]) => ({ folder, files: folderFiles }));
}

export function PreviewDrawer({ table, onClose }: { table: GenTable; onClose: () => void }) {
  const t = useTranslations();
  const filesQuery = useQuery(filesQueryOptions(table));
  const [path, setPath] = useState<string>();
  const files = filesQuery.data?.files.filter(({ code }) => code !== null) ?? [];
  const selectedFile = files.find((file) => file.path === path) ?? files[0];
  return (
    <Drawer
      open
      size="min(1180px, 100vw)"
      title={t('tool.gen.previewOf', { tableName: table.tableName })}
      onClose={onClose}
      className="gen-preview"
    >
      {filesQuery.error && !filesQuery.data ? (
        <ErrorState error={filesQuery.error} onRetry={() => void filesQuery.refetch()} />
      ) : !selectedFile ? (
        <LoadingState rows={12} />
      ) : (
        <div className="gen-preview-parts">
          <aside className="gen-preview-aside">
            <FileList files={files} selectedPath={selectedFile.path} onSelect={setPath} />
            <Steps steps={filesQuery.data?.steps ?? []} />
          </aside>
          <FileView key={selectedFile.path} file={selectedFile} />
        </div>
      )}
    </Drawer>
  );
}

type View = 'code' | 'disk' | 'result';

function FileView({ file }: { file: GenFile }) {
  const t = useTranslations();
  const { path, code, disk, result, conflicts, state } = file;
  const differs = disk !== null && state !== 'same';
  const [view, setView] = useState<View>(differs ? 'disk' : 'code');
  const generatedCode = code ?? '';
  const language = languageOf(path);
  const text = view === 'result' ? (result ?? generatedCode) : generatedCode;
  const name = path.split('/').at(-1) ?? path;
  const copy = async () => {
    const copied = await copyText(text);
    shellServices.notify(copied ? 'success' : 'error', t(copied ? 'kit.copied' : 'kit.copyFailed'));
  };
  const views = [
    { value: 'code' as const, label: t('tool.gen.view.code') },
    ...(differs ? [{ value: 'disk' as const, label: t('tool.gen.view.disk') }] : []),
    ...(differs && result !== null && result !== generatedCode ? [{ value: 'result' as const, label: t('tool.gen.view.result') }] : []),
  ];
  return (
    <section className="gen-file" aria-label={path}>
      <header className="gen-file-head">
        <h2 className="mono-text">{path}</h2>
        <span className="gen-file-acts">
          {views.length > 1 && <Segmented<View> size="small" value={view} onChange={setView} options={views} />}
          <Tooltip title={t('kit.copy')}>
            <Button type="text" size="small" aria-label={t('kit.copy')} icon={<Icon name="copy" />} onClick={() => void copy()} />
          </Tooltip>
          <Tooltip title={t('tool.gen.saveFile')}>
            <Button
              type="text"
              size="small"
              aria-label={t('tool.gen.saveFile')}
              icon={<Icon name="download" />}
              onClick={() => saveText(text, name, 'text/plain')}
            />
          </Tooltip>
        </span>
      </header>
      {conflicts.length > 0 && (
        <p className="gen-conflicts" role="note">
          {t('tool.gen.conflictLines', { count: conflicts.length, lines: conflicts.map(({ line }) => line).join(t('kit.joint')) })}
        </p>
      )}
      <div className="gen-file-code">
        {view === 'disk' ? (
          <CodeDiff before={disk ?? ''} after={result ?? generatedCode} language={language} label={path} />
        ) : (
          <CodeEditor
            value={text}
            language={language}
            label={path}
            readOnly
            {...(view === 'result' && { errors: conflicts.map(({ line }) => ({ line, message: t('tool.gen.conflict') })) })}
          />
        )}
      </div>
    </section>
  );
}

const languageOf = (path: string): CodeLanguage =>
  /\.[jt]sx?$|\.mjs$/.test(path) ? 'tsx' : path.endsWith('.json') ? 'json' : path.endsWith('sql') ? 'sql' : 'plain';
