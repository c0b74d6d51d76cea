import { expect, test } from 'vitest'
import { carriedOver } from './carried-over.ts'

const first = { _id: 'a', status: 'conducted', pendingTask: ['Read on'] } as const
const second = { _id: 'b', status: 'not-scheduled', pendingTask: [] } as const

test('what the review before left is carried over', () => {
  expect(carriedOver([first, second], second)).toBe(first)
})

test('nothing is carried over to the first review, from one that left nothing, or once it was held', () => {
  expect(carriedOver([second], second)).toBeUndefined()
  expect(carriedOver([{ ...first, pendingTask: [] }, second], second)).toBeUndefined()
  const held = { ...second, status: 'conducted' } as const
  expect(carriedOver([first, held], held)).toBeUndefined()
})
