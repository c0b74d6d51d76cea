import { expect, test } from 'vitest'
import { formatScopes } from './format-scopes.ts'

test.each([
  [['read', 'write'], 'Read and change everything'],
  [['read', 'manage people'], 'Read everything, Manage people and invite staff'],
  [['be told', 'look for slots'], 'Manage notifications, Find free slots'],
])('a token of %j says once what it may', (scopes, words) => {
  expect(formatScopes(scopes)).toBe(words)
})
