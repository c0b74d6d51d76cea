import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const readText = (file: string) => readFileSync(join(import.meta.dirname, '..', file), 'utf8')

const heap = '--max-semi-space-size=8'
const allocator = ['MALLOC_ARENA_MAX=1', 'MALLOC_MMAP_THRESHOLD_=1048576']
/** `npm start` sets the environment in `scripts/install.mjs`. */
const ofStart = ["MALLOC_ARENA_MAX: '1'", "MALLOC_MMAP_THRESHOLD_: '1048576'"]

test.each([
  ['npm run serve', 'package.json', [`exec node ${heap} server/main.ts`, ...allocator]],
  ['npm start', 'package.json', [`scripts/run.mjs ${heap} scripts/start.ts`]],
  ['npm start', 'scripts/install.mjs', ofStart],
  ['systemd', 'deploy/weekward.service', [`node ${heap} server/main.ts`, ...allocator]],
  ['the image', 'Containerfile', [`"node", "${heap}", "server/main.ts"`, ...allocator]],
])('a server started by %s returns freed memory to the system (%s)', (_, file, parts) => {
  for (const part of parts) expect(readText(file)).toContain(part)
})
