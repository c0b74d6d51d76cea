import { expect, test } from 'vitest'
import { isApiToken, newApiToken } from './api-token-format.ts'

test('a new token has the prefix that scanners look for, 43 characters and a right checksum', () => {
  const tokens = Array.from({ length: 500 }, newApiToken)
  expect(tokens.filter((one) => !/^ww_[0-9A-Za-z]{43}$/.test(one))).toEqual([])
  expect(tokens.filter((one) => !isApiToken(one))).toEqual([])
  expect(new Set(tokens).size).toBe(500)
})

test('the checksum is CRC-32 of all before it, in base 62 with digits first', () => {
  expect(isApiToken(`ww_${'0'.repeat(37)}1jzn0d`)).toBe(true)
})

test('a mistyped token, one cut off, and a session’s token are none', () => {
  const token = newApiToken()
  const other = token.at(10) === 'a' ? 'b' : 'a'
  const mistyped = token.slice(0, 10) + other + token.slice(11)
  for (const text of [
    mistyped,
    token.slice(0, -1),
    `${token}0`,
    token.slice(3),
    '',
    'x'.repeat(43),
  ])
    expect(isApiToken(text), text).toBe(false)
})
