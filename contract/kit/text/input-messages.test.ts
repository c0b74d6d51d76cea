import { expect, test } from 'vitest'
import { z } from 'zod'
import { describeIssue } from './input-messages.ts'

const fields = {
  name: z.string(),
  key: z.string().regex(/^[a-z]+$/),
  action: z.enum(['block', 'unblock']),
  week: z.number().int(),
  marks: z.number().max(100),
  text: z.string().max(2000),
  ids: z.array(z.string()).min(1),
  own: z.string({ error: 'Name is required' }),
}

test.each([
  ['name', undefined, 'This is required'],
  ['name', 1, 'Use text'],
  ['key', 'A', 'This format is not valid'],
  ['action', 'pause', 'Use one of: block, unblock'],
  ['week', 1.5, 'Use a whole number'],
  ['marks', 101, 'Use at most 100'],
  ['text', 'x'.repeat(2001), 'Use at most 2,000 characters'],
  ['ids', [], 'Use at least 1 item'],
  ['own', undefined, 'Name is required'],
] as const)('%s: %j is answered in plain words', (field, value, message) => {
  const read = fields[field].safeParse(value, { error: describeIssue })
  expect(read.error?.issues[0]?.message).toBe(message)
})
