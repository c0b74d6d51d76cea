import { expect, test } from 'vitest'
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
