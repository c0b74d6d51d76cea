import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startProcess } from '#test/processes/process.ts'

const root = join(import.meta.dirname, '../..')

/**
 * The output of `npm test` on a machine without Chromium and coturn, on which these programs exist.
 */
async function sayNeeds(
  aptGet: string,
  { playwright = 'exit 1', npm = 'exit 1' } = {},
): Promise<{ out: string[]; errors: string[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'weekward-needs-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const programs = { 'apt-get': aptGet, sudo: '[ "$1" = -n ] && shift; "$@"', playwright, npm }
  for (const [name, body] of Object.entries(programs)) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${body}\n`)
    chmodSync(join(folder, name), 0o755)
  }
  const code = `process.stdout.write((await (await import('./test/programs/needed-programs.ts')).installDefaultNeeds()).length + ' missing')`
  const args = ['--input-type=module', '--eval', code]
  const env = { PATH: folder, CHROMIUM_PATH: join(folder, 'chromium') }
  const { ended, out, errors } = startProcess(process.execPath, args, { cwd: root, env })
  await ended
  return { out, errors }
}

test('required programs are installed where that is allowed, after one line that says so', async () => {
  const aptGet = `echo "$@"
    case "$*" in *install*) : > "\${0%/*}/chromium"; : > "\${0%/*}/turnserver";; esac`
  expect(await sayNeeds(aptGet)).toEqual({
    out: ['0 missing'],
    errors: [
      'weekward: installing with apt-get for the tests: chromium-headless-shell coturn',
      '-q update',
      '-q install -y chromium-headless-shell coturn',
    ],
  })
})

const putChromium = `: > "\${0%/*}/chromium"`
const fromNpm = 'weekward: installing from npm for the tests: Chromium'
const coturnMissing = 'weekward: missing: coturn; to install: sudo apt-get install coturn'

test('if installing is not allowed, npm provides what it can, and one line names the rest with its command', async () => {
  const { out, errors } = await sayNeeds('exit 1', { playwright: putChromium })
  expect(out).toEqual(['1 missing'])
  expect(errors).toEqual([fromNpm, coturnMissing])
})

test('if Playwright’s Chromium cannot be downloaded, npm’s registry has one', async () => {
  const { out, errors } = await sayNeeds('exit 1', { npm: putChromium })
  expect(out).toEqual(['1 missing'])
  expect(errors).toEqual([fromNpm, fromNpm, coturnMissing])
})

test('programs that npm lacks as well are named', async () => {
  const { out, errors } = await sayNeeds('exit 1')
  expect(out).toEqual(['2 missing'])
  expect(errors.at(-1)).toBe(
    'weekward: missing: Chromium, coturn; to install: sudo apt-get install chromium-headless-shell coturn',
  )
})
