/** Form documents: what a form is made of, its rules, how it is checked and exchanged. Pure; runs in browser and server alike. */
export * from './answers/days.ts';
export * from './answers/fault.ts';
export * from './editor/state.ts';
export * from './json.ts';
export * from './model.ts';
export * from './registry/registry.ts';
export * from './registry/spec.ts';
export * from './rules/expr.ts';
export * from './tree.ts';
