import { expect, test } from 'vitest'
import { getFieldMessages } from '#test/field-messages.ts'
import { Reason } from './reason.ts'

test.each(['', ' \n ', '\u200b', '\u202e', '\u00ad\u2060', '\u0007\u001b', '\u3164 \ufe0f'])(
  'a reason without visible characters is refused: %j',
  (reason) => {
    expect(getFieldMessages(Reason, reason)).toEqual({ '': 'Please give a reason' })
  },
)

test('a reason keeps its line breaks and loses control and direction-changing characters', () => {
  expect(Reason.parse(' One\r\nTwo\tthree \u202eevil\u0007\u2066 ')).toBe('One\nTwo three evil')
  const kept = 'Familie 👨‍👩‍👧, می‌خواهم, e\u0301'
  expect(Reason.parse(kept)).toBe(kept)
})
