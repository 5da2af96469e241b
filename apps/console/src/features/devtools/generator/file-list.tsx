import type { GenFile } from '@suyuan/contract';
import type { KeyboardEvent } from 'react';
import { useTranslations } from '../../../data/words.ts';
import { Icon } from '../../../ui/icon.tsx';

interface FileListProps {
  files: readonly GenFile[];
  selectedPath: string;
  onSelect: (path: string) => void;
}

export function FileList({ files, selectedPath, onSelect }: FileListProps) {
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
