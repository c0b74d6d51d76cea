import { expect, test } from 'vitest'
import { redactUrl } from './redact-url.ts'

test.each([
  ['https://hooks.school.test/weekward', 'hooks.school.test/weekward'],
  ['https://hooks.school.test/', 'hooks.school.test'],
  ['https://hooks.school.test:8443/a?key=secret', 'hooks.school.test:8443/a'],
  ['https://chat.test/services/T0123456/B0123456/secret-of-a-chat', 'chat.test/…chat'],
  ['https://chat.test/hook/a-secret', 'chat.test/…cret'],
])('%s is named %s, without what may be a secret', (url, name) => {
  expect(redactUrl(url)).toBe(name)
})
