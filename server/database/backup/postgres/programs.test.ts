import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startProgram, toConnectionArguments } from './programs.ts'

test('a missing PostgreSQL program is named with the package to install', () => {
  expect(() => startProgram('pg_absent', [])).toThrow(
    'pg_absent is missing: install the package postgresql-client',
  )
})

test('the password is passed to programs where other users cannot see it', () => {
  const { dbname, env } = toConnectionArguments(
    'postgres://ana:s%40cret@db.school.test:5433/school?sslmode=require',
  )
  expect(dbname).toBe('postgres://ana@db.school.test:5433/school?sslmode=require')
  expect(env.PGPASSWORD).toBe('s@cret')
})

test('programs verify a server’s certificate against the system’s authorities, as the server does', () => {
  const home = mkdtempSync(join(tmpdir(), 'weekward-home-'))
  vi.stubEnv('HOME', home)
  vi.stubEnv('PGSSLROOTCERT', undefined)
  onTestFinished(() => {
    vi.unstubAllEnvs()
    rmSync(home, { recursive: true })
  })
  const rootOf = (query: string) =>
    toConnectionArguments(`postgres://db.school.test/school?sslmode=${query}`).env.PGSSLROOTCERT
  expect(rootOf('verify-full')).toBe('system')
  expect(rootOf('verify-full&sslrootcert=/own.crt')).toBeUndefined()
  expect(rootOf('require')).toBeUndefined()
  vi.stubEnv('PGSSLROOTCERT', '/own.crt')
  expect(rootOf('verify-full')).toBe('/own.crt')
  vi.stubEnv('PGSSLROOTCERT', undefined)
  mkdirSync(join(home, '.postgresql'))
  writeFileSync(join(home, '.postgresql/root.crt'), '')
  expect(rootOf('verify-full')).toBeUndefined()
})
