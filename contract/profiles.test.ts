import { describe, expect, test } from 'vitest'
import { getFieldMessages } from '#test/field-messages.ts'
import { Login, NewPerson, ProfileCompletion } from './accounts/accounts.ts'
import { ProfileEdit } from './people/edit-profile.ts'

test('both fields of the login have their own message', () => {
  expect(getFieldMessages(Login, { email: ' ', password: '' })).toEqual({
    email: 'please enter your email',
    password: 'please enter your password',
  })
})

describe('profile completion', () => {
  const complete = {
    number: '0123456789',
    gender: 'female',
    qualification: 'BSc Physics',
    address: '1 Mill Lane',
    dob: '2001-02-28',
    age: '25',
    domain: 'some-domain',
  }

  test('accepts a complete profile, also with the age as a string of digits', () => {
    expect(ProfileCompletion.student.parse(complete)).toEqual({ ...complete, age: 25 })
  })

  test('reports everything that is missing', () => {
    expect(getFieldMessages(ProfileCompletion.student, {})).toEqual({
      number: 'Mobile number is required',
      gender: 'Gender is required',
      qualification: 'Educational qualification is required',
      address: 'Address is required',
      dob: 'Date of Birth is required',
      age: 'Age is required',
      domain: 'Domain is required',
    })
  })

  test('requires a domain of students only', () => {
    const { domain, ...rest } = complete
    expect(getFieldMessages(ProfileCompletion.advisor, rest)).toEqual({})
    expect(getFieldMessages(ProfileCompletion.reviewer, rest)).toEqual({})
    expect(getFieldMessages(ProfileCompletion.student, rest)).toEqual({
      domain: 'Domain is required',
    })
    expect(domain).toBeDefined()
  })

  test.each([
    ['', 'Mobile number is required'],
    ['012345678', 'Must be at least 10 numbers'],
    ['01234567890', 'Must be at less than 10 numbers'],
    ['01234x6789', 'Please use digits only'],
  ])('refuses the number %j', (number, message) => {
    expect(getFieldMessages(ProfileCompletion.advisor, { ...complete, number })).toEqual({
      number: message,
    })
  })

  test.each([
    ['gender', 'other', 'Gender is required'],
    ['dob', '2001-02-30', 'Date of Birth is required'],
    ['age', '', 'Age is required'],
    ['age', 'old', 'Age is required'],
    ['qualification', '  ', 'Educational qualification is required'],
    ['address', '  ', 'Address is required'],
  ])('refuses the %s %j', (field, value, message) => {
    expect(getFieldMessages(ProfileCompletion.student, { ...complete, [field]: value })).toEqual({
      [field]: message,
    })
  })
})

test('a profile edit validates number and address', () => {
  expect(getFieldMessages(ProfileEdit, { number: '12', address: ' ' })).toEqual({
    number: 'Must be at least 10 numbers',
    address: 'Address is required',
  })
})

test('a new person needs a name and a valid email, which becomes lower case', () => {
  expect(getFieldMessages(NewPerson, {})).toEqual({
    name: 'Name is required',
    email: 'Email is required',
  })
  expect(getFieldMessages(NewPerson, { name: '   ', email: 'a@b' })).toEqual({
    name: 'Name is required',
    email: 'Invalid email',
  })
  expect(NewPerson.parse({ name: ' Ada ', email: ' Ada@School.Test ' })).toEqual({
    name: 'Ada',
    email: 'ada@school.test',
  })
})
