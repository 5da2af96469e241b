import { useEffect, useRef } from 'react';
import SwaggerUI from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import 'swagger-ui-dist/swagger-ui.css';
import { readToken } from '../../../data/token.ts';
import { currentLanguage } from '../../../data/words.ts';
import type { ApiDocument } from './document.ts';
import { applyLabels } from './labels.ts';

/** Options of Swagger UI: no external requests, nothing stored in the browser. */
const settings = {
  layout: 'BaseLayout',
  docExpansion: 'list',
  defaultModelsExpandDepth: -1,
  defaultModelExpandDepth: 4,
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
  useEffect(() => {
    if (!containerRef.current) return;
    // a new element each time, because the library cannot unmount
    const container = document.createElement('div');
    containerRef.current.replaceChildren(container);
    const labels = applyLabels(container);
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
  return <div ref={containerRef} className="swagger-viewer" />;
}
