import { Fragment, type KeyboardEvent, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useOwner } from '../../data/owner.ts';
import { useWords } from '../../data/words.ts';
import { Icon } from '../../ui/icon.tsx';
import type { ConsoleRoutes } from '../routes.ts';
import { useActions, usePages } from './commands.ts';
import type { Entry } from './entry.ts';
import { PaletteHelp } from './help.tsx';
import { score } from './match.ts';
import { noteRecent, recentOf } from './recent.ts';
import { isAsked, useRecords } from './records.ts';
import './palette.css';

/** Debounce delay in milliseconds before the server is queried. */
const PAUSE = 200;

/** Maximum number of pages and actions. */
const MOST = 8;

/** Searches pages, actions and records; an empty search lists recent entries. */
export default function Palette({ routes, onClose }: { routes: ConsoleRoutes; onClose: () => void }) {
  const t = useWords();
  const [typed, setTyped] = useState('');
  const { entries, looking, partly } = useEntries(routes, typed.trim());
  const { at, setAt, choose } = useChoice(entries, typed, onClose);
  const dialog = useRef<HTMLDialogElement>(null);
  const list = useId();
  useLayoutEffect(() => {
    dialog.current?.showModal();
  }, []);
  useEffect(() => {
    // newer browsers return a promise from `scrollIntoView`, which is not an effect cleanup
    void document.getElementById(`${list}-${at}`)?.scrollIntoView({ block: 'nearest' });
  }, [at, list]);

  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && entries.length > 0) setAt((at + step + entries.length) % entries.length);
    else if (event.key === 'Enter') choose(entries[at]);
    // close at once: the dialog reports it only after its animation, and Ctrl K in between would close it again
    else if (event.key === 'Escape') onClose();
    else return;
    event.preventDefault();
  };
  const help = typed.trim() === '?' || typed.trim() === '？';
  return (
    <dialog
      ref={dialog}
      className="palette"
      aria-label={t('shell.palette')}
      onClose={onClose}
      onPointerDown={({ target, currentTarget }) => target === currentTarget && currentTarget.close()}
    >
      <div className="palette-field">
        <Icon name="search" />
        <input
          autoFocus
          role="combobox"
          aria-label={t('shell.palette.field')}
          aria-expanded={entries.length > 0}
          aria-controls={list}
          aria-autocomplete="list"
          {...(entries.length > 0 && { 'aria-activedescendant': `${list}-${at}` })}
          placeholder={t('shell.palette.placeholder')}
          value={typed}
          maxLength={200}
          spellCheck={false}
          autoComplete="off"
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={press}
        />
        <kbd>Esc</kbd>
      </div>
      {help ? (
        <PaletteHelp />
      ) : (
        <div role="listbox" id={list} aria-label={t('shell.palette')} className="palette-list">
          {entries.map((entry, index) => (
            <Fragment key={entry.id}>
              {entry.group !== entries[index - 1]?.group && (
                <div className="palette-group" role="presentation">
                  {entry.group}
                </div>
              )}
              {/* biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keyboard */}
              {/* biome-ignore lint/a11y/useFocusableInteractive: the field above names the one in question */}
              <div
                role="option"
                id={`${list}-${index}`}
                aria-selected={index === at}
                className="palette-entry"
                onPointerMove={() => setAt(index)}
                onClick={() => choose(entry)}
              >
                <Icon name={entry.icon} />
                <span className="palette-title">{entry.title}</span>
                {entry.more && <span className="palette-more">{entry.more}</span>}
              </div>
            </Fragment>
          ))}
        </div>
      )}
      <p className="palette-state" role="status">
        {help ? null : looking ? (
          t('shell.palette.looking')
        ) : (
          <>
            {entries.length === 0 ? t('shell.palette.none', { text: typed.trim() }) : t('shell.palette.found', { count: entries.length })}
            {partly && ` · ${t('shell.palette.partly')}`}
          </>
        )}
      </p>
    </dialog>
  );
}

/** Matches of `text` by group, best first; recent entries for an empty text. */
function useEntries(routes: ConsoleRoutes, text: string) {
  const t = useWords();
  const owner = useOwner();
  const own = [...usePages(routes.menu), ...useActions()];
  const asked = usePaused(text);
  const records = useRecords(asked, routes.pages);
  if (!text) {
    const recent = recentOf(owner).flatMap((id) => own.find((entry) => entry.id === id) ?? []);
    const rest = own.filter((entry) => !recent.includes(entry));
    const entries = [...recent.map((entry) => ({ ...entry, group: t('shell.palette.recent') })), ...rest];
    return { entries, looking: false, partly: false };
  }
  const found = own
    .map((entry) => ({ entry, points: score(entry.title, text) }))
    .filter(({ points }) => points > 0)
    .sort((one, other) => other.points - one.points)
    .slice(0, MOST)
    .map(({ entry }) => entry);
  const grouped = [...Map.groupBy(found, ({ group }) => group).values()].flat();
  return {
    entries: [...grouped, ...records.entries],
    looking: records.looking || (asked !== text && isAsked(text)),
    partly: records.partly,
  };
}

function usePaused(text: string) {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}

function useChoice(entries: readonly Entry[], typed: string, onClose: () => void) {
  const navigate = useNavigate();
  const owner = useOwner();
  const [place, setPlace] = useState({ typed, at: 0 });
  const at = useMemo(() => (place.typed === typed ? Math.min(place.at, Math.max(0, entries.length - 1)) : 0), [place, typed, entries]);
  const choose = (entry: Entry | undefined) => {
    if (!entry) return;
    noteRecent(owner, entry.id);
    onClose();
    if (entry.to) void navigate(entry.to, entry.add ? { state: { add: true } } : {});
    else entry.act?.();
  };
  return { at, setAt: (next: number) => setPlace({ typed, at: next }), choose };
}
