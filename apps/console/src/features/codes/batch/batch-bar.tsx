import { type CodeRun, type CodeStatus, codes } from '@suyuan/contract';
import { Button, Popover } from 'antd';
import { type PointerEvent, useState } from 'react';
import { currentLanguage, useTranslations } from '../../../data/i18n.ts';
import { widthOf } from '../../../ui/ellipsis.tsx';
import { groupDigits, ordinalRange, ordinalText, shortNumber } from '../../../ui/number-format.ts';
import { colourOfStatus, StatusDot, toneOfStatus } from '../../../ui/status-tones.tsx';
import { useElementWidth } from '../../../ui/use-element-width.ts';
import { completeSpan, joinByStatus, ordinalAt, type Piece, piecesOf, runAt, type Span, spanBetween, ticksOf } from './bar-geometry.ts';
import type { Batch } from './batch-steps.ts';
import { RangePanel } from './range-panel.tsx';

/** Click tolerance in pixels. */
const CLICK_TOLERANCE_PX = 4;
const HEIGHT = 40;

interface BatchBarProps {
  batch: Batch;
  runs: readonly CodeRun[];
  /** Number of codes at the displayed level. */
  total: number;
  /** Whether the user may act on a range. Without permission, ranges cannot be selected. */
  isSelectable: boolean;
  /** Status to highlight while the pointer is over its legend entry. */
  highlighted?: CodeStatus | undefined;
}

interface Selection {
  /** What the panel is next to. */
  at: 'bar' | 'link';
  range: Partial<Span>;
}

/** From this number of codes on, the axis uses compact ordinals. */
const COMPACT_FROM = 1e7;

/** Pixels that a label needs: per letter, and margin. */
const [LETTER_WIDTH_PX, LABEL_MARGIN_PX] = [8, 32];

// the label has a background, because the piece may have any colour
const pieceLabel = 'pointer-events-none absolute top-2 rounded-sm bg-surface px-2 text-xs/6 whitespace-nowrap text-ink';
const selectedSpan = 'pointer-events-none absolute -inset-y-1 rounded-sm border-2 border-ink bg-[rgb(255_255_255/24%)]';
const tickMark = 'before:absolute before:-top-1 before:left-1/2 before:h-1 before:border-l before:border-edge';
const tipBox = 'flex w-max max-w-full flex-wrap gap-x-3 rounded bg-popup px-3 py-1 text-xs/5 whitespace-nowrap shadow-popup';

/** The batch as one bar, coloured by status along its ordinals. Ranges are selected by dragging or by number. */
export function BatchBar({ batch, runs, total, isSelectable, highlighted }: BatchBarProps) {
  const t = useTranslations();
  const [width, ref] = useElementWidth();
  const [pointerX, setPointerX] = useState<number>();
  const [dragStart, setDragStart] = useState<number>();
  const [selection, setSelection] = useState<Selection>();
  const span = selection && completeSpan(selection.range);
  const pieces = piecesOf(runs, total, width);
  const formatOrdinal = (ordinal: number) => (total < COMPACT_FROM ? String(ordinal) : shortNumber(ordinal, currentLanguage()));
  const labelledPieces = piecesOf(joinByStatus(runs), total, width)
    .map(({ run, ...piece }) => ({
      ...piece,
      run,
      word: t(codes.word(`status.${run.status}`)),
      count: groupDigits(run.to - run.from + 1),
    }))
    .filter((piece) => widthOf(piece.word + piece.count) * LETTER_WIDTH_PX + LABEL_MARGIN_PX < piece.width);
  const pointerPosition = (event: PointerEvent<HTMLElement>) =>
    Math.min(Math.max(event.clientX - event.currentTarget.getBoundingClientRect().left, 0), width);

  const draggedSpan =
    dragStart !== undefined && pointerX !== undefined && Math.abs(pointerX - dragStart) > CLICK_TOLERANCE_PX
      ? spanBetween(dragStart, pointerX, { width, total, runs })
      : undefined;
  const visibleSpan = draggedSpan ?? span;
  const finish = () => {
    if (dragStart === undefined || pointerX === undefined) return;
    const clicked = runAt(pieces, pointerX);
    const range = draggedSpan ?? (clicked && { from: clicked.from, to: clicked.to });
    setSelection(range && { at: 'bar', range });
    setDragStart(undefined);
  };
  const fadeOf = (status: CodeStatus) => (highlighted && status !== highlighted ? 'transition-opacity opacity-20' : 'transition-opacity');
  const left = visibleSpan && ((visibleSpan.from - 1) / total) * width;
  const spanWidth = visibleSpan && Math.max(((visibleSpan.to - visibleSpan.from + 1) / total) * width, 2);

  const panelAt = (place: Selection['at']) =>
    ({
      open: selection?.at === place && draggedSpan === undefined,
      trigger: 'click',
      zIndex: 900,
      destroyOnHidden: true,
      onOpenChange: (open: boolean) => !open && setSelection(undefined),
      // a field of a popover that still opens cannot take the focus
      afterOpenChange: (open: boolean) => open && document.getElementById('range-from')?.focus(),
      content: selection && (
        <RangePanel
          batch={batch}
          runs={runs}
          range={selection.range}
          onChange={(range) => setSelection({ ...selection, range })}
          onClose={() => setSelection(undefined)}
        />
      ),
    }) as const;

  return (
    <div className="relative">
      {/* the panel is next to the track, because presses in a portal bubble to React parents */}
      <div className="relative">
        <div
          ref={ref}
          className={`relative h-10 touch-pan-y rounded bg-track select-none ${isSelectable ? 'cursor-crosshair' : ''}`}
          onPointerMove={(event) => setPointerX(pointerPosition(event))}
          onPointerLeave={() => dragStart === undefined && setPointerX(undefined)}
          onPointerDown={(event) => {
            if (!isSelectable || event.button !== 0) return;
            event.currentTarget.setPointerCapture(event.pointerId);
            setPointerX(pointerPosition(event));
            setDragStart(pointerPosition(event));
          }}
          onPointerUp={finish}
          onPointerCancel={() => setDragStart(undefined)}
        >
          <svg
            className="block rounded"
            width={width}
            height={HEIGHT}
            role="img"
            shapeRendering="crispEdges"
            aria-label={t('manage.batch.barOf', { batchNo: batch.batchNo, count: groupDigits(total) })}
          >
            <defs>
              <pattern id="bar-void" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
                <rect width="2" height="6" fill="rgb(255 255 255 / 45%)" />
              </pattern>
            </defs>
            {pieces.map(({ run, x, width: pieceWidth }) => (
              <g key={run.from} className={fadeOf(run.status)}>
                <rect x={x} width={pieceWidth} height={HEIGHT} fill={colourOfStatus(run.status)} />
                {run.status === 'void' && <rect x={x} width={pieceWidth} height={HEIGHT} fill="url(#bar-void)" />}
              </g>
            ))}
          </svg>
          {labelledPieces.map(({ run, x, word, count }) => (
            <span key={run.from} className={`${pieceLabel} ${fadeOf(run.status)}`} style={{ insetInlineStart: x + 8 }} aria-hidden="true">
              {word} <strong className="tabular-nums">{count}</strong>
            </span>
          ))}
          {pointerX !== undefined && !selection && (
            <BarTip pointerX={pointerX} width={width} pieces={pieces} total={total} draggedSpan={draggedSpan} />
          )}
        </div>
        {visibleSpan && (
          <Popover {...panelAt('bar')} placement="bottom">
            <span className={selectedSpan} style={{ left, width: spanWidth }} />
          </Popover>
        )}
      </div>
      <div className="relative h-6 text-xs/5 text-muted tabular-nums" aria-hidden="true">
        <span className="absolute top-1">1</span>
        {ticksOf(total, width).map((tick) => (
          <span key={tick} className={`absolute top-1 -translate-x-1/2 ${tickMark}`} style={{ left: `${(100 * tick) / total}%` }}>
            {formatOrdinal(tick)}
          </span>
        ))}
        <span className="absolute top-1 right-0" title={groupDigits(total)}>
          {formatOrdinal(total)}
        </span>
      </div>
      {isSelectable && (
        // on the line of the heading, if that has room
        <Popover {...panelAt('link')} placement="bottomRight">
          <Button
            type="link"
            size="small"
            className="max-md:-ms-2! md:absolute! md:-top-9 md:-right-2"
            onClick={() => setSelection({ at: 'link', range: {} })}
          >
            {t('manage.batch.chooseRange')}
          </Button>
        </Popover>
      )}
    </div>
  );
}

interface BarTipProps {
  pointerX: number;
  width: number;
  total: number;
  pieces: readonly Piece[];
  draggedSpan: Span | undefined;
}

function BarTip({ pointerX, width, pieces, total, draggedSpan }: BarTipProps) {
  const t = useTranslations();
  const run = runAt(pieces, pointerX);
  const span = draggedSpan ?? run;
  if (!span) return null;
  const leftPercent = (100 * pointerX) / width;
  return (
    <div
      data-testid="bar-tip"
      className={`pointer-events-none absolute bottom-[calc(100%+8px)] z-2 ${tipBox}`}
      style={{ left: `${leftPercent}%`, transform: `translateX(-${leftPercent}%)` }}
    >
      <span className="tabular-nums">{ordinalRange(span.from, span.to)}</span>
      <span>{t('manage.batch.codes', { count: groupDigits(span.to - span.from + 1) })}</span>
      {!draggedSpan && run && <StatusDot tone={toneOfStatus(run.status)}>{t(codes.word(`status.${run.status}`))}</StatusDot>}
      {!draggedSpan && run && run.status !== run.own && (
        <span className="text-muted">
          {t('manage.code.ownStatus')}
          {t(codes.word(`status.${run.own}`))}
        </span>
      )}
      {!draggedSpan && run?.reason && <span className="max-w-60 truncate">{run.reason}</span>}
      {!draggedSpan && (
        <span className="text-muted tabular-nums">
          {t('manage.batch.atOrdinal', { ordinal: ordinalText(ordinalAt(pointerX, width, total)) })}
        </span>
      )}
    </div>
  );
}
