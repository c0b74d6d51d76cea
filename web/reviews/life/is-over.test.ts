import { expect, test } from 'vitest'
import { hourMs, minuteMs } from '#contract/kit/time.ts'
import { isOver } from './is-over.ts'

const start = Date.parse('2026-11-23T09:00:00Z')
const startsAt = new Date(start).toISOString()
const life = { due: startsAt, booked: startsAt, held: null, marked: null, decided: null }

test('a review is over once both were there, or an hour after its slot began', () => {
  expect(isOver({ life, startsAt }, start + hourMs)).toBe(false)
  expect(isOver({ life, startsAt }, start + hourMs + 1)).toBe(true)
  const held = { ...life, held: startsAt }
  expect(isOver({ life: held, startsAt }, start + minuteMs)).toBe(true)
  expect(isOver({ life, startsAt: null }, start + hourMs + 1)).toBe(false)
})
