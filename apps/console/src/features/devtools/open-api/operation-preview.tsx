import { type ApiDocument, operationsOf } from './api-document.ts';

/** Operations by method, path and summary, in place of the viewer, which takes seconds to render on a busy machine. */
export const OperationPreview = ({ document }: { document: ApiDocument }) => (
  <ul className="m-0 list-none p-0" data-testid="operation-preview">
    {operationsOf(document).map(([path, method, { summary }]) => (
      <li
        key={`${method} ${path}`}
        className="mb-2 flex min-h-11 flex-wrap items-center gap-x-3 rounded border border-line px-3 py-2 wrap-anywhere"
      >
        <span className="mono-text min-w-14 text-xs uppercase text-muted">{method}</span>
        <span className="mono-text">{path}</span>
        <span className="text-muted">{summary}</span>
      </li>
    ))}
  </ul>
);
