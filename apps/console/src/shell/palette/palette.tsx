import { Fragment, type KeyboardEvent, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from '../../data/i18n.ts';
import { useUserId } from '../../data/permission.tsx';
import { shortcutOf, storeLocally } from '../../data/platform.ts';
import { Icon } from '../../ui/icon.tsx';
import type { ConsoleRoutes } from '../routes.ts';
import { type PaletteEntry, useActionEntries, usePageEntries } from './commands.ts';
import { matchScore } from './fuzzy-match.ts';
import { isSearchable, useRecords } from './records.ts';

/** Maximum number of recent entries. */
const MAX_RECENT = 6;

const storageKeyOf = (userId: number) => `suyuan.palette.${userId}`;

/** Ids of the user's recent pages and actions; unavailable ones are filtered on display. Records are not stored. */
function readRecentIds(userId: number): string[] {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(storageKeyOf(userId)) ?? '[]');
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

function addRecentId(userId: number, id: string): void {
  if (id.startsWith('record:')) return;
  const recentIds = [id, ...readRecentIds(userId).filter((other) => other !== id)].slice(0, MAX_RECENT);
  storeLocally(storageKeyOf(userId), JSON.stringify(recentIds));
}

const dialogBox =
  'mx-auto mt-16 mb-auto max-h-[min(560px,calc(100dvh-96px))] w-[min(640px,calc(100vw-32px))] flex-col overflow-hidden rounded border-0 ' +
  'bg-popup p-0 text-ink shadow-popup backdrop:bg-overlay open:flex';
const searchInput =
  'h-8 min-w-0 flex-1 border-0 bg-transparent font-[family-name:inherit] text-base/5.5 text-ink outline-none ' +
  'placeholder:text-ellipsis placeholder:text-muted';
// a phone has no such key
const escapeKey = 'rounded border border-edge px-2 font-[family-name:inherit] text-xs/5 max-sm:hidden [@media(hover:none)]:hidden';
const active = 'bg-primary-ground text-primary-ink';
const body = 'min-h-0 flex-1 overflow-y-auto p-2';

const lines = ['open', 'move', 'pinyin', 'records', 'code'] as const;

function PaletteHelp() {
  const t = useTranslations();
  return (
    <div className={body}>
      <h2 className="mx-3 my-2 text-sm/5.5">{t('shell.palette.help')}</h2>
      <ul className="mt-0 mb-2 pr-3 pl-7">
        {lines.map((line) => (
          <li key={line} className="mb-2">
            {t(`shell.palette.help.${line}`, { key: shortcutOf('K') })}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Debounce delay in milliseconds before the server is queried. */
const DEBOUNCE_MS = 200;

/** Maximum number of pages and actions. */
const MAX_MATCHES = 8;

/** Searches pages, actions and records; an empty search lists recent entries. */
export default function Palette({ routes, onClose }: { routes: ConsoleRoutes; onClose: () => void }) {
  const t = useTranslations();
  const [input, setInput] = useState('');
  const { entries, more, looking, partly } = useEntries(routes, input.trim());
  const { at: activeIndex, setAt, choose } = useActiveEntry(entries, input, onClose);
  const dialog = useRef<HTMLDialogElement>(null);
  const list = useId();
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close(); // returns the focus, which removing the element does not
  }, []);
  useEffect(() => {
    // newer browsers return a promise from `scrollIntoView`, which is not an effect cleanup
    void document.getElementById(`${list}-${activeIndex}`)?.scrollIntoView({ block: 'nearest' });
  }, [activeIndex, list]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && entries.length > 0) setAt((activeIndex + step + entries.length) % entries.length);
    else if (event.key === 'Enter') choose(entries[activeIndex]);
    // close at once: the dialog reports it only after its animation, and Ctrl K in between would close it again
    else if (event.key === 'Escape') onClose();
    else return;
    event.preventDefault();
  };
  const help = input.trim() === '?' || input.trim() === '？';
  return (
    <dialog
      ref={dialog}
      className={dialogBox}
      aria-label={t('shell.palette')}
      onClose={onClose}
      onPointerDown={({ target, currentTarget }) => target === currentTarget && currentTarget.close()}
    >
      <div className="flex flex-none items-center gap-3 border-b border-line px-4 py-3 text-muted">
        <Icon name="search" />
        <input
          className={searchInput}
          autoFocus
          role="combobox"
          aria-label={t('shell.palette.field')}
          aria-expanded={entries.length > 0}
          aria-controls={list}
          aria-autocomplete="list"
          {...(entries.length > 0 && { 'aria-activedescendant': `${list}-${activeIndex}` })}
          placeholder={t('shell.palette.placeholder')}
          value={input}
          maxLength={200}
          spellCheck={false}
          autoComplete="off"
          onChange={({ target }) => setInput(target.value)}
          onKeyDown={onKeyDown}
        />
        <kbd className={escapeKey}>Esc</kbd>
      </div>
      {help ? (
        <PaletteHelp />
      ) : (
        <div role="listbox" id={list} aria-label={t('shell.palette')} className={body}>
          {entries.map((entry, index) => (
            <Fragment key={entry.id}>
              {entry.group !== entries[index - 1]?.group && (
                <div className="px-3 pt-2 pb-1 text-xs/5 text-muted" role="presentation">
                  {entry.group}
                </div>
              )}
              {/* biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keyboard */}
              {/* biome-ignore lint/a11y/useFocusableInteractive: the field above names the one in question */}
              <div
                role="option"
                id={`${list}-${index}`}
                aria-selected={index === activeIndex}
                className={`flex min-h-10 cursor-pointer items-center gap-3 rounded px-3 py-1 ${index === activeIndex ? active : ''}`}
                onPointerMove={() => setAt(index)}
                onClick={() => choose(entry)}
              >
                <Icon name={entry.icon} />
                <span className="wrap-anywhere">{entry.title}</span>
                {entry.subtitle && <span className="flex-auto truncate text-right text-xs text-muted">{entry.subtitle}</span>}
              </div>
            </Fragment>
          ))}
        </div>
      )}
      <p className="m-0 flex-none border-t border-line px-4 py-2 text-xs/5 text-muted" role="status">
        {help ? null : looking ? (
          t('shell.palette.looking')
        ) : (
          <>
            {entries.length === 0
              ? t('shell.palette.none', { text: input.trim() })
              : t(more ? 'shell.palette.foundMore' : 'shell.palette.found', { count: entries.length })}
            {partly && ` · ${t('shell.palette.partly')}`}
          </>
        )}
      </p>
    </dialog>
  );
}

/** Matches of `text` by group, best first; recent entries for an empty text. */
function useEntries(routes: ConsoleRoutes, text: string) {
  const t = useTranslations();
  const owner = useUserId();
  const pages = usePageEntries(routes.menu);
  const actions = useActionEntries();
  const commands = [...pages, ...actions];
  const debouncedText = useDebouncedValue(text);
  const records = useRecords(debouncedText, routes.pages);
  if (!text) {
    const recent = readRecentIds(owner).flatMap((id) => commands.find((entry) => entry.id === id) ?? []);
    // the menu lists the pages already
    const rest = [...actions, ...pages].filter((entry) => !recent.includes(entry));
    const entries = [...recent.map((entry) => ({ ...entry, group: t('shell.palette.recent') })), ...rest];
    return { entries, more: false, looking: false, partly: false };
  }
  const matches = commands
    .map((entry) => ({ entry, points: matchScore(entry.title, text) }))
    .filter(({ points }) => points > 0)
    .sort((one, other) => other.points - one.points)
    .map(({ entry }) => entry);
  const grouped = [...Map.groupBy(matches.slice(0, MAX_MATCHES), ({ group }) => group).values()].flat();
  return {
    entries: [...grouped, ...records.entries],
    more: records.more || matches.length > MAX_MATCHES,
    looking: records.looking || (debouncedText !== text && isSearchable(text)),
    partly: records.partly,
  };
}

function useDebouncedValue(text: string) {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return debounced;
}

function useActiveEntry(entries: readonly PaletteEntry[], input: string, onClose: () => void) {
  const navigate = useNavigate();
  const owner = useUserId();
  const [activeState, setActiveState] = useState({ input, at: 0 });
  const activeIndex = useMemo(
    () => (activeState.input === input ? Math.min(activeState.at, Math.max(0, entries.length - 1)) : 0),
    [activeState, input, entries],
  );
  const choose = (entry: PaletteEntry | undefined) => {
    if (!entry) return;
    addRecentId(owner, entry.id);
    onClose();
    if (entry.to) void navigate(entry.to, entry.add ? { state: { add: true } } : {});
    else entry.onSelect?.();
  };
  return { at: activeIndex, setAt: (next: number) => setActiveState({ input, at: next }), choose };
}
