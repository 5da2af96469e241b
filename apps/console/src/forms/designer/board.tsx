import { Button, Form } from 'antd';
import { type ClipboardEvent, type FocusEvent, useCallback, useEffect, useRef } from 'react';
import { useWords } from '../../data/words.ts';
import { Nothing } from '../../ui/states.tsx';
import { useWidth } from '../../ui/use-width.ts';
import { useMedia } from '../../ui/viewport.ts';
import { BoardList } from './board-node.tsx';
import { copied, pastedNodes } from './clip.ts';
import { pressOnBoard } from './keys.ts';
import { devices, useDesigner, useDesignerStore } from './state.ts';

/** Below this width, labels are above the fields. */
const STACKED = 576;

/** Editable preview. Shared props are read here and not in each control, so that an edit does not render every control of a large form. */
export function Board() {
  const labelAlign = useDesigner(({ editor }) => editor.doc.form.labelAlign);
  const size = useDesigner(({ editor }) => editor.doc.form.size);
  return (
    <Form component={false} labelAlign={labelAlign} labelWrap {...(size && { size })}>
      <Paper />
    </Form>
  );
}

/** A tree of components with a roving tab index. */
function Paper() {
  const t = useWords();
  const store = useDesignerStore();
  const tree = useRef<HTMLDivElement>(null);
  const form = useDesigner(({ editor }) => editor.doc.form);
  const fields = useDesigner(({ editor }) => editor.doc.fields);
  const device = useDesigner((state) => state.device);
  const anchor = useDesigner(({ editor }) => editor.anchor);
  const turn = useDesigner((state) => state.focusTurn);

  // keyboard focus follows the selection
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new document may put the selected component elsewhere
  useEffect(() => {
    if (anchor === null || !tree.current) return;
    const item = tree.current.querySelector<HTMLElement>(`[data-item="${anchor}"]`);
    if (turn !== shown.current || tree.current.contains(document.activeElement) || document.activeElement === document.body)
      item?.focus({ preventScroll: true });
    shown.current = turn;
    if (item && store.board.current) scrollIntoView(item, store.board.current);
  }, [anchor, fields, turn]);
  const shown = useRef(turn);

  const [paper, measure] = useWidth();
  const stacked = paper > 0 && paper < STACKED;
  useEffect(() => store.show({ stacked }), [store, stacked]);

  const hold = useCallback(
    (element: HTMLDivElement | null) => {
      store.board.current = element;
    },
    [store],
  );
  const copy = (event: ClipboardEvent, cut: boolean) => {
    if (!atBoard(event.target)) return;
    store.act({ do: cut ? 'cut' : 'copy' });
    const { clipboard } = store.getState().editor;
    if (clipboard.length === 0) return;
    event.clipboardData.setData('text/plain', copied(clipboard));
    event.preventDefault();
  };
  const paste = (event: ClipboardEvent) => {
    if (!atBoard(event.target)) return;
    event.preventDefault();
    const text = event.clipboardData.getData('text/plain');
    const nodes = pastedNodes(text);
    if (nodes) store.act({ do: 'insert', nodes });
    else if (text.trim()) store.show({ dialog: 'bulk', pasted: text });
    else store.act({ do: 'paste' });
  };
  const arrive = (event: FocusEvent) => {
    const first = fields[0];
    if (event.target === tree.current && anchor === null && first) store.reveal(first.id);
  };
  const width = devices[device];
  const wide = useMedia('(min-width: 768px)'); // the palette is next to the board
  return (
    <div
      className={`board board-${device}`}
      ref={hold}
      onCopy={(event) => copy(event, false)}
      onCut={(event) => copy(event, true)}
      onPaste={paste}
    >
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: pressing beside everything gives the selection up, as Escape does */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: as above */}
      <div className="board-ground" onClick={(event) => event.target === event.currentTarget && store.act({ do: 'select', ids: [] })}>
        <div ref={measure} className={`board-paper board-${form.layout}`} style={width ? { width } : undefined}>
          <div
            ref={tree}
            role="tree"
            aria-multiselectable="true"
            aria-label={t('tool.build.board')}
            aria-describedby="board-help"
            className="board-tree"
            data-inside="root"
            tabIndex={anchor === null ? 0 : -1}
            style={{ '--gutter-x': `${form.gutter}px` } as React.CSSProperties}
            onKeyDown={(event) => pressOnBoard(event, store, t)}
            onFocus={arrive}
          >
            <BoardList nodes={fields} />
          </div>
          {fields.length === 0 && (
            <div className="board-empty">
              <Nothing text={wide ? t('tool.build.empty') : t('tool.build.emptyNarrow', { palette: t('tool.build.palette') })}>
                <span className="board-empty-acts">
                  <Button onClick={() => store.show({ dialog: 'bulk', pasted: '' })}>{t('tool.build.bulk')}</Button>
                  <Button onClick={() => store.show({ dialog: 'import' })}>{t('tool.build.import')}</Button>
                </span>
              </Nothing>
            </div>
          )}
          {form.showButtons && fields.length > 0 && (
            <div className="form-buttons" inert>
              <Button type="primary">{t('kit.form.submit')}</Button>
              <Button>{t('kit.form.reset')}</Button>
            </div>
          )}
        </div>
      </div>
      <p id="board-help" className="unseen">
        {t('tool.build.boardHelp')}
      </p>
    </div>
  );
}

const atBoard = (target: EventTarget) => target instanceof HTMLElement && !target.closest('input, textarea, [contenteditable="true"]');

/** Pixels of free space around an item scrolled into view; its toolbar is above it. */
const AIR = 32;

function scrollIntoView(item: HTMLElement, board: HTMLElement) {
  const [inner, outer] = [item.getBoundingClientRect(), board.getBoundingClientRect()];
  const above = inner.top - AIR - outer.top;
  const below = inner.bottom + AIR - outer.bottom;
  if (above < 0) board.scrollTop += above;
  else if (below > 0) board.scrollTop += Math.min(below, above);
}
