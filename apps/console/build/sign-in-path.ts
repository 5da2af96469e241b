import type { Plugin } from 'vite';

/** While developing, the sign-in page stands where the server puts it. */
export function signInPath(): Plugin {
  return {
    name: 'suyuan-sign-in-path',
    configureServer({ middlewares }) {
      middlewares.use((request, _response, next) => {
        if (request.url?.split('?')[0] === '/user/login') request.url = request.url.replace('/user/login', '/login.html');
        next();
      });
    },
  };
}
