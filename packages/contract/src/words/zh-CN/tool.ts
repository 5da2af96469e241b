import { build } from './tool/build.ts';
import { form } from './tool/form.ts';
import { formIssue } from './tool/form-issue.ts';
import { formParts } from './tool/form-parts.ts';
import { gen } from './tool/gen.ts';
import { genPage } from './tool/gen-page.ts';
import { sample } from './tool/sample.ts';
import { swagger } from './tool/swagger.ts';

/** Words of the tools: form designer, forms, code generator, documents of the API. One file a noun. */
export const tool = { ...build, ...form, ...formIssue, ...formParts, ...gen, ...genPage, ...sample, ...swagger } as const;
