import { closestCenter, DndContext, PointerSensor, useDraggable, useDroppable, useSensor, useSensors } from '@dnd-kit/core';
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { Icon } from './icon.tsx';
import './sort-handle.css';

interface SortAreaProps {
  /** The row `id` is to stand where the row `over` stands. */
  onMove: (id: number, over: number) => void;
  children: ReactNode;
}

/** What a screen reader hears comes from the page, in the page's language. */
const silent = { announcements: { onDragStart: none, onDragOver: none, onDragEnd: none, onDragCancel: none } };
function none() {
  return undefined;
}

/** Rows within can be dragged by their handles, each among its own group. */
export function SortArea({ onMove, children }: SortAreaProps) {
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }));
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{ ...silent, screenReaderInstructions: { draggable: '' } }}
      onDragEnd={({ active, over }) => {
        if (over && over.id !== active.id) onMove(Number(active.id), Number(over.id));
      }}
    >
      {children}
    </DndContext>
  );
}

interface SortHandleProps {
  id: number;
  /** Rows change places only with rows of the same group. */
  group: number | string;
  /** What the handle is called, with how it is used. */
  label: string;
  /** The arrow keys: one place up or down. */
  onStep: (by: -1 | 1) => void;
}

/** The handle of one row of a table or list: dragged, or moved by the up and down keys. */
export function SortHandle({ id, group, label, onStep }: SortHandleProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [row, setRow] = useState<HTMLElement | null>(null);
  const { listeners, setNodeRef, isDragging, transform, active } = useDraggable({ id, data: { group } });
  const foreign = active !== null && active.data.current?.group !== group;
  const { setNodeRef: setDropRef, isOver, over, rect } = useDroppable({ id, data: { group }, disabled: foreign });

  const hold = useCallback(
    (node: HTMLButtonElement | null) => {
      button.current = node;
      const own = node?.closest<HTMLElement>('tr, li') ?? null;
      setRow(own);
      setNodeRef(node);
      setDropRef(own);
    },
    [setNodeRef, setDropRef],
  );
  const lifted = isDragging ? (transform?.y ?? 0) : undefined;
  const target = isOver && !isDragging && over?.id === id;
  const below = target && (active?.rect.current.initial?.top ?? 0) < (rect.current?.top ?? 0);
  useEffect(() => {
    if (!row) return;
    row.classList.toggle('sort-lifted', lifted !== undefined);
    row.classList.toggle('sort-over', target && !below);
    row.classList.toggle('sort-over-below', target && below);
    row.style.transform = lifted === undefined ? '' : `translateY(${lifted}px)`;
  }, [row, lifted, target, below]);

  const press = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : undefined;
    if (!by) return;
    event.preventDefault();
    onStep(by);
    // the row is moved in the document, which takes the focus from it
    requestAnimationFrame(() => button.current?.focus());
  };
  return (
    <button ref={hold} type="button" className="sort-handle" aria-label={label} title={label} {...listeners} onKeyDown={press}>
      <Icon name="drag" />
    </button>
  );
}
