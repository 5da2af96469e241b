import { issueMessage, type Translate } from '@suyuan/contract';
import {
  type Answers,
  type FormDoc,
  fromFg,
  readDocJson,
  readDocModule,
  readJson,
  TextError,
  type TextFault,
  type TextOutcome,
} from '@suyuan/forms';
import { Alert, Button } from 'antd';
import { useRef, useState } from 'react';
import { useTranslations } from '../../../data/i18n.ts';
import { FaultText } from '../../../forms/renderer/form-texts.tsx';
import { type FormHandle, FormView } from '../../../forms/renderer/form-view.tsx';
import { CodeEditor } from '../../../ui/code-editor.tsx';

/** Tries out a form: displays what would be submitted and stores nothing. */
export function FormTrial({ doc }: { doc: FormDoc }) {
  const t = useTranslations();
  const handle = useRef<FormHandle>(null);
  const [answers, setAnswers] = useState<Answers>();
  return (
    <>
      <FormView doc={doc} handle={handle} onSubmit={setAnswers} />
      {answers && (
        <Alert
          type="success"
          showIcon
          role="status"
          className="mt-6!"
          title={t('tool.fill.passed')}
          description={
            <CodeEditor
              label={t('tool.fill.passed')}
              language="json"
              readOnly
              height="220px"
              value={JSON.stringify(answers, undefined, 2)}
            />
          }
          action={
            <Button size="small" onClick={() => handle.current?.fill(answers)}>
              {t('tool.fill.backfill')}
            </Button>
          }
        />
      )}
    </>
  );
}

function faultText(t: Translate, { what, line, column, params, path, issue }: TextFault): string {
  if (what === 'issue' && issue)
    return t('tool.build.code.issue', {
      line,
      says: issueMessage(t, (path ?? []).map(String).join('.') || t('tool.build.code.whole'), issue),
    });
  return t(`issue.form.text.${what as Exclude<TextFault['what'], 'issue'>}`, { line, column, key: '', version: '', ...params });
}

/** Reads JSON (ours or form-generator's) or, otherwise, a module with one literal. */
async function parsePasted(text: string): Promise<TextOutcome> {
  if (!/^\s*[{[]/.test(text)) {
    // load the script parser on demand
    const { parse } = await import('acorn');
    return readDocModule(text, (source) => parse(source, { ecmaVersion: 'latest', sourceType: 'module', locations: true }));
  }
  try {
    const imported = fromFg(readJson(text).value);
    return imported ? { doc: imported.doc } : readDocJson(text);
  } catch (error) {
    if (error instanceof TextError) return { faults: [error.fault] };
    throw error;
  }
}

/** Renders a pasted document as a form. It is parsed and never executed. */
export function PastedForm() {
  const t = useTranslations();
  const [text, setText] = useState('');
  const [doc, setDoc] = useState<FormDoc>();
  const [faults, setFaults] = useState<TextFault[]>([]);
  const renderPasted = async () => {
    const outcome = await parsePasted(text);
    setDoc(outcome.doc);
    setFaults(outcome.faults ?? []);
  };
  return (
    <>
      <p className="mt-0 mb-3 text-muted">{t('tool.fill.pasteHint')}</p>
      <CodeEditor
        label={t('tool.fill.paste')}
        language={/^\s*[{[]/.test(text) ? 'json' : 'tsx'}
        value={text}
        onChange={setText}
        height="220px"
        errors={faults.map((fault) => ({ line: fault.line, message: faultText(t, fault) }))}
      />
      {faults[0] && <FaultText>{faultText(t, faults[0])}</FaultText>}
      <p className="mt-3 mb-0">
        <Button type="primary" disabled={text.trim() === ''} onClick={() => void renderPasted()}>
          {t('tool.fill.show')}
        </Button>
      </p>
      {doc && <FormTrial key={JSON.stringify(doc)} doc={doc} />}
    </>
  );
}
