import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { WorkLink } from '#contract/work.ts'
import { makePropertyParameters } from '#test/property.ts'
import {
  addEdits,
  applyEdits,
  dropSent,
  getLinkKey,
  hasEdits,
  noEdits,
  toChange,
  type WorkEdits,
} from './edits.ts'

const empty = { ticks: [] as string[], links: [] as WorkLink[], note: '', isReady: false }
type Parts = typeof empty

const line = fc.constantFrom('Read', 'Build', '__proto__', 'Test')
const link = fc.record({
  kind: fc.constantFrom('seminar' as const, 'other' as const),
  url: line.map((path) => `https://school.test/${path}`),
  note: fc.constantFrom('', 'From minute 4'),
})
const edit: fc.Arbitrary<Partial<WorkEdits>> = fc.oneof(
  fc.tuple(line, fc.boolean()).map((tick) => ({ ticks: new Map([tick]) })),
  fc
    .tuple(link, fc.boolean())
    .map(([one, stays]) => ({ links: new Map([[getLinkKey(one), stays ? one : null]]) })),
  fc.string().map((note) => ({ note })),
  fc.boolean().map((isReady) => ({ isReady })),
)
const edits = fc.array(edit, { maxLength: 6 })

const together = (all: Partial<WorkEdits>[]) => all.reduce<WorkEdits>(addEdits, noEdits)
const save = (server: Parts, sent: WorkEdits): Parts => {
  const { ticks, links, note, isReady } = toChange(server, sent)
  return {
    ticks: ticks ?? server.ticks,
    links: links ?? server.links,
    note: note ?? server.note,
    isReady: isReady ?? server.isReady,
  }
}
const sorted = ({ ticks, links, ...rest }: Parts) => ({
  ...rest,
  ticks: ticks.toSorted(),
  links: links.map((one) => JSON.stringify(one)).toSorted(),
})

test('what is saved is what the screen shows', () => {
  fc.assert(
    fc.property(edits, edits, (before, typed) => {
      const server = save(empty, together(before))
      const mine = together(typed)
      expect(save(server, mine)).toEqual(applyEdits(server, mine))
    }),
    makePropertyParameters(300),
  )
})

test('two devices that change different things lose none of them, whoever sends first', () => {
  fc.assert(
    fc.property(edits, edits, (one, other) => {
      const [mine, theirs] = [together(one), together(other)]
      const clash =
        [...mine.ticks.keys()].some((key) => theirs.ticks.has(key)) ||
        [...mine.links.keys()].some((key) => theirs.links.has(key)) ||
        (mine.note !== undefined && theirs.note !== undefined) ||
        (mine.isReady !== undefined && theirs.isReady !== undefined)
      fc.pre(!clash)
      expect(sorted(save(save(empty, mine), theirs))).toEqual(
        sorted(save(save(empty, theirs), mine)),
      )
    }),
    makePropertyParameters(300),
  )
})

test('what is typed while something is sent stays until it is sent itself', () => {
  fc.assert(
    fc.property(edits, edits, (typed, later) => {
      const sent = together(typed)
      const now = together([...typed, ...later])
      const left = dropSent(now, sent)
      expect(applyEdits(save(empty, sent), left)).toEqual(applyEdits(save(empty, sent), now))
      expect(hasEdits(dropSent(sent, sent))).toBe(false)
    }),
    makePropertyParameters(300),
  )
})
