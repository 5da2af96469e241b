import { emptyDoc, FormDoc, type FormNode, isObject } from '@suyuan/forms';
import { Button, Form } from 'antd';
import { type ClipboardEvent, type FocusEvent, useCallback, useEffect, useRef } from 'react';
import { useTranslations } from '../../data/i18n.ts';
import { useMediaQuery } from '../../ui/breakpoint.ts';
import { EmptyState } from '../../ui/states.tsx';
import { useElementWidth } from '../../ui/use-element-width.ts';
import { BoardList } from './board-node.tsx';
import { devices, useDesigner, useDesignerStore } from './designer-store.ts';
import { handleBoardKey } from './shortcuts.ts';

/** Components as text for the system clipboard, so that other tabs and forms can paste them. */
const serializeNodes = (nodes: readonly FormNode[]): string => JSON.stringify({ kind: 'form-nodes', nodes }, undefined, 2);

function parseNodes(text: string): FormNode[] | undefined {
  if (!text.trimStart().startsWith('{')) return undefined;
  try {
    const parsed: unknown = JSON.parse(text);
    if (!isObject(parsed) || parsed.kind !== 'form-nodes') return undefined;
    return FormDoc.safeParse({ ...emptyDoc(), fields: parsed.nodes }).data?.fields;
  } catch {
    return undefined;
  }
}

/** Below this width, labels are above the fields. */
const STACKED_BELOW_PX = 576;

/** Editable preview. Shared props are read here and not in each control, so that an edit does not render every control of a large form. */
export function Board() {
  const labelAlign = useDesigner(({ editor }) => editor.doc.form.labelAlign);
  const size = useDesigner(({ editor }) => editor.doc.form.size);
  return (
    <Form component={false} labelAlign={labelAlign} labelWrap {...(size && { size })}>
      <FormCanvas />
    </Form>
  );
}

const paper = 'relative min-h-60 min-w-0 self-start rounded border border-line bg-surface px-4 pt-5 pb-4 max-md:px-2 max-md:pb-2';

/** A tree of components with a roving tab index. */
function FormCanvas() {
  const t = useTranslations();
  const store = useDesignerStore();
  const tree = useRef<HTMLDivElement>(null);
  const form = useDesigner(({ editor }) => editor.doc.form);
  const fields = useDesigner(({ editor }) => editor.doc.fields);
  const device = useDesigner((state) => state.device);
  const anchor = useDesigner(({ editor }) => editor.anchor);
  const focusRequest = useDesigner((state) => state.focusRequest);

  // keyboard focus follows the selection
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new document may put the selected component elsewhere
  useEffect(() => {
    if (anchor === null || !tree.current) return;
    const item = tree.current.querySelector<HTMLElement>(`[data-item="${anchor}"]`);
    if (
      focusRequest !== handledFocusRequest.current ||
      tree.current.contains(document.activeElement) ||
      document.activeElement === document.body
    )
      item?.focus({ preventScroll: true });
    handledFocusRequest.current = focusRequest;
    if (item && store.board.current) scrollIntoView(item, store.board.current);
  }, [anchor, fields, focusRequest]);
  const handledFocusRequest = useRef(focusRequest);

  const [paperWidth, measure] = useElementWidth();
  const stacked = paperWidth > 0 && paperWidth < STACKED_BELOW_PX;
  useEffect(() => store.update({ stacked }), [store, stacked]);

  const setBoardElement = useCallback(
    (element: HTMLDivElement | null) => {
      store.board.current = element;
    },
    [store],
  );
  const copy = (event: ClipboardEvent, cut: boolean) => {
    if (!isBoardTarget(event.target)) return;
    store.dispatch({ do: cut ? 'cut' : 'copy' });
    const { clipboard } = store.getState().editor;
    if (clipboard.length === 0) return;
    event.clipboardData.setData('text/plain', serializeNodes(clipboard));
    event.preventDefault();
  };
  const paste = (event: ClipboardEvent) => {
    if (!isBoardTarget(event.target)) return;
    event.preventDefault();
    const text = event.clipboardData.getData('text/plain');
    const nodes = parseNodes(text);
    if (nodes) store.dispatch({ do: 'insert', nodes });
    else if (text.trim()) store.update({ dialog: 'bulk', pasted: text });
    else store.dispatch({ do: 'paste' });
  };
  const handleFocus = (event: FocusEvent) => {
    const first = fields[0];
    if (event.target === tree.current && anchor === null && first) store.reveal(first.id);
  };
  const width = devices[device];
  const fits = device === 'fit';
  const hasPalette = useMediaQuery('(min-width: 768px)'); // the palette is next to the board
  return (
    <div
      className="min-w-0 flex-1 overflow-auto bg-page"
      ref={setBoardElement}
      onCopy={(event) => copy(event, false)}
      onCut={(event) => copy(event, true)}
      onPaste={paste}
    >
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: pressing beside everything gives the selection up, as Escape does */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: as above */}
      <div
        className={`flex min-h-full p-6 max-md:px-2 max-md:pt-4 max-md:pb-20 ${fits ? 'justify-center' : 'justify-center-safe'}`}
        onClick={(event) => event.target === event.currentTarget && store.dispatch({ do: 'select', ids: [] })}
      >
        <div ref={measure} className={`${paper} ${fits ? 'flex-1' : 'flex-none'}`} style={width ? { width } : undefined}>
          <div
            ref={tree}
            role="tree"
            aria-multiselectable="true"
            aria-label={t('tool.build.board')}
            aria-describedby="board-help"
            className="-mx-[calc(var(--gutter-x)/2)] flex min-h-30 flex-wrap content-start items-start outline-none!"
            data-inside="root"
            tabIndex={anchor === null ? 0 : -1}
            style={{ '--gutter-x': `${form.gutter}px` } as React.CSSProperties}
            onKeyDown={(event) => handleBoardKey(event, store)}
            onFocus={handleFocus}
          >
            <BoardList nodes={fields} />
          </div>
          {fields.length === 0 && (
            <div className="pointer-events-none absolute inset-0 grid place-items-center">
              <EmptyState text={hasPalette ? t('tool.build.empty') : t('tool.build.emptyNarrow', { palette: t('tool.build.palette') })}>
                <span className="pointer-events-auto flex gap-2">
                  <Button onClick={() => store.update({ dialog: 'bulk', pasted: '' })}>{t('tool.build.bulk')}</Button>
                  <Button onClick={() => store.update({ dialog: 'import' })}>{t('tool.build.import')}</Button>
                </span>
              </EmptyState>
            </div>
          )}
          {form.showButtons && fields.length > 0 && (
            <div className="flex gap-2 pt-2" inert>
              <Button type="primary">{t('kit.form.submit')}</Button>
              <Button>{t('kit.form.reset')}</Button>
            </div>
          )}
        </div>
      </div>
      <p id="board-help" className="sr-only">
        {t('tool.build.boardHelp')}
      </p>
    </div>
  );
}

const isBoardTarget = (target: EventTarget) =>
  target instanceof HTMLElement && !target.closest('input, textarea, [contenteditable="true"]');

/** Pixels of free space around an item scrolled into view; its toolbar is above it. */
const SCROLL_MARGIN_PX = 32;

function scrollIntoView(item: HTMLElement, board: HTMLElement) {
  const [inner, outer] = [item.getBoundingClientRect(), board.getBoundingClientRect()];
  const above = inner.top - SCROLL_MARGIN_PX - outer.top;
  const below = inner.bottom + SCROLL_MARGIN_PX - outer.bottom;
  if (above < 0) board.scrollTop += above;
  else if (below > 0) board.scrollTop += Math.min(below, above);
}
