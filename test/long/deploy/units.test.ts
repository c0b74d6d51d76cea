import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { settingDescriptions } from '#server/kit/settings/descriptions.ts'
import { readSettings } from '#server/kit/settings/settings.ts'

const root = join(import.meta.dirname, '../../..')
const exposureMax = 2

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'weekward-units-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

test('systemd finds no error in the unit and its socket', () => {
  const folder = makeFolder()
  const unit = readFileSync(join(root, 'deploy/weekward.service'), 'utf8')
  // It also checks that the program exists: here the project has another path.
  writeFileSync(join(folder, 'weekward.service'), unit.replaceAll('/opt/weekward', root))
  copyFileSync(join(root, 'deploy/weekward.socket'), join(folder, 'weekward.socket'))
  const units = ['weekward.service', 'weekward.socket'].map((name) => join(folder, name))
  const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', ...units], {
    encoding: 'utf8',
  })
  expect({ said: stdout + stderr, status }).toEqual({ said: '', status: 0 })
})

test('systemd rates the unit’s exposure at 2.0 or less of 10', () => {
  const threshold = spawnSync('systemd-analyze', [
    ...['security', '--offline=yes', '--no-pager', `--threshold=${exposureMax * 10}`],
    join(root, 'deploy/weekward.service'),
  ])
  expect(threshold.status).toBe(0)
})

test('the unit has no settings of its own: service and commands read the same file', () => {
  const unit = readFileSync(join(root, 'deploy/weekward.service'), 'utf8')
  const inUnit = [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, all = '']) =>
    [...all.matchAll(/(\w+)=/g)].map(([, name]) => name),
  )
  expect(inUnit.filter((name) => name !== undefined && name in settingDescriptions)).toEqual([])
  expect(unit).toContain('\nEnvironmentFile=/etc/weekward.env\n')

  // A systemd-run that prints its arguments.
  const folder = makeFolder()
  const output = join(folder, 'systemd-run')
  writeFileSync(output, '#!/bin/sh\nprintf "%s\\n" "$@"\n')
  chmodSync(output, 0o755)
  const { status, stdout } = spawnSync(
    join(root, 'deploy/weekward-run'),
    ['let-in', 'a@b.test', '--and-second-factor'],
    { encoding: 'utf8', env: { PATH: [folder, process.env.PATH].join(delimiter) } },
  )
  expect(status).toBe(0)
  const given = stdout.trim().split('\n')
  expect(given).toContain('--property=EnvironmentFile=/etc/weekward.env')
  expect(given.filter((one) => /^--(uid|working-directory)=/.test(one))).toEqual([
    '--uid=weekward',
    '--working-directory=/opt/weekward',
  ])
  const command = given.slice(given.indexOf('/opt/weekward/node_modules/.bin/node'))
  expect(command.slice(1)).toEqual(['--run', 'let-in', '--', 'a@b.test', '--and-second-factor'])
})

test('the settings file enables backups and leaves the page’s settings to the page', () => {
  const text = readFileSync(join(root, 'deploy/weekward.env'), 'utf8')
    .replaceAll('{DOMAIN}', 'weekward.school.org')
    .replaceAll('{TURN_SECRET}', 'a secret')
  const given = [...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value])
  const settings = readSettings(Object.fromEntries(given))
  expect(settings).toMatchObject({
    demo: false,
    trustProxy: ['127.0.0.1'],
    dataDir: '/var/lib/weekward',
    backup: { dir: '/var/lib/weekward/backups' },
    given: { timeZone: undefined, smtpUrl: undefined, schoolName: undefined },
  })
})
