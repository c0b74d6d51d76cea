import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { hourMs, minuteMs } from '#contract/kit/time/durations.ts'
import { createReview, undoDecision } from '#contract/reviews/decision.ts'
import { updateMark } from '#contract/reviews/marking.ts'
import { listReviews, type Review } from '#contract/reviews/reviews.ts'
import type { Role } from '#contract/roles.ts'
import { paths } from '#web/paths.ts'
import { openScreen } from '../open-screen.tsx'
import { findRegion, getFacts, getTexts } from '../queries.ts'
import { startDemoSchool } from '../school.ts'

async function setUpReview() {
  const school = await startDemoSchool()
  const token = await school.tokenOf('advisor')
  const reviews = await school.call(listReviews.advisor, { token })
  const isOpen = ({ isClosed }: Review) => !isClosed
  const find = (status: Review['status'], fits: (review: Review) => boolean = isOpen) => {
    const review = reviews.find((one) => one.status === status && fits(one))
    if (!review) throw new Error(`no review is ${status}`)
    return review
  }
  const open = async (role: Role, { _id }: Review) => {
    await openScreen(school, { as: role, at: paths.reviewDetails(role, _id) })
    return screen.findByRole('list', { name: 'Review timeline' })
  }
  const demo = ({ student }: Review) => student.email === 'student@weekward.test'
  return { school, token, find, open, booked: find('review-scheduled', demo) }
}

const getSteps = (timeline: HTMLElement) => getTexts(within(timeline).getAllByRole('listitem'))

/** The current step. */
function getPresentStep(timeline: HTMLElement): string | undefined {
  const steps = within(timeline).getAllByRole('listitem')
  return steps.find(({ textContent }) => textContent.includes('present step'))?.textContent
}

/** The labels of the filled buttons, the main actions. */
function getMainActions(): string[] {
  const filled = 'main .mantine-Button-root:is(:not([data-variant]), [data-variant=filled])'
  const texts = getTexts([...document.querySelectorAll(filled)])
  return texts.map((text) => text.replace(/\s/g, ' '))
}

test('a review without a slot says who acts next, and its advisor can book it', async () => {
  const { find, open } = await setUpReview()
  const review = find(
    'not-scheduled',
    ({ isClosed, date }) => !isClosed && Date.parse(date) > Date.now(),
  )
  const timeline = await open('advisor', review)
  expect(getSteps(timeline).slice(1)).toEqual([
    'Booked not yet',
    'Held not yet',
    'Marked not yet',
    'Decided not yet',
  ])
  expect(getPresentStep(timeline)).toMatch(/^Due, present step, by \w{3} \d+ Mar$/)
  screen.getByText(/^Waiting for you to book a slot · /)
  expect(getMainActions()).toEqual(['Book slot'])
  await open('admin', review)
  screen.getByText(new RegExp(`^Waiting for ${review.advisor?.name} to book a slot · `))
  expect(getMainActions()).toEqual(['Book slot'])
})

test('a booked review shows time and people, and each role its actions', async () => {
  const { booked, open } = await setUpReview()
  const timeline = await open('student', booked)
  expect(getPresentStep(timeline)).toBe('Booked, present step, Sun 1 Mar')
  const [due] = within(timeline).getAllByRole('listitem')
  expect(due).toHaveTextContent(/^Due by /)
  expect(due).toHaveAttribute('data-is', 'deadline')
  expect(getSteps(timeline)[2]).toBe('Held Tue 3 Mar, 10:00 AM planned')
  screen.getByText(/with Priya Nair$/)
  expect(getMainActions()).toEqual(['Join into review'])
  await open('reviewer', booked)
  screen.getByText(/with Amara Okafor$/)
  expect(getMainActions()).toEqual(['Start Review'])
  await open('advisor', booked)
  expect(getMainActions()).toEqual([])
})

test('an hour after the slot started, entering marks is the only main action', async () => {
  const { school, booked, open } = await setUpReview()
  school.moveTo(Date.parse(booked.startsAt ?? '') + hourMs + minuteMs)
  await open('reviewer', booked)
  screen.getByText('You have not given the marks yet.')
  await waitFor(() => expect(getMainActions()).toEqual(['Edit']))
  await open('student', booked)
  screen.getByText('Priya Nair has not given the marks yet.')
})

test('marks are shown next to the previous ones, and a decision can be made and undone', async () => {
  const { school, token, booked, open } = await setUpReview()
  const last = booked.lastMark
  if (!last) throw new Error('the demo student has no marks of the week before')
  school.moveTo(Date.parse(booked.startsAt ?? '') + 30 * minuteMs)
  const mark = { code: last.code + 2, theory: last.theory, weekStatus: 'Task Completed' } as const
  const body = { id: booked._id, value: { mark } }
  await school.call(updateMark, { token: await school.tokenOf('reviewer'), body })

  expect(getPresentStep(await open('student', booked))).toBe('Marked, present step, Tue 3 Mar')
  screen.getByText('Henrik Lindqvist will decide how you continue.')
  expect(getFacts(await findRegion('Mark'))).toEqual({
    'Code mark': `${mark.code} up from ${last.code} last week`,
    'Theory mark': `${mark.theory} as last week`,
    'Week status': `Task Completed last week ${last.weekStatus}`,
  })
  await open('advisor', booked)
  expect(getMainActions()).toEqual(['Next week'])

  const way = { id: booked._id, value: { status: 'next-week' } } as const
  await school.call(createReview.advisor, { token, body: way })
  expect(getPresentStep(await open('student', booked))).toBe('Decided, present step, Tue 3 Mar')
  screen.getByText('This review is closed. The next one is open.')
  await school.call(undoDecision.advisor, { token, body: { value: { reviewId: booked._id } } })
  expect(getPresentStep(await open('student', booked))).toBe('Marked, present step, Tue 3 Mar')
})

test('the present step shows its date', async () => {
  const { booked, open } = await setUpReview()
  const timeline = await open('student', booked)
  const [, step] = within(timeline).getAllByRole('listitem')
  const hidden = within(step ?? timeline).getByText(/present step/)
  expect(hidden).toHaveClass('mantine-VisuallyHidden-root')
  hidden.remove()
  expect(step).toHaveTextContent(/^Booked Sun 1 Mar$/)
})

test('early visits to the call are shown, and that nobody met only after the slot', async () => {
  const { school, booked, open } = await setUpReview()
  const start = Date.parse(booked.startsAt ?? '')
  const of = { review_id: booked._id, person_id: booked.reviewer?._id ?? '' }
  const once = { times: 1, first_at: null }
  const at = start - 6 * minuteMs
  await school.context.db
    .insertInto('call_events')
    .values([
      { id: 'in', kind: 'joined', reason: null, at, ...of, ...once },
      { id: 'out', kind: 'left', reason: 'left', at: at + minuteMs, ...of, ...once },
    ])
    .execute()
  school.moveTo(start - minuteMs)
  await open('advisor', booked)
  const before = await findRegion('Call')
  expect(await before.findByText(/^Priya Nair joined/)).toHaveTextContent(
    'Priya Nair joined today, 9:54 AM.',
  )
  expect(before.queryByText(/did not meet/)).toBeNull()
  school.moveTo(start + hourMs + minuteMs)
  await open('advisor', booked)
  await (await findRegion('Call')).findByText('They were not in the call together.')
})

test('the record of a call is one sentence, with details that expand', async () => {
  const { find, open } = await setUpReview()
  await open('advisor', find('conducted'))
  const call = await findRegion('Call')
  expect((await call.findByText(/^Both were in the call for \d+ minutes\.$/)).tagName).toBe('P')
  const unfolds = call.getByText('Show who joined and left').closest('details')
  expect(unfolds?.open).toBe(false)
  expect(getTexts([...(unfolds?.querySelectorAll('li') ?? [])]).at(-1)).toMatch(/ left$/)
})
