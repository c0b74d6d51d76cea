import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')
const exposureMost = 2

test('systemd finds nothing wrong with the unit and its socket', () => {
  const folder = mkdtempSync(join(tmpdir(), 'weekward-units-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const unit = readFileSync(join(root, 'deploy/weekward.service'), 'utf8')
  // It is judged whether the program is there: here the project lies elsewhere.
  writeFileSync(join(folder, 'weekward.service'), unit.replaceAll('/opt/weekward', root))
  copyFileSync(join(root, 'deploy/weekward.socket'), join(folder, 'weekward.socket'))
  const units = ['weekward.service', 'weekward.socket'].map((name) => join(folder, name))
  const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', ...units], {
    encoding: 'utf8',
  })
  expect({ said: stdout + stderr, status }).toEqual({ said: '', status: 0 })
})

test('the unit is exposed to 2.0 at most, where 10 is a service that may do anything', () => {
  const threshold = spawnSync('systemd-analyze', [
    ...['security', '--offline=yes', '--no-pager', `--threshold=${exposureMost * 10}`],
    join(root, 'deploy/weekward.service'),
  ])
  expect(threshold.status).toBe(0)
})
