import type { Page } from '@playwright/test'
import { checkAppearance } from '../checks/appearance.ts'
import { getDateInDays } from '../kit/days.ts'
import { expect, test } from '../kit/school.ts'
import { slowTests } from '../kit/tags.ts'
import { withMotion } from '../kit/with-motion.ts'
import { answer, toast } from '../steps/actions.ts'
import { chooseFromMenuByKeys, expectFocusKept, pressByKeys, tabTo } from '../steps/keyboard.ts'
import { rows } from '../steps/lists.ts'
import {
  beginMinutesAgo,
  bookWithRita,
  chooseFromHeaderMenu,
  formatRitaSlot,
  undoByKeys,
} from '../steps/schools/booked-with-rita.ts'
import { heading } from '../steps/shell.ts'

test.use(withMotion)

const latest = (page: Page) => rows(page, 'History').first()

test('a booked review is moved by keyboard, and back from the message', { tag: slowTests }, async ({
  page,
  school,
}) => {
  const { now, details } = await bookWithRita(school)
  await details(page, 'advisor')
  await chooseFromMenuByKeys(page, 'Move…')
  await expect(heading(page, 'Schedule Reviews')).toBeFocused()
  const booked = page.getByRole('region', { name: 'Current booking' })
  const ritas = booked.getByRole('list', { name: 'Tomorrow with Rita Moreau' })
  await pressByKeys(page, ritas.getByRole('button').first())
  await expect(booked).toContainText(
    `from ${formatRitaSlot('9:00 AM')} to ${formatRitaSlot('9:30 AM')}.`,
  )
  const move = booked.getByRole('button', { name: 'Move review' })
  // Regardless of the number of free slots.
  await expect(move).toBeInViewport({ ratio: 1 })
  await pressByKeys(page, move)
  await expect(toast(page, 'Review moved')).toBeVisible()
  await expect(booked.getByRole('heading', { name: 'Current booking' })).toBeFocused()
  expect(await now()).toMatchObject({ time: '9:30 AM', day: getDateInDays(1) })
  await undoByKeys(page)
  await expect(toast(page, 'Change undone')).toBeVisible()
  await expectFocusKept(page)
  expect(await now()).toMatchObject({ time: '9:00 AM', day: getDateInDays(1) })
})

test(
  'an advisor cancels a booking with a reason, which everyone sees in the history',
  {
    tag: slowTests,
  },
  async ({ page, school, somebodyElse }, { project }) => {
    const { now, details } = await bookWithRita(school)
    const student = await somebodyElse()
    await details(student, 'student')
    await details(page, 'advisor')
    await checkAppearance(page, `${project.name}-history`)
    await chooseFromHeaderMenu(page, 'Cancel booking…')
    const dialog = page.getByRole('dialog', { name: 'Cancel booking' })
    await expect(dialog).toContainText(`Amara Okafor loses the slot ${formatRitaSlot('9:00 AM')}`)
    await checkAppearance(page, `${project.name}-cancel`)
    await dialog.getByLabel('Reason').fill('Rita has a fever')
    await dialog.getByRole('button', { name: 'Cancel booking' }).click()
    await expect(toast(page, 'Booking cancelled')).toBeVisible()
    await expectFocusKept(page)
    expect((await now()).status).toBe('not-scheduled')

    const line = `Henrik Lindqvist cancelled ${formatRitaSlot('9:00 AM')}“Rita has a fever”`
    await expect(latest(page)).toContainText(line)
    // The student's open page updates by itself.
    await expect(latest(student)).toContainText(line)
    await student.goto('/')
    await expect(student.getByRole('region', { name: 'Next Review' })).toContainText(
      'Time and reviewer: not scheduled',
    )
    const admin = await somebodyElse()
    await details(admin, 'admin')
    await expect(latest(admin)).toContainText(line)
    await expect(rows(admin, 'History').nth(1)).toContainText(`to ${formatRitaSlot('9:00 AM')}`)
  },
)

test('a reviewer cancels by keyboard, gets to their reviews, and undoes it there', {
  tag: slowTests,
}, async ({ page, school, somebodyElse }) => {
  const { now, details } = await bookWithRita(school)
  await details(page, 'reviewer')
  await chooseFromMenuByKeys(page, 'Cancel booking…')
  const dialog = page.getByRole('dialog', { name: 'Cancel booking' })
  await expect(dialog.getByLabel('Reason')).toBeFocused()
  await tabTo(page, dialog.getByRole('button', { name: 'Keep booking' }))
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'More actions' })).toBeFocused()

  const cancel = async () => {
    await chooseFromMenuByKeys(page, 'Cancel booking…')
    await expect(dialog.getByLabel('Reason')).toBeFocused()
    await page.keyboard.type('I have a fever')
    await pressByKeys(page, dialog.getByRole('button', { name: 'Cancel booking' }))
    await expect(toast(page, 'Booking cancelled')).toBeVisible()
    await expect(heading(page, 'Reviews List')).toBeFocused()
    await expect(rows(page, 'Reviews')).toHaveCount(0)
  }
  await cancel()
  expect((await now()).status).toBe('not-scheduled')
  await undoByKeys(page)
  await expect(toast(page, 'Change undone')).toBeVisible()
  await expect(heading(page, 'Reviews List')).toBeFocused()
  expect(await now()).toMatchObject({ time: '9:00 AM', day: getDateInDays(1) })

  await pressByKeys(page, rows(page, 'Reviews').first().getByRole('link').first())
  await expect(latest(page)).toContainText(
    `Rita Moreau undid that: it is ${formatRitaSlot('9:00 AM')} again`,
  )
  await cancel()
  const advisor = await somebodyElse()
  await details(advisor, 'advisor')
  const line = `Rita Moreau cancelled ${formatRitaSlot('9:00 AM')}“I have a fever”`
  await expect(latest(advisor)).toContainText(line)
})

const question = (name: string) =>
  `Record that ${name} did not come? It stays in the history of this review. The slot counts as used, and the review needs another one. This cannot be undone.`
const noted = (who: string) =>
  `Recorded that the ${who} did not come. The review needs another slot.`

test(
  'ten minutes after the start a reviewer records by keyboard that the student did not come',
  {
    tag: slowTests,
  },
  async ({ page, school, somebodyElse }, { project }) => {
    const { now, details, review } = await bookWithRita(school)
    beginMinutesAgo(school, review, 9)
    await details(page, 'reviewer')
    await expect(page.getByRole('button', { name: 'More actions' })).toHaveCount(0)
    beginMinutesAgo(school, review, 11)
    await page.reload()
    await chooseFromMenuByKeys(page, 'Student did not come')
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText(question('Amara Okafor'))).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await checkAppearance(page, `${project.name}-did-not-come`)
    await pressByKeys(page, dialog.getByRole('button', { name: 'Yes, record it' }))
    await expect(toast(page, noted('student'))).toBeVisible()
    await expect(heading(page, 'Reviews List')).toBeFocused()
    expect((await now()).status).toBe('not-scheduled')

    const line = 'Rita Moreau recorded that the student did not come to'
    for (const role of ['student', 'advisor'] as const) {
      const other = await somebodyElse()
      await details(other, role)
      await expect(latest(other)).toContainText(line)
    }
  },
)

test('a student records that the reviewer did not come, and waits for another slot', {
  tag: slowTests,
}, async ({ page, school, somebodyElse }) => {
  const { now, details, review } = await bookWithRita(school)
  const advisor = await somebodyElse()
  await details(advisor, 'advisor')
  beginMinutesAgo(school, review, 11)
  await details(page, 'student')
  await chooseFromHeaderMenu(page, 'Reviewer did not come')
  await answer(page, question('Rita Moreau'), 'Yes, record it')
  await expect(toast(page, noted('reviewer'))).toBeVisible()
  await expectFocusKept(page)
  expect((await now()).status).toBe('not-scheduled')
  const line = 'Amara Okafor recorded that the reviewer did not come to'
  await expect(latest(page)).toContainText(line)
  await expect(latest(advisor)).toContainText(line)
  await advisor.goto('/advisor')
  await expect(advisor.getByRole('region', { name: 'To schedule' })).toContainText('Amara Okafor')
})
