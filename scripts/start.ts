import { buildPageIfStale } from './build/build.ts'

if (await buildPageIfStale()) await import('#server/main.ts')
else process.exitCode = 1
