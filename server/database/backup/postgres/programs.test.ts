import { expect, test } from 'vitest'
import { startProgram, toConnectionArguments } from './programs.ts'

test('a program of PostgreSQL that is missing is named, with what to install', () => {
  expect(() => startProgram('pg_absent', [])).toThrow(
    'pg_absent is missing: install the package postgresql-client',
  )
})

test('a password is given to the programs where other users of the machine cannot see it', () => {
  const { dbname, env } = toConnectionArguments(
    'postgres://ana:s%40cret@db.school.test:5433/school?sslmode=require',
  )
  expect(dbname).toBe('postgres://ana@db.school.test:5433/school?sslmode=require')
  expect(env.PGPASSWORD).toBe('s@cret')
})
