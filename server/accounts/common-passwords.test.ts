import { dictionary } from '@zxcvbn-ts/language-common'
import { expect, test } from 'vitest'
import { demoPassword } from '#contract/school/school.ts'
import { isCommonPassword } from './common-passwords.ts'

test('exactly the 10,000 most common passwords with 8 or more characters are refused', async () => {
  const long = dictionary['passwords-common'].filter((password) => password.length >= 8)
  expect(new Set(long.slice(0, 10_000)).size).toBe(10_000)
  const refused = await Promise.all(long.map(isCommonPassword))
  expect(refused.slice(0, 10_000).every(Boolean)).toBe(true)
  expect(refused.slice(10_000).some(Boolean)).toBe(false)
})

test.each(['password', '12345678', 'qwertyuiop', 'Password', 'IloveYou', 'PASSWORD1'])(
  '%s is one of them',
  async (password) => {
    expect(await isCommonPassword(password)).toBe(true)
  },
)

test.each([demoPassword, 'correct horse', 'passwort-des-hauses', 'constructor', '__proto__'])(
  '%s is none of them',
  async (password) => {
    expect(await isCommonPassword(password)).toBe(false)
  },
)
