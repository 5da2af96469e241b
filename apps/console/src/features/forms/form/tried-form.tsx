import type { Answers, FormDoc } from '@suyuan/forms';
import { Alert, Button } from 'antd';
import { useRef, useState } from 'react';
import { useTranslations } from '../../../data/words.ts';
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
          className="form-tried"
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
