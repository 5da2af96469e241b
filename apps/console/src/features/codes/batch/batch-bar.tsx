import { type CodeRun, type CodeStatus, codes } from '@suyuan/contract';
import { Button, Popover } from 'antd';
import { type PointerEvent, useState } from 'react';
import { currentLanguage, useWords } from '../../../data/words.ts';
import { groupDigits, shortNumber } from '../../../ui/numbers.ts';
import { widthOf } from '../../../ui/text-width.ts';
import { colourOf } from '../../../ui/tones.ts';
import { useWidth } from '../../../ui/use-width.ts';
import { ordinalAt, type Piece, piecesOf, runAt, type Span, spanBetween, spanText, ticksOf } from './bar-geometry.ts';
import type { Batch } from './batch-steps.ts';
import { RangePanel } from './range-panel.tsx';

/** Click tolerance in pixels. */
const STILL = 4;
const HEIGHT = 48;

interface BatchBarProps {
  batch: Batch;
  runs: readonly CodeRun[];
  /** Number of codes at the displayed level. */
  total: number;
  /** Whether the user may act on a range. Without permission, ranges cannot be selected. */
  choosing: boolean;
  /** Status to highlight while the pointer is over its legend entry. */
  lit?: CodeStatus | undefined;
}

/** From this number of codes on, the axis uses compact ordinals. */
const LONG = 1e7;

/** Pixels that a label needs: per letter, and margin. */
const [LETTER, AROUND] = [8, 32];

/** The batch as one bar, coloured by status along its ordinals. Ranges are selected by dragging or by number. */
export function BatchBar({ batch, runs, total, choosing, lit }: BatchBarProps) {
  const t = useWords();
  const [width, ref] = useWidth();
  const [at, setAt] = useState<number>();
  const [begun, setBegun] = useState<number>();
  const [span, setSpan] = useState<Span>();
  const pieces = piecesOf(runs, total, width);
  const short = (ordinal: number) => (total < LONG ? groupDigits(ordinal) : shortNumber(ordinal, currentLanguage()));
  const said = pieces
    .map(({ run, ...piece }) => ({
      ...piece,
      run,
      word: t(codes.word(`status.${run.status}`)),
      count: groupDigits(run.to - run.from + 1),
    }))
    .filter((piece) => widthOf(piece.word + piece.count) * LETTER + AROUND < piece.width);
  const placeIn = (event: PointerEvent<HTMLElement>) =>
    Math.min(Math.max(event.clientX - event.currentTarget.getBoundingClientRect().left, 0), width);

  const drawn =
    begun !== undefined && at !== undefined && Math.abs(at - begun) > STILL ? spanBetween(begun, at, { width, total, runs }) : undefined;
  const shown = drawn ?? span;
  const finish = () => {
    if (begun === undefined || at === undefined) return;
    const clicked = runAt(pieces, at);
    setSpan(drawn ?? (clicked && { from: clicked.from, to: clicked.to }));
    setBegun(undefined);
  };
  const left = shown && ((shown.from - 1) / total) * width;
  const wide = shown && Math.max(((shown.to - shown.from + 1) / total) * width, 2);

  return (
    <div className="batch-bar">
      {/* the panel is next to the track, because presses in a portal bubble to React parents */}
      <div className="bar-stage">
        <div
          ref={ref}
          className={choosing ? 'bar-track bar-choosing' : 'bar-track'}
          onPointerMove={(event) => setAt(placeIn(event))}
          onPointerLeave={() => begun === undefined && setAt(undefined)}
          onPointerDown={(event) => {
            if (!choosing || event.button !== 0) return;
            event.currentTarget.setPointerCapture(event.pointerId);
            setAt(placeIn(event));
            setBegun(placeIn(event));
          }}
          onPointerUp={finish}
          onPointerCancel={() => setBegun(undefined)}
        >
          <svg
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
              <g key={run.from} className={lit && run.status !== lit ? 'bar-piece bar-faint' : 'bar-piece'}>
                <rect x={x} width={pieceWidth} height={HEIGHT} fill={colourOf(run.status)} />
                {run.status === 'void' && <rect x={x} width={pieceWidth} height={HEIGHT} fill="url(#bar-void)" />}
              </g>
            ))}
          </svg>
          {said.map(({ run, x, word, count }) => (
            <span
              key={run.from}
              className={lit && run.status !== lit ? 'bar-said bar-faint' : 'bar-said'}
              style={{ insetInlineStart: x + 8 }}
              aria-hidden="true"
            >
              {word} <strong className="numeral">{count}</strong>
            </span>
          ))}
          {at !== undefined && !span && <BarTip at={at} width={width} pieces={pieces} total={total} drawn={drawn} />}
        </div>
        {shown && (
          <Popover
            open={span !== undefined && drawn === undefined}
            trigger="click"
            placement="bottom"
            zIndex={900}
            destroyOnHidden
            onOpenChange={(open) => !open && setSpan(undefined)}
            content={span && <RangePanel batch={batch} runs={runs} span={span} onChange={setSpan} onClose={() => setSpan(undefined)} />}
          >
            <span className="bar-span" style={{ left, width: wide }} />
          </Popover>
        )}
      </div>
      <div className="bar-axis numeral" aria-hidden="true">
        <span className="bar-first">1</span>
        {ticksOf(total, width).map((tick) => (
          <span key={tick} className="bar-tick" style={{ left: `${(100 * tick) / total}%` }}>
            {short(tick)}
          </span>
        ))}
        <span className="bar-last" title={groupDigits(total)}>
          {short(total)}
        </span>
      </div>
      {choosing && (
        <Button type="link" size="small" className="bar-choose" onClick={() => setSpan({ from: 1, to: total })}>
          {t('manage.batch.chooseRange')}
        </Button>
      )}
    </div>
  );
}

interface BarTipProps {
  at: number;
  width: number;
  total: number;
  pieces: readonly Piece[];
  drawn: Span | undefined;
}

function BarTip({ at, width, pieces, total, drawn }: BarTipProps) {
  const t = useWords();
  const run = runAt(pieces, at);
  const span = drawn ?? run;
  if (!span) return null;
  const place = (100 * at) / width;
  return (
    <div className="bar-tip" style={{ left: `${place}%`, transform: `translateX(-${place}%)` }}>
      <span className="numeral">{spanText(span)}</span>
      <span>{t('manage.batch.codes', { count: groupDigits(span.to - span.from + 1) })}</span>
      {!drawn && run && (
        <span className="dot-word">
          <i className="dot" style={{ background: colourOf(run.status) }} aria-hidden="true" />
          {t(codes.word(`status.${run.status}`))}
        </span>
      )}
      {!drawn && run && run.status !== run.own && (
        <span className="bar-at">
          {t('manage.code.ownStatus')}
          {t(codes.word(`status.${run.own}`))}
        </span>
      )}
      {!drawn && run?.reason && <span className="bar-why">{run.reason}</span>}
      {!drawn && (
        <span className="bar-at numeral">{t('manage.batch.atOrdinal', { ordinal: groupDigits(ordinalAt(at, width, total)) })}</span>
      )}
    </div>
  );
}
