import { type GenFile, type GenFiles, type GenTable, genFiles, genPreview } from '@suyuan/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Button, Segmented, Tooltip } from 'antd';
import { type KeyboardEvent, useState } from 'react';
import { call, endpointQueryOptions } from '../../../data/api.ts';
import { saveText } from '../../../data/download.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { hasExtension } from '../../../data/server-info.ts';
import { shellServices } from '../../../data/shell-services.ts';
import { copyText } from '../../../ui/clipboard.ts';
import { CodeDiff, CodeEditor, type CodeLanguage } from '../../../ui/code-editor.tsx';
import { MountedDrawer } from '../../../ui/form-parts.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { QueryState } from '../../../ui/states.tsx';
import { Steps } from './generation-result-dialog.tsx';

/** A RuoYi server returns the code by template, e.g. `vm/java/domain.java.vm`. */
const templatesQueryOptions = (id: number) =>
  queryOptions({
    queryKey: [genPreview.root, `/preview/${id}`, {}],
    queryFn: async ({ signal }): Promise<GenFiles> => {
      const files = Object.entries(await call(genPreview, { id }, { signal })).map(([template, code]) => ({
        ...{ path: template.replace(/^vm\//, '').replace(/\.vm$/, ''), kind: 'file' as const, code },
        ...{ state: null, disk: null, result: null, conflicts: [] },
      }));
      return { files, steps: [] };
    },
  });

interface FileListProps {
  files: readonly GenFile[];
  selectedPath: string;
  onSelect: (path: string) => void;
}

const stateColours = {
  same: 'text-muted',
  absent: 'text-success',
  merged: 'text-success',
  stale: 'text-warning',
  conflict: 'text-danger',
};

const folderOf = (path: string) => path.slice(0, Math.max(path.lastIndexOf('/'), 0));
const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);

const FILE_BUTTON = 'flex w-full cursor-pointer items-center gap-2 rounded border-0 px-2 py-1 text-start [font:inherit]';

function FileList({ files, selectedPath, onSelect }: FileListProps) {
  const t = useTranslations();
  const sortedFiles = files.toSorted((one, other) => one.path.localeCompare(other.path));
  const folders = [...Map.groupBy(sortedFiles, ({ path }) => folderOf(path))];
  const orderedFiles = folders.flatMap(([, folderFiles]) => folderFiles);
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
    <div onKeyDown={step}>
      <p className="mt-0 mb-3 text-muted">{t('tool.gen.fileCount', { count: files.length })}</p>
      <ul className="m-0 list-none p-0">
        {folders.map(([folder, folderFiles]) => (
          <li key={folder}>
            <span className="mt-3 block font-mono text-xs wrap-anywhere text-muted">{folder}</span>
            <ul className="m-0 list-none p-0">
              {folderFiles.map(({ path, kind, state }) => (
                <li key={path}>
                  <button
                    type="button"
                    className={`${FILE_BUTTON} ${
                      path === selectedPath ? 'bg-primary-ground text-primary-ink' : 'bg-transparent text-ink hover:bg-hover'
                    }`}
                    aria-current={path === selectedPath}
                    tabIndex={path === selectedPath ? 0 : -1}
                    onClick={() => onSelect(path)}
                  >
                    <Icon name={kind === 'edit' ? 'edit' : 'file'} />
                    <span className="flex-1 wrap-anywhere">{nameOf(path)}</span>
                    <em className={`flex-none text-xs not-italic ${stateColours[state ?? 'same']}`}>
                      {state ? state !== 'same' && t(`tool.gen.state.${state}`) : kind === 'edit' && t('tool.gen.kind.edit')}
                    </em>
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

export function PreviewDrawer({ table: { tableId: id, tableName }, onClose }: { table: GenTable; onClose: () => void }) {
  const t = useTranslations();
  const filesQuery = useQuery({
    ...(hasExtension('generatorDetails') ? endpointQueryOptions(genFiles, { id }) : templatesQueryOptions(id)),
    staleTime: 0,
    gcTime: 0,
  });
  const [path, setPath] = useState<string>();
  const files = filesQuery.data?.files.filter(({ code }) => code !== null) ?? [];
  const selectedFile = files.find((file) => file.path === path) ?? files[0];
  return (
    <MountedDrawer
      size="min(1180px, 100vw)"
      title={t('tool.gen.previewOf', { tableName })}
      onClose={onClose}
      styles={{ body: { padding: 0 } }}
    >
      {!selectedFile ? (
        <QueryState query={filesQuery} rows={12} />
      ) : (
        <div className="grid h-full grid-cols-[320px_minmax(0,1fr)] max-md:grid-cols-1 max-md:grid-rows-[auto_minmax(360px,1fr)]">
          <aside className="overflow-auto border-line p-4 max-md:max-h-[calc(40vh+33px)] max-md:border-b md:border-e">
            <FileList files={files} selectedPath={selectedFile.path} onSelect={setPath} />
            <Steps steps={filesQuery.data?.steps ?? []} />
          </aside>
          <FileView key={selectedFile.path} file={selectedFile} />
        </div>
      )}
    </MountedDrawer>
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
  const copy = async () => {
    const copied = await copyText(text);
    shellServices.notify(copied ? 'success' : 'error', t(copied ? 'kit.copied' : 'kit.copyFailed'));
  };
  const tool = (label: string, icon: 'copy' | 'download', onClick: () => void) => (
    <Tooltip title={label}>
      <Button type="text" size="small" aria-label={label} icon={<Icon name={icon} />} onClick={onClick} />
    </Tooltip>
  );
  const views = [
    { value: 'code' as const, label: t('tool.gen.view.code') },
    ...(differs ? [{ value: 'disk' as const, label: t('tool.gen.view.disk') }] : []),
    ...(differs && result !== null && result !== generatedCode ? [{ value: 'result' as const, label: t('tool.gen.view.result') }] : []),
  ];
  return (
    <section className="flex min-h-0 min-w-0 flex-col" aria-label={path}>
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-4 py-2">
        <h2 className="m-0 text-[13px] font-normal wrap-anywhere mono-text">{path}</h2>
        <span className="flex items-center gap-1">
          {views.length > 1 && <Segmented<View> aria-label={path} size="small" value={view} onChange={setView} options={views} />}
          {tool(t('kit.copy'), 'copy', () => void copy())}
          {tool(t('tool.gen.saveFile'), 'download', () => saveText(text, nameOf(path), 'text/plain'))}
        </span>
      </header>
      {conflicts.length > 0 && (
        <p className="m-0 bg-danger-ground px-4 py-2 text-danger" role="note">
          {t('tool.gen.conflictLines', { count: conflicts.length, lines: conflicts.map(({ line }) => line).join(t('kit.joint')) })}
        </p>
      )}
      <div className="min-h-0 flex-1 overflow-hidden *:box-content">
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
