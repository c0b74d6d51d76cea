import { expect, test } from 'vitest'
import { hasSecondFactor, readVerifiedEmail } from './claims.ts'

test.each([
  [{ email: 'Ada@School.test', email_verified: true }, 'ada@school.test'],
  [{ email: 'ada@school.test', email_verified: 'true' }, 'ada@school.test'],
  [{ email: 'ada@school.test', xms_edov: '1' }, 'ada@school.test'],
  [{ email: 'ada@school.test', xms_edov: true }, 'ada@school.test'],
  [{ email: 'ada@school.test', email_verified: false, xms_edov: 0 }, undefined],
  [{ email: 'ada@school.test', email_verified: false, xms_edov: true }, undefined],
  [{ email: 'ada@school.test' }, undefined],
  [{ email_verified: true }, undefined],
  [{ email: 'ada', email_verified: true }, undefined],
  [{ preferred_username: 'ada@school.test', email_verified: true }, undefined],
])('an email counts only if the provider says it is verified: %j', (claims, email) => {
  expect(readVerifiedEmail(claims)).toBe(email)
})

test.each([
  [['pwd'], false],
  [['pwd', 'mfa'], true],
  [['hwk'], false],
  [['pwd', 'otp'], true],
  [['pwd', 'pin'], false],
  [['sms', 'sms'], false],
  [[], false],
  ['mfa', false],
  [undefined, false],
])('the methods %j are a second factor: %s', (amr, is) => {
  expect(hasSecondFactor({ amr })).toBe(is)
})
