import { closestCenter, DndContext, PointerSensor, useDraggable, useDroppable, useSensor, useSensors } from '@dnd-kit/core';
import { Button } from 'antd';
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslations } from '../data/i18n.ts';
import type { useTreeOrder } from '../data/tree-order.ts';
import { Icon } from './icon.tsx';

/** Also announces moves to screen readers. */
export function OrderBar({ order }: { order: ReturnType<typeof useTreeOrder> }) {
  const t = useTranslations();
  return (
    <>
      {order.changes > 0 && (
        <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2 rounded bg-primary-ground px-3 py-2">
          <span className="mr-auto">{t('kit.order.unsaved', { count: order.changes })}</span>
          <Button onClick={order.undo}>{t('kit.order.undo')}</Button>
          <Button type="primary" onClick={order.save} loading={order.saving}>
            {t('kit.order.save')}
          </Button>
        </div>
      )}
      <span className="sr-only" role="status">
        {order.announcement}
      </span>
    </>
  );
}

interface SortAreaProps {
  onMove: (id: number, over: number) => void;
  children: ReactNode;
}

/** The page announces moves in its language. */
const noAnnouncements = {
  announcements: { onDragStart: noAnnouncement, onDragOver: noAnnouncement, onDragEnd: noAnnouncement, onDragCancel: noAnnouncement },
};
function noAnnouncement() {
  return undefined;
}

/** Area whose rows can be dragged by their handles, each within its group. */
export function SortArea({ onMove, children }: SortAreaProps) {
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }));
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{ ...noAnnouncements, screenReaderInstructions: { draggable: '' } }}
      onDragEnd={({ active, over }) => {
        if (over && over.id !== active.id) onMove(Number(active.id), Number(over.id));
      }}
    >
      {children}
    </DndContext>
  );
}

const grabbable = 'cursor-grab touch-none active:cursor-grabbing';

interface SortHandleProps {
  id: number;
  /** Rows can be moved only within their group. */
  group: number | string;
  /** Accessible name, with a hint on its use. */
  label: string;
  onStep: (step: -1 | 1) => void;
}

export function SortHandle({ id, group, label, onStep }: SortHandleProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [row, setRow] = useState<HTMLElement | null>(null);
  const { listeners, setNodeRef, isDragging, transform, active } = useDraggable({ id, data: { group } });
  const isOtherGroup = active !== null && active.data.current?.group !== group;
  const { setNodeRef: setDropRef, isOver, over, rect } = useDroppable({ id, data: { group }, disabled: isOtherGroup });

  const attachRefs = useCallback(
    (node: HTMLButtonElement | null) => {
      button.current = node;
      const own = node?.closest<HTMLElement>('tr, li') ?? null;
      setRow(own);
      setNodeRef(node);
      setDropRef(own);
    },
    [setNodeRef, setDropRef],
  );
  const dragOffset = isDragging ? (transform?.y ?? 0) : undefined;
  const isDropTarget = isOver && !isDragging && over?.id === id;
  const isBelow = isDropTarget && (active?.rect.current.initial?.top ?? 0) < (rect.current?.top ?? 0);
  useEffect(() => {
    if (!row) return;
    // its look is in antd.css
    row.dataset.sort = dragOffset !== undefined ? 'lifted' : isDropTarget ? (isBelow ? 'dropBelow' : 'dropAbove') : '';
    row.style.transform = dragOffset === undefined ? '' : `translateY(${dragOffset}px)`;
  }, [row, dragOffset, isDropTarget, isBelow]);

  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : undefined;
    if (!step) return;
    event.preventDefault();
    onStep(step);
    // moving the row in the DOM removes its focus
    requestAnimationFrame(() => button.current?.focus());
  };
  return (
    <button
      ref={attachRefs}
      type="button"
      className={`inline-grid size-6 place-items-center rounded-sm border-0 bg-transparent p-0 text-muted hover:bg-hover ${grabbable}`}
      aria-label={label}
      title={label}
      {...listeners}
      onKeyDown={onKeyDown}
    >
      <Icon name="drag" />
    </button>
  );
}
