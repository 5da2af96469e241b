import { useEffect, useRef, useState } from 'react';
import SwaggerUI from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import 'swagger-ui-dist/swagger-ui.css';
import type { WordKey } from '@suyuan/contract';
import { currentLanguage, translate } from '../../../data/i18n.ts';
import { readToken } from '../../../data/token.ts';
import type { ApiDocument } from './api-document.ts';
import { OperationPreview } from './operation-preview.tsx';

/** Locale keys for the library's English-only labels. */
const labels: Record<string, WordKey> = {
  Parameters: 'tool.swagger.label.parameters',
  'No parameters': 'tool.swagger.label.noParameters',
  Name: 'tool.swagger.label.name',
  Description: 'tool.swagger.label.description',
  'Try it out': 'tool.swagger.label.try',
  'Try it out ': 'tool.swagger.label.try',
  Cancel: 'kit.cancel',
  Reset: 'kit.reset',
  Execute: 'tool.swagger.label.execute',
  Clear: 'tool.swagger.label.clear',
  'Request body': 'tool.swagger.label.body',
  Responses: 'tool.swagger.label.responses',
  'Server response': 'tool.swagger.label.answered',
  'Response body': 'tool.swagger.label.answerBody',
  'Response headers': 'tool.swagger.label.answerHeaders',
  'Request duration': 'tool.swagger.label.duration',
  'Request URL': 'tool.swagger.label.url',
  Code: 'tool.swagger.label.code',
  Details: 'tool.swagger.label.details',
  Links: 'tool.swagger.label.links',
  'No links': 'tool.swagger.label.none',
  'Media type': 'tool.swagger.label.mediaType',
  Examples: 'tool.swagger.label.examples',
  'Example Value': 'tool.swagger.label.example',
  'Edit Value': 'tool.swagger.label.edit',
  'Example Description': 'tool.swagger.label.exampleName',
  Schema: 'tool.swagger.label.schema',
  Download: 'tool.swagger.label.save',
  'Send empty value': 'tool.swagger.label.empty',
  'Expand all': 'tool.swagger.label.expand',
  'Collapse all': 'tool.swagger.label.collapse',
  required: 'tool.swagger.label.required',
};

function translateTextNode(node: Node) {
  const key = node.nodeType === Node.TEXT_NODE ? labels[(node.nodeValue ?? '').trim()] : undefined;
  // code and examples contain no labels
  if (!key || node.parentElement?.closest('pre, code, .markdown, textarea, select')) return;
  const label = translate(key);
  if (node.nodeValue !== label) node.nodeValue = label;
}

function translateSubtree(root: Node) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) translateTextNode(node);
}

/** Translates the library's labels, now and as they are added. */
function applyLabels(root: Node): MutationObserver {
  const observer = new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (type === 'characterData') translateTextNode(target);
      for (const node of addedNodes) {
        translateTextNode(node);
        translateSubtree(node);
      }
    }
  });
  observer.observe(root, { subtree: true, childList: true, characterData: true });
  return observer;
}

/** Options of Swagger UI: no external requests, nothing stored in the browser. */
const settings = {
  layout: 'BaseLayout',
  docExpansion: 'list',
  defaultModelsExpandDepth: -1,
  defaultModelExpandDepth: 4,
  // its colours are for a dark ground only
  syntaxHighlight: { activated: false },
  displayRequestDuration: true,
  deepLinking: false,
  validatorUrl: null,
  persistAuthorization: false,
  queryConfigEnabled: false,
  showMutatedRequest: false,
} as const;

/** Authenticates a test request with the current session, for this server only. */
function withSession(request: { url: string; headers: Record<string, string> }) {
  if (new URL(request.url, location.href).origin !== location.origin) return request;
  request.headers.Authorization = `Bearer ${readToken() ?? ''}`;
  request.headers['Accept-Language'] = currentLanguage();
  return request;
}

/** Operations of a document, to read and to test. Loads the library and its styles on demand. */
export default function ApiViewer({ document: spec, callable }: { document: ApiDocument; callable: boolean }) {
  const containerRef = useRef<HTMLDivElement>(null);
  const [renderedDocument, setRenderedDocument] = useState<ApiDocument>();
  useEffect(() => {
    if (!containerRef.current) return;
    // a new element each time, because the library cannot unmount
    const container = document.createElement('div');
    containerRef.current.replaceChildren(container);
    const labels = applyLabels(container);
    const rendering = new MutationObserver(() => {
      if (!container.querySelector('.opblock')) return;
      rendering.disconnect();
      // the page has its own main landmark
      container.querySelector('main')?.setAttribute('role', 'group');
      setRenderedDocument(spec);
    });
    rendering.observe(container, { subtree: true, childList: true });
    SwaggerUI({
      ...settings,
      domNode: container,
      spec,
      presets: [SwaggerUI.presets.apis],
      requestInterceptor: withSession,
      ...(!callable && { supportedSubmitMethods: [] }),
    });
    return () => {
      labels.disconnect();
      rendering.disconnect();
      container.remove();
    };
  }, [spec, callable]);

  useEffect(() => {
    const root = document.documentElement;
    const applyScheme = () => root.classList.toggle('dark-mode', root.dataset.scheme === 'dark');
    applyScheme();
    const observer = new MutationObserver(applyScheme);
    observer.observe(root, { attributeFilter: ['data-scheme'] });
    return () => {
      observer.disconnect();
      root.classList.remove('dark-mode');
    };
  }, []);
  const isRendered = renderedDocument === spec;
  return (
    <>
      {!isRendered && <OperationPreview document={spec} />}
      <div id="api-viewer" ref={containerRef} hidden={!isRendered} />
    </>
  );
}
