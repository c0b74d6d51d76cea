import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('invalid arguments are refused with one line', () => {
  const folder = join(tmpdir(), 'weekward-seed-refused')
  const seed = (...args: string[]) => {
    const env = { ...process.env, DATA_DIR: folder, DATABASE_URL: '', TIME_ZONE: 'Europe/Berlin' }
    const command = [join(import.meta.dirname, 'main.ts'), ...args]
    return spawnSync(process.execPath, command, { env, encoding: 'utf8' })
  }

  for (const args of [[], ['--students', 'many'], ['--students', '0'], ['--students', '2.5']]) {
    expect(seed(...args)).toMatchObject({
      status: 1,
      stderr:
        'weekward: usage: npm run seed -- --students 10000 [--seed 7]; from 1 to 100000 students\n',
    })
  }
  const unknown = seed('--pupils', '9')
  expect(unknown.status).toBe(1)
  expect(unknown.stderr).toMatch(/^weekward: [^\n]+\n$/)
  expect(existsSync(folder)).toBe(false)
})
