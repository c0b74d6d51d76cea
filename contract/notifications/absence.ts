import { z } from 'zod'
import { pagePaths } from '../kit/page-paths.ts'
import { dayInZone } from '../kit/zone.ts'
import { because } from './format-review.ts'

const Facts = z.object({
  /** Which admin did it. */
  by: z.string(),
  /** Dates of the school's zone, both included. */
  from: z.string(),
  to: z.string(),
  reason: z.string(),
  what: z.enum(['noted', 'taken back']),
})
type Facts = z.output<typeof Facts>

const day = (date: string) => dayInZone(Date.parse(`${date}T00:00:00Z`), 'UTC')

/** 'Tue 24 Nov to Fri 27 Nov'. */
const daysOf = ({ from, to }: Facts) => (from === to ? day(from) : `${day(from)} to ${day(to)}`)

export const absenceByAdmin = {
  label: 'An admin notes that you are away',
  to: ['reviewer'] as const,
  facts: Facts,
  button: 'Open your availability',
  subject: (facts: Facts) =>
    facts.what === 'noted' ? `You are away: ${daysOf(facts)}` : `Not away: ${daysOf(facts)}`,
  text: (facts: Facts) =>
    facts.what === 'noted'
      ? `${facts.by} noted that you are away, ${daysOf(facts)}${because(facts)}`
      : `${facts.by} took back that you are away, ${daysOf(facts)}.`,
  path: () => pagePaths.availability,
}
