import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startProcess } from '#test/processes/process.ts'

const root = join(import.meta.dirname, '..')

/** What `npm test` says first on a machine without Chromium and coturn, on which apt-get does this. */
async function sayNeeds(aptGet: string): Promise<{ out: string[]; errors: string[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'weekward-needs-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const programs = { 'apt-get': aptGet, sudo: '[ "$1" = -n ] && shift; "$@"' }
  for (const [name, body] of Object.entries(programs)) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${body}\n`)
    chmodSync(join(folder, name), 0o755)
  }
  const code = `process.stdout.write((await (await import('./scripts/needs.ts')).installNeeds()) ?? 'all there')`
  const args = ['--input-type=module', '--eval', code]
  const env = { PATH: folder, CHROMIUM_PATH: join(folder, 'chromium') }
  const { ended, out, errors } = startProcess(process.execPath, args, { cwd: root, env })
  await ended
  return { out, errors }
}

test('what the tests need is installed where that may be, and one line says so before', async () => {
  const aptGet = `echo "$@"
    case "$*" in *install*) : > "\${0%/*}/chromium"; : > "\${0%/*}/turnserver";; esac`
  expect(await sayNeeds(aptGet)).toEqual({
    out: ['all there'],
    errors: [
      'weekward: installing by apt-get what the tests need: chromium-headless-shell coturn',
      '-q update',
      '-q install -y chromium-headless-shell coturn',
    ],
  })
})

test('what cannot be installed is named, with its package', async () => {
  const { out, errors } = await sayNeeds('exit 1')
  expect(out).toEqual(['Chromium is missing: install the package chromium-headless-shell'])
  expect(errors).toEqual([])
})
