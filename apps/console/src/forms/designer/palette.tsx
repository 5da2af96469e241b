import { type FieldType, fieldGroups, typesOf } from '@suyuan/forms';
import { Button } from 'antd';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslations } from '../../data/i18n.ts';
import { Icon } from '../../ui/icon.tsx';
import { ClearableInput } from '../../ui/select.tsx';
import { TypeIcon } from './designer-icons.tsx';
import { useDesignerStore } from './designer-store.ts';
import { initialTexts } from './designer-texts.ts';
import { Key, SectionTitle } from './parts.tsx';
import { useDrag } from './use-drag.ts';

const COLUMNS = 2;

/** Index offset of each arrow key in the grid. */
const arrowOffsets: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -COLUMNS, ArrowDown: COLUMNS };

/** Component types to drag onto the board, or to insert after the selection by click or Enter. */
export function Palette({ onAdded }: { onAdded?: () => void }) {
  const t = useTranslations();
  const store = useDesignerStore();
  const [searchText, setSearchText] = useState('');
  const list = useRef<HTMLDivElement>(null);
  const name = (type: FieldType) => t(`tool.build.type.${type}`);
  const query = searchText.trim().toLowerCase();
  const groups = fieldGroups
    .map((group) => ({
      group,
      types: typesOf(group).filter((type) => !query || name(type).toLowerCase().includes(query) || type.includes(query)),
    }))
    .filter(({ types }) => types.length > 0);
  const add = (type: FieldType) => {
    store.dispatch({ do: 'add', type, words: initialTexts(t, type) });
    onAdded?.();
  };
  const items = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-palette]') ?? [])];
  const handleArrowKey = (event: KeyboardEvent) => {
    const offset = arrowOffsets[event.key];
    if (!offset) return;
    const all = items();
    const next = all[all.indexOf(event.target as HTMLElement) + offset];
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  const handleSearchKey = (event: KeyboardEvent) => {
    const first = groups[0]?.types[0];
    if (event.key === 'Enter' && query && first) add(first);
    else if (event.key === 'ArrowDown') items()[0]?.focus();
    else return;
    event.preventDefault();
  };
  return (
    <section className="flex min-h-0 flex-1 flex-col gap-3" aria-label={t('tool.build.palette')}>
      <ClearableInput
        prefix={<Icon name="search" />}
        value={searchText}
        placeholder={t('tool.build.find')}
        aria-label={t('tool.build.find')}
        aria-keyshortcuts="/"
        suffix={
          searchText ? undefined : (
            <span className="max-xl:hidden">
              <Key>/</Key>
            </span>
          )
        }
        onChange={(event) => setSearchText(event.target.value)}
        onKeyDown={handleSearchKey}
        data-find
      />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys go from button to button */}
      <div className="-mx-3 min-h-0 flex-1 overflow-x-hidden overflow-y-auto px-3 scrollbar-thin" ref={list} onKeyDown={handleArrowKey}>
        {groups.map(({ group, types }) => (
          <div key={group}>
            <SectionTitle id={`palette-${group}`}>{t(`tool.build.group.${group}`)}</SectionTitle>
            <ul className="mt-0 mb-4 grid list-none grid-cols-2 gap-1.5 p-0" aria-labelledby={`palette-${group}`}>
              {types.map((type) => (
                <li key={type}>
                  <PaletteItem type={type} name={name(type)} onAdd={add} />
                </li>
              ))}
            </ul>
          </div>
        ))}
        {groups.length === 0 && <p className="text-muted">{t('tool.build.findNone', { wanted: searchText })}</p>}
      </div>
      <Button block icon={<Icon name="list" />} onClick={() => store.update({ dialog: 'bulk', side: undefined })}>
        {t('tool.build.bulk')}
      </Button>
    </section>
  );
}

const text = 'text-sm/4.5 max-xl:text-xs/4.5 [font-family:inherit]';
const box = 'h-full min-h-9 w-full rounded border border-line bg-fill px-1.5 py-1 max-xl:px-1 max-md:min-h-11';
const boxStates = 'hover:border-primary hover:bg-primary-ground focus-visible:border-primary focus-visible:bg-primary-ground';

function PaletteItem({ type, name, onAdd }: { type: FieldType; name: string; onAdd: (type: FieldType) => void }) {
  const startDrag = useDrag();
  return (
    <button
      type="button"
      className={`group flex cursor-grab items-center gap-2 text-start text-ink select-none max-xl:gap-1 ${text} ${box} ${boxStates}`}
      data-palette={type}
      onClick={() => onAdd(type)}
      onPointerDown={(event) => event.pointerType !== 'touch' && startDrag(event, { kind: 'new', type })}
    >
      <TypeIcon type={type} className="text-muted group-hover:text-primary-ink" />
      <span>{name}</span>
    </button>
  );
}
