import { formatShortDate } from '#web/kit/ui/dates/dates.ts'
import { checkAppearance } from '../checks/appearance.ts'
import { checkTextFits } from '../checks/text-fits.ts'
import { getDateInDays } from '../kit/days.ts'
import { expect, test } from '../kit/school.ts'
import { slowTests } from '../kit/tags.ts'
import { withMotion } from '../kit/with-motion.ts'
import { toast } from '../steps/actions.ts'
import { chooseFromMenuByKeys, expectFocusKept, pressByKeys, tabTo } from '../steps/keyboard.ts'
import { rows } from '../steps/lists.ts'
import {
  bookWithRita,
  chooseFromHeaderMenu,
  formatRitaSlot,
} from '../steps/schools/booked-with-rita.ts'

test.use(withMotion)

/** The list of Rita's slots on a day. */
const ritas = (day: string) => ({ name: `${day} with Rita Moreau` })
const inTwoDays = () => ritas(formatShortDate(getDateInDays(2)))

test(
  'a student requests one of two slots by keyboard, and the advisor accepts it at home with one click',
  {
    tag: slowTests,
  },
  async ({ page, school, somebodyElse }, { project }) => {
    const { now, details } = await bookWithRita(school)
    const advisor = await somebodyElse()
    await school.enter(advisor, 'advisor', '/advisor')
    await expect(advisor.getByRole('heading', { level: 1 })).toBeVisible()
    await details(page, 'student')
    await chooseFromMenuByKeys(page, 'Request reschedule…')
    const dialog = page.getByRole('dialog', { name: 'Request reschedule' })
    await expect(dialog.getByLabel('Reason')).toBeFocused()
    await expect(dialog).toContainText(
      /\d+ other students? (is|are) waiting for a slot in your domain/,
    )
    await page.keyboard.type('I have an exam')
    const tomorrow = dialog.getByRole('list', ritas('Tomorrow'))
    await tabTo(page, tomorrow.getByRole('button').first())
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await expect(tomorrow.getByRole('button', { name: '10:00 AM', pressed: true })).toBeFocused()
    const later = dialog.getByRole('list', inTwoDays())
    await pressByKeys(page, later.getByRole('button', { name: '9:00 AM' }))
    await expect(dialog.getByRole('status')).toContainText('2 selected')
    await checkAppearance(page, `${project.name}-ask`)
    await pressByKeys(page, dialog.getByRole('button', { name: 'Request reschedule' }))
    await expect(toast(page, 'Reschedule request sent to your advisor')).toBeVisible()
    await expect(dialog).toBeHidden()
    await expectFocusKept(page)
    await expect(page.getByText('You asked to reschedule: “I have an exam”')).toBeVisible()

    // The advisor's open home updates by itself.
    const asks = advisor.getByRole('region', { name: 'Reschedule requests' })
    await expect(asks).toContainText('Asked to reschedule: “I have an exam” (2 slots)')
    await checkAppearance(advisor, `${project.name}-wish-at-home`)
    await checkTextFits(advisor, 'wish-at-home')
    await pressByKeys(advisor, asks.getByRole('button', { name: 'Accept' }))
    await expect(toast(advisor, 'Review moved')).toBeVisible()
    await expect(asks).toHaveCount(0)
    await expectFocusKept(advisor)
    expect(await now()).toMatchObject({ time: '10:00 AM', day: getDateInDays(1), wish: null })
    await expect(rows(page, 'History').first()).toContainText(
      `Henrik Lindqvist moved it from ${formatRitaSlot('9:00 AM')} to ${formatRitaSlot('10:00 AM')}`,
    )
    await expect(page.getByText(/^You asked to reschedule:/)).toHaveCount(0)
  },
)

test('a student makes a request with a reason only, changes it, and withdraws it', {
  tag: slowTests,
}, async ({ page, school }) => {
  const { now, details } = await bookWithRita(school)
  await details(page, 'student')
  const dialog = page.getByRole('dialog', { name: 'Request reschedule' })
  for (const reason of ['An exam', 'Two exams']) {
    await chooseFromHeaderMenu(page, 'Request reschedule…')
    await dialog.getByLabel('Reason').fill(reason)
    await dialog.getByRole('button', { name: 'Request reschedule' }).click()
    await expect(page.getByText(`You asked to reschedule: “${reason}”`)).toBeVisible()
    await expect(dialog).toBeHidden()
  }
  await page.goto('/')
  const card = page.getByRole('region', { name: 'Next Review' })
  await expect(card).toContainText('You asked to reschedule: “Two exams”')
  await pressByKeys(page, card.getByRole('button', { name: 'Withdraw' }))
  await expect(toast(page, 'Reschedule request withdrawn')).toBeVisible()
  await expectFocusKept(page)
  expect(await now()).toMatchObject({ wish: null, time: '9:00 AM' })
})

test('a request whose slots are taken leads the advisor to free ones', {
  tag: slowTests,
}, async ({ page, school }) => {
  const { details } = await bookWithRita(school)
  await details(page, 'student')
  await chooseFromHeaderMenu(page, 'Request reschedule…')
  await page.getByLabel('Reason').fill('An exam')
  await page.getByRole('button', { name: 'Request reschedule' }).click()
  await expect(toast(page, 'Reschedule request sent to your advisor')).toBeVisible()
  await school.enter(page, 'advisor', '/advisor')
  const asks = page.getByRole('region', { name: 'Reschedule requests' })
  await asks.getByRole('link', { name: 'See free slots' }).click()
  const booked = page.getByRole('region', { name: 'Current booking' })
  await expect(booked).toContainText('Amara Okafor asked to reschedule: “An exam”')
  await booked.getByRole('list', inTwoDays()).getByRole('button', { name: '9:30 AM' }).click()
  await booked.getByRole('button', { name: 'Move review' }).click()
  await expect(toast(page, 'Review moved')).toBeVisible()
})
