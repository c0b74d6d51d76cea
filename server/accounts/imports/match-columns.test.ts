import { expect, test } from 'vitest'
import type { ImportColumns } from '#contract/people/import-people.ts'
import type { ProfileRole } from '#contract/roles.ts'
import { isHeader, matchColumns } from './match-columns.ts'

const none: ImportColumns = {
  name: null,
  email: null,
  domain: null,
  week: null,
  advisor: null,
  domains: null,
}

test.each<[ProfileRole, string[], Partial<ImportColumns>]>([
  ['student', ['name', 'email'], { name: 'name', email: 'email' }],
  ['student', ['#', 'Name', 'Email'], { name: 'Name', email: 'Email' }],
  [
    'student',
    ['E-mail Address', 'FULL NAME', 'Course', 'Week no.', 'Mentor', 'Phone'],
    {
      name: 'FULL NAME',
      email: 'E-mail Address',
      domain: 'Course',
      week: 'Week no.',
      advisor: 'Mentor',
    },
  ],
  ['student', ['Advisor email', 'Email', 'Email 2'], { email: 'Email', advisor: 'Advisor email' }],
  [
    'reviewer',
    ['Reviewer', 'Mail', 'Domains'],
    { name: 'Reviewer', email: 'Mail', domains: 'Domains' },
  ],
  ['reviewer', ['Name', 'Mail', 'Course'], { name: 'Name', email: 'Mail', domains: 'Course' }],
  ['advisor', ['Advisor', 'Email', 'Week'], { name: 'Advisor', email: 'Email' }],
  ['advisor', ['Nom', 'Adresse'], {}],
])('%s: the columns of %j are found', (role, headers, found) => {
  expect(matchColumns(role, headers)).toEqual({ ...none, ...found })
})

test('a column chosen by hand replaces the one that was found, and null leaves it out', () => {
  const headers = ['Name', 'Email', 'Contact', 'Week']
  expect(matchColumns('student', headers, { email: 'Contact', week: null })).toEqual({
    ...none,
    name: 'Name',
    email: 'Contact',
  })
})

test.each<[ProfileRole, string[], boolean]>([
  ['student', ['Name', 'Telefon', 'E-Mail'], true],
  ['student', ['Course', 'Week'], true],
  ['advisor', ['Course', 'Week'], false],
  ['student', ['Name', 'Full name'], false],
  ['student', ['Name', '', ''], false],
  ['student', ['Ana', 'ana@x.test'], false],
])('%s: whether %j are headers', (role, cells, are) => {
  expect(isHeader(role, cells)).toBe(are)
})

test('a column that is not there is refused', () => {
  expect(() => matchColumns('student', ['Name'], { email: 'Mail' })).toThrow(
    'There is no column ‘Mail’ in this file',
  )
})
