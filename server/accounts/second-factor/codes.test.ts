import { expect, test } from 'vitest'
import {
  findTimeStep,
  hashRecoveryCode,
  makeRecoveryCodes,
  makeTotpKey,
  toOtpAuthUri,
} from './codes.ts'

/** The key of RFC 6238's examples, and the last six of their eight digits. */
const key = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

test.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
])('at %i s the code is %s', (seconds, code) => {
  const now = seconds * 1000
  const step = Math.floor(seconds / 30)
  expect(findTimeStep(code, key, now)).toBe(step)
  expect(findTimeStep(`${code.slice(0, 3)} ${code.slice(3)} `, key, now)).toBe(step)
  // At most one step of drift either way.
  expect(findTimeStep(code, key, now + 30_000)).toBe(step)
  expect(findTimeStep(code, key, now - 30_000)).toBe(step)
  expect(findTimeStep(code, key, now + 60_000)).toBeUndefined()
  expect(findTimeStep(code, key, now - 60_000)).toBeUndefined()
})

test.each(['', '28708', '2870820', '28708x', '287 083', '-287082', '2.87082'])(
  '%j is no code of the moment',
  (typed) => {
    expect(findTimeStep(typed, key, 59_000)).toBeUndefined()
  },
)

test('keys are 160 random bits, and the URI has all that apps need', () => {
  const fresh = makeTotpKey()
  expect(fresh).toMatch(/^[A-Z2-7]{32}$/)
  expect(makeTotpKey()).not.toBe(fresh)
  const uri = new URL(toOtpAuthUri(fresh, 'ada@school.test'))
  expect(uri.protocol).toBe('otpauth:')
  expect(decodeURIComponent(uri.pathname)).toContain('Weekward:ada@school.test')
  expect(Object.fromEntries(uri.searchParams)).toMatchObject({
    secret: fresh,
    issuer: 'Weekward',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
})

test('there are ten different recovery codes of 120 bits, accepted in any spelling', () => {
  const codes = makeRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) {
    expect(code).toMatch(/^([a-z2-7]{6}-){3}[a-z2-7]{6}$/)
    const hash = hashRecoveryCode(code)
    expect(hash).not.toContain(code.slice(0, 6))
    expect(hashRecoveryCode(` ${code.toUpperCase().replaceAll('-', ' ')}\n`)).toBe(hash)
  }
  expect(new Set(codes.map(hashRecoveryCode)).size).toBe(10)
  expect(hashRecoveryCode('123456')).toBeUndefined()
  expect(hashRecoveryCode('')).toBeUndefined()
})
