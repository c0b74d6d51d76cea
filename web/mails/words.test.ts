import { expect, test } from 'vitest'
import { outcomeOf } from './words.ts'

const to = 'ada@school.test'

test('without a mail server a test mail is said to be in a file, and what is missing', () => {
  const answer = 'Written to the file 7.eml'
  expect(outcomeOf({ state: 'sent', to, answer })).toBe(
    'No mail server is set (SMTP_URL), so the mail to ada@school.test has not left this server. Written to the file 7.eml',
  )
})

test('a test mail that the mail server took is on its way', () => {
  expect(outcomeOf({ state: 'sent', to, answer: '250 OK' })).toBe(
    'The mail to ada@school.test is on its way. The mail server said: 250 OK',
  )
})
