import type { GenFile } from '@suyuan/contract';
import type { KeyboardEvent } from 'react';
import { useWords } from '../../../data/words.ts';
import { Icon } from '../../../ui/icon.tsx';

interface FileListProps {
  files: readonly GenFile[];
  chosen: string;
  onChoose: (path: string) => void;
}

export function FileList({ files, chosen, onChoose }: FileListProps) {
  const t = useWords();
  const folders = foldersOf(files);
  const inOrder = folders.flatMap(({ files: within }) => within);
  const step = (event: KeyboardEvent) => {
    const at = inOrder.findIndex(({ path }) => path === chosen);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: inOrder.length - 1 }[event.key];
    const next = to === undefined ? undefined : inOrder[to];
    if (!next) return;
    event.preventDefault();
    onChoose(next.path);
    const list = event.currentTarget;
    requestAnimationFrame(() => list.querySelector<HTMLElement>('[aria-current="true"]')?.focus());
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys walk the buttons within
    <div className="gen-files" onKeyDown={step}>
      <p className="none">{t('tool.gen.fileCount', { count: files.length })}</p>
      <ul>
        {folders.map(({ folder, files: within }) => (
          <li key={folder}>
            <span className="gen-folder">{folder}</span>
            <ul>
              {within.map(({ path, kind, state }) => (
                <li key={path}>
                  <button
                    type="button"
                    className="gen-file-name"
                    aria-current={path === chosen}
                    tabIndex={path === chosen ? 0 : -1}
                    onClick={() => onChoose(path)}
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
  return [...folders].map(([folder, within]) => ({ folder, files: within }));
}
