import { buildWebAppIfStale } from './build/build.ts'

if (await buildWebAppIfStale()) await import('#server/main.ts')
else process.exitCode = 1
