import { Editor, EditorContent, useEditorState } from '@tiptap/react';
import { useEffect, useEffectEvent, useInsertionEffect, useRef, useState } from 'react';
import { useWords } from '../../data/words.ts';
import type { RichTextEditorProps } from '../rich-text-editor.tsx';
import { safeHtml } from '../safe-html.ts';
import '../rich-text.css';
import './editor.css';
import { extensions } from './extensions.ts';
import { FindBar } from './find-bar.tsx';
import { fromWord } from './from-word.ts';
import { onEscape } from './on-escape.ts';
import { TextLength } from './text-length.tsx';
import { Toolbar } from './toolbar.tsx';
import { picturesIn, usePictures } from './use-pictures.ts';

/** Lazy-loaded by `ui/rich-text-editor.tsx`. */
export default function RichTextEditorBody({ value, onChange, height = 300, placeholder, label, disabled = false }: RichTextEditorProps) {
  const t = useWords();
  /** Last reported value. Receiving it back changes nothing. */
  const told = useRef(value ?? '');
  const [source, setSource] = useState<string>();
  const [wide, setWide] = useState(false);
  const [finding, setFinding] = useState(false);
  const { travelling, bring } = usePictures();
  const tell = useEffectEvent((html: string) => {
    told.current = html;
    onChange?.(html);
  });

  // `useEditor` would destroy the editor and its history whenever the tab is hidden.
  const [editor] = useState(
    () =>
      new Editor({
        extensions,
        content: safeHtml(value ?? ''),
        editable: !disabled,
        onUpdate: ({ editor: written }) => tell(isBlank(written) ? '' : written.getHTML()),
        editorProps: {
          attributes: {
            class: 'rich-text rich-writing',
            role: 'textbox',
            'aria-multiline': 'true',
            'aria-label': label ?? t('shell.editor'),
            style: `min-height:${height}px`,
          },
          handlePaste: (_view, event) => pasted(picturesIn(event.clipboardData)),
          handleDrop: (view, event) =>
            pasted(picturesIn(event.dataTransfer), view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos),
          transformPastedHTML: (html) => safeHtml(fromWord(html)),
        },
      }),
  );
  useInsertionEffect(() => () => editor.destroy(), [editor]);
  const pasted = useEffectEvent((files: File[], at?: number) => {
    if (files.length === 0) return false;
    void bring(editor, files, at);
    return true;
  });

  useEffect(() => {
    if ((value ?? '') === told.current) return;
    told.current = value ?? '';
    setSource(undefined);
    editor.commands.setContent(safeHtml(value ?? ''), { emitUpdate: false });
  }, [value, editor]);
  useEffect(() => editor.setEditable(!disabled, false), [disabled, editor]);

  const empty = useEditorState({ editor, selector: ({ editor: at }) => isBlank(at) });

  const toggleSource = () => {
    if (source === undefined) return setSource(inLines(told.current));
    setSource(undefined);
    editor.commands.setContent(safeHtml(source));
  };

  return (
    <section
      className={wide ? 'rich-editor rich-editor-wide' : 'rich-editor'}
      aria-label={label ?? t('shell.editor')}
      onKeyDown={(event) => {
        if (wide) onEscape(() => setWide(false))(event);
        if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'f' || source !== undefined) return;
        event.preventDefault();
        setFinding(true);
      }}
    >
      <Toolbar
        editor={editor}
        source={source !== undefined}
        onSource={toggleSource}
        wide={wide}
        onWide={() => setWide(!wide)}
        onPictures={(files) => void bring(editor, files)}
        finding={finding}
        onFind={() => setFinding(!finding)}
      />
      {finding && source === undefined && <FindBar editor={editor} onClose={() => setFinding(false)} />}
      <div className="rich-paper" style={wide ? undefined : { height }}>
        {source === undefined ? (
          <>
            {empty && placeholder && (
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
              tell(safeHtml(target.value));
            }}
          />
        )}
      </div>
      <div className="rich-status">
        <span role="status">{travelling > 0 && t('editor.uploading', { count: travelling })}</span>
        <TextLength editor={editor} />
      </div>
    </section>
  );
}

/** Only one empty paragraph. A table without text is not blank. */
const isBlank = ({ state: { doc } }: Editor) =>
  doc.childCount === 1 && doc.firstChild?.type.name === 'paragraph' && doc.firstChild.childCount === 0;

/** Adds a line break after each block for the HTML view. */
const inLines = (html: string) => html.replace(/<\/(p|h[1-6]|li|ul|ol|tr|tbody|table|blockquote|pre|div)>(?!\n)/g, '$&\n').trim();
