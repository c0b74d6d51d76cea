import { expect, test } from 'vitest'
import { findBirthDateProblem, getAge } from './birth-date.ts'

const today = '2026-11-26'

test.each([
  ['2000-11-26', 26],
  ['2000-11-27', 25],
  ['2004-02-29', 22],
])('a person born on %s is %i years old', (dob, age) => expect(getAge(today, dob)).toBe(age))

test.each([
  ['2090-01-01', 20, 'dob', 'Please enter a date in the past'],
  [today, 1, 'dob', 'Please enter a date in the past'],
  ['2021-11-27', 4, 'dob', 'Please enter a date that gives an age from 5 to 120'],
  ['1905-01-01', 120, 'dob', 'Please enter a date that gives an age from 5 to 120'],
  ['2000-01-01', 20, 'age', 'By the date of birth, the age is 26'],
])('rejects a person born on %s who claims to be %i', (dob, age, field, message) =>
  expect(findBirthDateProblem({ dob, age }, today)).toEqual({ field, message }),
)

test.each([
  ['2021-11-26', 5],
  ['1906-01-01', 120],
  ['2000-01-01', 25],
  ['2000-01-01', 27],
])('accepts a person born on %s who claims to be %i', (dob, age) =>
  expect(findBirthDateProblem({ dob, age }, today)).toBeUndefined(),
)
