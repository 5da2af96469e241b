import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

/** Inserts shared fragments of the sign-in pages (styles, picture, logo) at their placeholders: `<!--part scene-->`. */
export function htmlFragments(): Plugin {
  let folder = '';
  return {
    name: 'suyuan-parts',
    configResolved({ root }) {
      folder = path.join(root, 'src/sign-in/parts');
    },
    transformIndexHtml: {
      order: 'pre',
      handler: (html) =>
        html.replaceAll(/ *<!--part ([\w-]+)-->\n/g, (_, name: string) => readFileSync(path.join(folder, `${name}.html`), 'utf8')),
    },
  };
}

const pages: Record<string, string> = { '/user/login': '/login.html', '/user/register': '/register.html' };

/** Serves the sign-in pages in development under the same paths as the server. */
export function signInRewrites(): Plugin {
  return {
    name: 'suyuan-sign-in-path',
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const path = request.url?.split('?')[0] ?? '';
        if (path === '/user' || path === '/user/') return response.writeHead(302, { location: '/user/login' }).end();
        if (pages[path]) request.url = request.url?.replace(path, pages[path]);
        next();
      });
    },
  };
}
