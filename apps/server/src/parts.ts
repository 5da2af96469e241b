import { existsSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import * as app from './app.ts';
import type { FirstPassword } from './banner.ts';
import type { Environment } from './environment.ts';
import type { Installation } from './http/installation.ts';

const made: { frame: unknown; publicApp?: (installation: Installation) => Promise<FastifyInstance> } = app;

export async function publicApp(installation: Installation): Promise<FastifyInstance> {
  return made.publicApp ? made.publicApp(installation) : app.frame(installation);
}

export async function firstStart(installation: Installation, environment: Environment): Promise<FirstPassword[]> {
  const module = await optional('./first-start.ts');
  return module ? module.firstStart(installation, environment) : [];
}

export async function startWorker(installation: Installation): Promise<{ stop(): Promise<void> }> {
  const module = await optional('./worker.ts');
  return module ? module.startWorker(installation) : { stop: async () => {} };
}

const optional = async (file: string) => (existsSync(path.join(import.meta.dirname, file)) ? import(file) : undefined);
