import { Editor, EditorContent, useEditorState } from '@tiptap/react';
import { useEffect, useEffectEvent, useInsertionEffect, useRef, useState } from 'react';
import { useTranslations } from '../../data/i18n.ts';
import type { RichTextEditorProps } from '../rich-text-editor.tsx';
import { safeHtml } from '../safe-html.ts';
import '../rich-text.css';
import './editor.css';
import { extensions } from './extensions.ts';
import { FindBar } from './find.tsx';
import { fromWord } from './from-word.ts';
import { imageFilesIn, useImageUpload } from './insert-tools.tsx';
import { TextLength } from './text-length.tsx';
import { Toolbar } from './toolbar.tsx';
import { onEscape } from './toolbar-button.tsx';

/** Lazy-loaded by `ui/rich-text-editor.tsx`. */
export default function RichTextEditorBody({ value, onChange, height = 300, placeholder, label, disabled = false }: RichTextEditorProps) {
  const t = useTranslations();
  /** Last reported value. Receiving it back changes nothing. */
  const lastReportedHtml = useRef(value ?? '');
  const [source, setSource] = useState<string>();
  const [fullScreen, setFullScreen] = useState(false);
  const [findOpen, setFindOpen] = useState(false);
  const { uploadCount, insertImages } = useImageUpload();
  const reportChange = useEffectEvent((html: string) => {
    lastReportedHtml.current = html;
    onChange?.(html);
  });

  // `useEditor` would destroy the editor and its history whenever the tab is hidden.
  const [editor] = useState(
    () =>
      new Editor({
        extensions,
        content: safeHtml(value ?? ''),
        editable: !disabled,
        onUpdate: ({ editor: updatedEditor }) => reportChange(isBlank(updatedEditor) ? '' : updatedEditor.getHTML()),
        editorProps: {
          attributes: {
            class: 'rich-text rich-writing',
            role: 'textbox',
            'aria-multiline': 'true',
            'aria-label': label ?? t('shell.editor'),
            style: `min-height:${height}px`,
          },
          handlePaste: (_view, event) => insertPastedImages(imageFilesIn(event.clipboardData)),
          handleDrop: (view, event) =>
            insertPastedImages(imageFilesIn(event.dataTransfer), view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos),
          transformPastedHTML: (html) => safeHtml(fromWord(html)),
        },
      }),
  );
  useInsertionEffect(() => () => editor.destroy(), [editor]);
  const insertPastedImages = useEffectEvent((files: File[], at?: number) => {
    if (files.length === 0) return false;
    void insertImages(editor, files, at);
    return true;
  });

  useEffect(() => {
    if ((value ?? '') === lastReportedHtml.current) return;
    lastReportedHtml.current = value ?? '';
    setSource(undefined);
    editor.commands.setContent(safeHtml(value ?? ''), { emitUpdate: false });
  }, [value, editor]);
  useEffect(() => editor.setEditable(!disabled, false), [disabled, editor]);

  const isEmpty = useEditorState({ editor, selector: ({ editor: at }) => isBlank(at) });

  const toggleSource = () => {
    if (source === undefined) return setSource(withLineBreaks(lastReportedHtml.current));
    setSource(undefined);
    editor.commands.setContent(safeHtml(source));
  };

  return (
    <section
      className={fullScreen ? 'rich-editor rich-editor-wide' : 'rich-editor'}
      aria-label={label ?? t('shell.editor')}
      onKeyDown={(event) => {
        if (fullScreen) onEscape(() => setFullScreen(false))(event);
        if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'f' || source !== undefined) return;
        event.preventDefault();
        setFindOpen(true);
      }}
    >
      <Toolbar
        editor={editor}
        sourceOpen={source !== undefined}
        onSource={toggleSource}
        fullScreen={fullScreen}
        onToggleFullScreen={() => setFullScreen(!fullScreen)}
        onImages={(files) => void insertImages(editor, files)}
        findOpen={findOpen}
        onFind={() => setFindOpen(!findOpen)}
      />
      {findOpen && source === undefined && <FindBar editor={editor} onClose={() => setFindOpen(false)} />}
      <div className="rich-paper" style={fullScreen ? undefined : { height }}>
        {source === undefined ? (
          <>
            {isEmpty && placeholder && (
              <p className="rich-placeholder" aria-hidden="true">
                {placeholder}
              </p>
            )}
            <EditorContent editor={editor} />
          </>
        ) : (
          <textarea
            className="rich-source"
            aria-label={t('editor.source')}
            spellCheck={false}
            value={source}
            onChange={({ target }) => {
              setSource(target.value);
              reportChange(safeHtml(target.value));
            }}
          />
        )}
      </div>
      <div className="rich-status">
        <span role="status">{uploadCount > 0 && t('editor.uploading', { count: uploadCount })}</span>
        <TextLength editor={editor} />
      </div>
    </section>
  );
}

/** Only one empty paragraph. A table without text is not blank. */
const isBlank = ({ state: { doc } }: Editor) =>
  doc.childCount === 1 && doc.firstChild?.type.name === 'paragraph' && doc.firstChild.childCount === 0;

/** Adds a line break after each block for the HTML view. */
const withLineBreaks = (html: string) => html.replace(/<\/(p|h[1-6]|li|ul|ol|tr|tbody|table|blockquote|pre|div)>(?!\n)/g, '$&\n').trim();
