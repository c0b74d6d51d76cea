import { expect } from 'vitest'
import { noticeKinds } from '#contract/kit/notice-kind.ts'
import { notices } from '#contract/notices.ts'
import { isBlocked, type Line, type State } from './state.ts'

type Told = Pick<State['told'][number], 'person_id' | 'kind' | 'matter'>

/**
 * What was told is what happened: each new line of a history has its notices, for exactly those it
 * concerns and never for the one who did it, and there are no others.
 */
export function expectTold(before: State, after: State): void {
  const old = new Set(before.lines.map(({ id }) => id))
  const lines = after.lines.filter(({ id }) => !old.has(id))
  const wanted = lines.flatMap((line) => noticesOf(line, before, after))
  const had = new Set(before.told.map(({ id }) => id))
  const told = after.told.filter(({ id, kind }) => !had.has(id) && kind !== 'password-changed')
  expect(told.map(inWords).toSorted()).toEqual(wanted.map(inWords).toSorted())
  // What was told before stays, unless its review has gone.
  const stays = new Set(after.told.map(({ id }) => id))
  const reviews = new Set(after.reviews.map(({ id }) => id))
  const gone = before.told.filter(({ id }) => !stays.has(id)).map(({ matter }) => matter)
  const ofGone = before.lines.filter(({ review_id }) => !reviews.has(review_id))
  expect(ofGone.map(({ id }) => id)).toEqual(expect.arrayContaining(gone))
}

/**
 * What is mailed at once is what was told: one mail of each notice, to whoever is not blocked, unless
 * it is of no use any more, and no others.
 */
export function expectMailed(before: State, after: State, now: number): void {
  const isAtOnce = (kind: string | null) =>
    noticeKinds.some((one) => one === kind && notices[one].mail === 'at-once')
  const had = new Set(before.mailed.map(({ id }) => id))
  const mailed = after.mailed.filter(({ id, kind }) => !had.has(id) && isAtOnce(kind))
  const known = new Set(before.told.map(({ id }) => id))
  const wanted = after.told.filter(({ id, kind, person_id, facts, at }) => {
    const goodUntil = notices[kind].goodUntil(JSON.parse(facts), at)
    const isOfUse = goodUntil === null || goodUntil > now
    return !known.has(id) && isAtOnce(kind) && isOfUse && !isBlocked(after, person_id)
  })
  const toWhom = ({ kind, person_id }: { kind: string | null; person_id: string | null }) =>
    `${kind} to ${person_id}`
  expect(mailed.map(toWhom).toSorted()).toEqual(wanted.map(toWhom).toSorted())
}

const inWords = ({ person_id, kind, matter }: Told) => `${kind} of ${matter} to ${person_id}`

/** Told anew from the rows alone: whom a line concerns, and how it is called for them. */
function noticesOf(line: Line, before: State, after: State): Told[] {
  const { id: matter, what, person_id: doer, undoes_id } = line
  const review = after.reviews.find(({ id }) => id === line.review_id)
  const heard = after.told.filter((one) => one.matter === undoes_id)
  const student = review?.student_id ?? ''
  const advisor = review?.advisor_id ?? ''
  const reviewers = [line.from_reviewer_id, line.to_reviewer_id].flatMap((id) => id ?? [])
  const all = [student, advisor, ...reviewers]
  const repeats = after.reviews.find(({ follows_id }) => follows_id === review?.id)
  const decided = repeats?.week === review?.week ? 'repeated' : 'begun'
  const isWished =
    before.wishes.some(
      ({ review_id, ended_at }) => review_id === review?.id && ended_at === null,
    ) &&
    before.wished.some(
      ({ review_id, slot_id }) => review_id === review?.id && slot_id === line.to_slot_id,
    )
  // A wish is withdrawn without a word: who says why has declined it.
  const isDeclined = what === 'withdrawn' && line.reason !== null
  const whom: Record<typeof what, string[]> = {
    ...{ booked: all, moved: all, cancelled: all, 'no-show': all, lost: all },
    ...{ asked: [advisor], withdrawn: [isDeclined ? student : advisor] },
    marked: [student, advisor],
    ...{ decided: [student, ...reviewers], undone: heard.map(({ person_id }) => person_id) },
  }
  const kindFor = (person: string) => {
    if (what === 'decided') return decided
    if (isDeclined) return 'declined'
    return what === 'moved' && isWished && person === student ? 'granted' : what
  }
  return [...new Set(whom[what])]
    .filter((person) => person !== doer && person !== '')
    .map((person_id) => ({ person_id, kind: kindFor(person_id), matter }))
}
