import { program } from './find-program.mjs';

/** Path of nginx for the tests of rolling restarts; undefined if not available. */
export const nginx = () =>
  program({
    name: 'nginx',
    tests: '滚动重启测试',
    variable: 'NGINX',
    places: ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx'],
    packages: ['nginx-light'],
  });
