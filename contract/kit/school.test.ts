import { expect, test } from 'vitest'
import { NewPerson } from '../accounts/accounts.ts'
import { SchoolName } from './school.ts'

test('names of schools and people lose invisible and direction-changing characters', () => {
  const given = ' Acade\u202emy\u0007\tof \u2066Code '
  expect(SchoolName.parse(given)).toBe('Academy of Code')
  const person = { name: given, email: 'ada@school.test' }
  expect(NewPerson.parse(person).name).toBe('Academy of Code')
  expect(SchoolName.safeParse('\u202e\u200b').error?.issues[0]?.message).toBe(
    'Please enter your school’s name',
  )
  expect(SchoolName.parse('Zoe\u0308s\nSchool \t for\u00a0 all')).toBe('Zoës School for all')
})
