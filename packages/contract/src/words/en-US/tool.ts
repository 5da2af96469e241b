import { build } from './tool/build.ts';
import { gen } from './tool/gen.ts';
import { swagger } from './tool/swagger.ts';

/** Words of the tools: form designer, forms, code generator, documents of the API. One file a noun. */
export const tool = { ...build, ...gen, ...swagger };
