import { screen, waitFor, within } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { expect, onTestFinished, test } from 'vitest'
import { hourMs } from '#contract/kit/time/durations.ts'
import type { Review } from '#contract/reviews/reviews.ts'
import { listReviewers } from '#contract/slots/reviewers.ts'
import { addSlots } from '#contract/slots/slots.ts'
import { formatDay, formatShortDate, toMidSentence } from '#web/kit/ui/dates/dates.ts'
import { makePerson } from '../../factories.ts'
import { answer, choose, fill, findDialog, goTo, press } from '../actions.ts'
import { formatFullDate, formatTwoDigits, getDateInDays, schoolZone } from '../days.ts'
import { findHeading, findRows, findToast, getTexts } from '../queries.ts'
import { findSlot, openScheduling } from './open-scheduling.ts'

const ofStudent = ({ student }: Review) => new RegExp(`^${student.name}`)

test('the waiting reviews are listed with student, week and due date', async () => {
  const { first } = await openScheduling()
  const [one] = await findRows('Reviews to be scheduled')
  expect(one).toHaveTextContent(first.student.name)
  expect(one).toHaveTextContent(`Week ${formatTwoDigits(first.week)}`)
  expect(one).toHaveTextContent(first.student.domain?.name ?? 'a domain')
  const due = first.date.slice(0, 10)
  const said = within(one ?? document.body).getByText(
    toMidSentence(formatDay(due, getDateInDays(0))),
  )
  expect(said).toHaveAttribute('title', formatFullDate(due))
  screen.getByPlaceholderText('Select a student')
  screen.getByPlaceholderText('Select a reviewer')
  await press(new RegExp(first.student.name))
  const student = screen.getByRole('combobox', { name: 'Student' })
  await waitFor(() => expect(student).toHaveDisplayValue(ofStudent(first)))
})

test('reviewers are found by name without accents, and by last name', async () => {
  const { school, open } = await openScheduling()
  await makePerson(school, 'reviewer', { name: 'Łukasz Żak' })
  await open()
  const box = await screen.findByRole('combobox', { name: 'Reviewer' })
  await userEvent.click(box)
  await fill(box, 'zak luk')
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1))
  await userEvent.click(screen.getByRole('option', { name: /^Łukasz Żak/ }))
  await waitFor(() => expect(box).toHaveDisplayValue('Łukasz Żak'))
})

test('a school that books further ahead has a fourth tab, ‘Later’', async () => {
  const { school, rita, token, first, open, ofAdvisor } = await openScheduling({ bookableDays: 10 })
  const values = { date: getDateInDays(8), timeStart: '13:00', timeEnd: '14:30', reviewTime: 30 }
  await school.call(addSlots, { token, body: { values } })
  await open(first._id)
  await choose('Reviewer', /^Rita Moreau/)
  expect((await screen.findAllByRole('tab')).map(({ textContent }) => textContent)).toEqual([
    ...['Today', 'Tomorrow', getDateInDays(2), 'Later'],
  ])
  await userEvent.click(screen.getByRole('tab', { name: 'Later' }))
  await screen.findByRole('heading', { name: formatShortDate(getDateInDays(8)) })
  await userEvent.click(await findSlot('1:30 PM'))
  await screen.findByText(
    `Books ${formatShortDate(getDateInDays(8))}, 1:30 PM with Rita Moreau for ${first.student.name}.`,
  )
  await press('book slot')
  await findToast('book slot successfully.')
  const booked = await ofAdvisor({ status: 'review-scheduled' })
  expect(booked.find(({ _id }) => _id === first._id)).toMatchObject({
    day: getDateInDays(8),
    reviewer: { _id: rita },
  })
})

test('nothing can be booked while no student is picked', async () => {
  const { asked } = await openScheduling()
  await choose('Reviewer', /^Rita Moreau/)
  await userEvent.click(await findSlot('9:00 AM'))
  await press('book slot')
  await screen.findByText('Select a student to book this slot for.')
  expect(screen.getByRole('button', { name: 'book slot' })).toHaveFocus()
  await goTo('Home')
  await findHeading('Home')
  expect(asked.filter((call) => call.endsWith('/book-slot'))).toEqual([])
})

test('from a card, the reviewer who is free first is selected; booking leads to the next student', async () => {
  const { school, first, second, open, ofAdvisor } = await openScheduling()
  await open(first._id)
  const reviewers = await school.call(listReviewers, { token: await school.tokenOf('advisor') })
  const own = reviewers.filter(({ domain }) =>
    domain.some(({ _id }) => _id === first.student.domain?._id),
  )
  const soonest = own.toSorted((one, other) =>
    (one.firstFree?.startsAt ?? 'z') < (other.firstFree?.startsAt ?? 'z') ? -1 : 1,
  )[0]
  const free = soonest?.firstFree
  if (!free) throw new Error('nobody has a free slot')
  const box = await screen.findByRole('combobox', { name: 'Reviewer' })
  await waitFor(() => expect(box).toHaveDisplayValue(soonest.name))
  await userEvent.click(await findSlot(free.slot_time))
  const what = `${formatShortDate(free.date)}, ${free.slot_time} with ${soonest.name} for ${first.student.name}.`
  await screen.findByText(`Books ${what}`)
  await press('book slot')
  await findToast('book slot successfully.')
  await screen.findByText(`Booked: ${what}`)
  const next = screen.getByRole('button', {
    name: `Next: ${second.student.name}, week ${formatTwoDigits(second.week)}`,
  })
  await waitFor(() => expect(next).toHaveFocus())
  await waitFor(async () => expect(await findSlot(free.slot_time)).toBeDisabled())
  const [booked] = await ofAdvisor({ id: first._id })
  expect(booked).toMatchObject({ status: 'review-scheduled', day: free.date, time: free.slot_time })

  await userEvent.click(next)
  const student = screen.getByRole('combobox', { name: 'Student' })
  await waitFor(() => expect(student).toHaveDisplayValue(ofStudent(second)))
  expect(screen.getByRole('heading', { name: 'Book a slot' })).toHaveFocus()
  expect(screen.queryByText(`Booked: ${what}`)).toBeNull()
})

test('the panel’s title does not change while a booking is sent', async () => {
  const { first, open } = await openScheduling()
  await open(first._id)
  await choose('Reviewer', /^Rita Moreau/)
  await userEvent.click(await findSlot('9:00 AM'))
  const titles = new Set<string>()
  const watch = new MutationObserver(() => {
    for (const { textContent } of screen.queryAllByRole('heading', { level: 2 }))
      titles.add(textContent ?? '')
  })
  watch.observe(document.body, { childList: true, subtree: true, characterData: true })
  onTestFinished(() => watch.disconnect())
  await press('book slot')
  await screen.findByText(/^Booked: /)
  expect([...titles]).toEqual(expect.not.arrayContaining(['Current booking']))
})

test('reviewers of the student’s domain come first, each with their free slots', async () => {
  const { first, open } = await openScheduling()
  await open(first._id)
  await userEvent.click(await screen.findByRole('combobox', { name: 'Reviewer' }))
  const groups = await waitFor(() => {
    const found = [...document.querySelectorAll('.mantine-Select-groupLabel')]
    expect(found).toHaveLength(2)
    return found
  })
  expect(getTexts(groups)).toEqual([
    `Reviewers of ${first.student.domain?.name}`,
    'Reviewers of other domains',
  ])
  const rita = await screen.findByRole('option', { name: /^Rita Moreau/ })
  expect(rita).toHaveTextContent('6 free, first tomorrow, 9:00 AM')
})

test('a day without slots says which day has the first free one', async () => {
  await openScheduling()
  await choose('Reviewer', /^Rita Moreau/)
  await findSlot('9:00 AM')
  await userEvent.click(screen.getByRole('tab', { name: 'Today' }))
  const day = within(await screen.findByRole('tabpanel'))
  await day.findByText('No slots on this day.')
  day.getByText('The first free slot is tomorrow, 9:00 AM.')
})

test('picking a review moves the focus to the panel', async () => {
  const { first } = await openScheduling()
  await press(new RegExp(first.student.name))
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Book a slot' })).toHaveFocus())
})

test('a booked review shows its booking', async () => {
  const { open, ofAdvisor } = await openScheduling()
  const [booked] = await ofAdvisor({ home: 'true' })
  if (!booked?.startsAt) throw new Error('nothing is booked')
  await open(booked._id)
  await findHeading('Schedule Reviews')
  await screen.findByRole('heading', { name: 'Current booking' })
  const time = screen.getByText(new RegExp(`, ${booked.time}`), { selector: 'time' })
  expect(time).toHaveAttribute('datetime', booked.startsAt)
  expect(time.parentElement).toHaveTextContent(`${booked.time} with ${booked.reviewer?.name}`)
  expect(screen.queryByRole('combobox', { name: 'Reviewer' })).toBeNull()
  const details = screen.getByRole('link', { name: 'Open details' })
  expect(details).toHaveAttribute('href', `/advisor/review-details/${booked._id}`)
})

test('a no-show can be recorded for a review without marks', async () => {
  const { school, open, ofAdvisor } = await openScheduling()
  const [booked] = await ofAdvisor({ home: 'true' })
  if (!booked?.startsAt) throw new Error('nothing is booked')
  school.moveTo(Date.parse(booked.startsAt) + 2 * hourMs)
  await open(booked._id)
  await press('Student did not come')
  await press('Yes, record it', await findDialog())
  await screen.findByRole('combobox', { name: 'Reviewer' })
})

test('a review that was held can be decided here, and the decision undone', async () => {
  const { open, ofAdvisor } = await openScheduling()
  const [review] = await ofAdvisor({ status: 'conducted', open: 'true' })
  if (!review) throw new Error('no review waits for a decision')
  const { student, week, mark } = review
  await open(review._id)
  await screen.findByRole('heading', { name: `What is next for ${student.name}?` })
  screen.getByText(mark.weekStatus)
  await press('Next week')
  const question = 'Are you sure you want to proceed to the next week?'
  await answer(question, 'Yes, go to the next week')
  await userEvent.hover(await findToast('review status updated successfully.'))
  const closed = `Week ${formatTwoDigits(week)} of ${student.name} is closed`
  await waitFor(() => expect(screen.getByRole('heading', { name: closed })).toHaveFocus())
  await press('Undo')
  await screen.findByRole('heading', { name: `What is next for ${student.name}?` })
})

test('an advisor in the school’s time zone reads nothing about zones', async () => {
  await openScheduling()
  await choose('Reviewer', /^Rita Moreau/)
  await findSlot('9:00 AM')
  expect(screen.queryByText(/time zone/)).toBeNull()
})

test('an advisor in another time zone sees the school’s times and zone', async () => {
  process.env.TZ = 'America/New_York'
  onTestFinished(() => {
    process.env.TZ = schoolZone
  })
  await openScheduling()
  await choose('Reviewer', /^Rita Moreau/)
  expect(getTexts(await screen.findAllByRole('tab'))).toEqual([
    'Today',
    'Tomorrow',
    getDateInDays(2),
  ])
  await findSlot('9:00 AM')
  await screen.findByText('Times are in the school’s time zone, Europe/Berlin.')
})
