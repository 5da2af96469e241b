import { Button, Checkbox } from 'antd';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { type Arrangement, inOrder, type Rearrange } from '../data/list-settings.ts';
import { useWords } from '../data/words.ts';
import { Icon } from './icon.tsx';
import './list.css';

interface ColumnSettingsProps {
  /** All columns in default order; the first one is fixed. */
  columns: readonly { key: string; title: string }[];
  value: Arrangement;
  usual: Arrangement;
  /** Must call `change` immediately, with the latest arrangement. */
  onChange: (change: Rearrange) => void;
}

/** Height of a row in pixels, as in `list.css`. A handle dragged this far passes its neighbour. */
const LINE = 32;

/** By drag handles or their Up and Down keys. */
export function ColumnSettings({ columns, value, usual, onChange }: ColumnSettingsProps) {
  const t = useWords();
  const [said, say] = useState('');
  const [dragged, setDragged] = useState<{ key: string; from: number }>();
  const shown = inOrder(columns, value.order);
  const move = (key: string, place: (now: number) => number) =>
    onChange((latest) => {
      const keys = inOrder(columns, latest.order).map((column) => column.key);
      const to = place(keys.indexOf(key));
      if (to < 1 || to >= keys.length) return latest;
      say(t('kit.column.moved', { name: columns.find((column) => column.key === key)?.title, place: to + 1 }));
      return { ...latest, order: keys.filter((other) => other !== key).toSpliced(to, 0, key) };
    });
  const show = (key: string, shows: boolean) =>
    onChange((latest) => {
      const others = latest.hidden.filter((other) => other !== key);
      return { ...latest, hidden: shows ? others : [...others, key] };
    });
  const press = (event: KeyboardEvent, key: string) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    move(key, (now) => now + step);
  };
  const drag = ({ clientY }: PointerEvent, place: number) => {
    if (!dragged) return;
    const steps = Math.trunc((clientY - dragged.from) / LINE);
    const to = Math.min(Math.max(place + steps, 1), shown.length - 1);
    if (to === place) return;
    move(dragged.key, () => to);
    setDragged({ ...dragged, from: dragged.from + (to - place) * LINE });
  };
  return (
    <div className="column-settings">
      <ul>
        {shown.map(({ key, title }, place) => (
          <li key={key} className={dragged?.key === key ? 'column-dragged' : ''}>
            <Checkbox
              checked={place === 0 || !value.hidden.includes(key)}
              disabled={place === 0}
              onChange={({ target }) => show(key, target.checked)}
            >
              {title}
            </Checkbox>
            {place > 0 && (
              <button
                type="button"
                className="column-handle"
                aria-label={t('kit.column.move', { name: title })}
                onKeyDown={(event) => press(event, key)}
                onPointerDown={(event) => {
                  event.currentTarget.setPointerCapture(event.pointerId);
                  setDragged({ key, from: event.clientY });
                }}
                onPointerMove={(event) => drag(event, place)}
                onPointerUp={() => setDragged(undefined)}
                onPointerCancel={() => setDragged(undefined)}
              >
                <Icon name="drag" />
              </button>
            )}
          </li>
        ))}
      </ul>
      <Button
        size="small"
        type="link"
        disabled={value.order.length === 0 && value.hidden.toSorted().join() === usual.hidden.toSorted().join()}
        onClick={() => onChange(() => usual)}
      >
        {t('kit.reset')}
      </Button>
      <span className="unseen" role="status">
        {said}
      </span>
    </div>
  );
}
