import type { Plugin } from 'vite';

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
