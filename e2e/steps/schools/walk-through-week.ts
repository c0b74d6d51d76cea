import type { Locator, Page } from '@playwright/test'
import { getDateInDays } from '../../kit/days.ts'
import { expect, type School, test } from '../../kit/school.ts'
import { answer, choose, toast } from '../actions.ts'
import { acceptInvitation, addPerson, firstAdmin, password, signIn } from '../onboarding.ts'
import { goTo, heading } from '../shell.ts'

export const domain = 'Web Development'

/** The people of a small school, by role. */
export const people = {
  student: { name: 'Nova Lindgren', email: 'nova@small-school.test', password },
  advisor: { name: 'Aldo Ferri', email: 'aldo@small-school.test', password },
  reviewer: { name: 'Rita Moreau', email: 'rita@small-school.test', password },
}
export type Everybody = Record<keyof typeof people | 'admin', Page>

/** The admin signs in and adds a domain, its first tasks, and everyone. */
async function foundSchool(admin: Page, weeks: number): Promise<void> {
  await signIn(admin, 'admin', firstAdmin)
  await goTo(admin, 'Add user')
  await admin.getByLabel('Domain name').fill(domain)
  await admin.getByRole('button', { name: 'Add domain' }).click()
  await expect(toast(admin, 'Domain added successfully.')).toBeVisible()

  await goTo(admin, 'Create Task')
  await admin.getByLabel('Week number').fill('1')
  await choose(admin, 'Domain', domain)
  for (let week = 1; week <= weeks; week += 1) {
    for (const list of ['Personal development', 'Technical', 'Miscellaneous']) {
      await admin.getByLabel(`${list} workouts, line 1`).fill(`${list} of week ${week}`)
    }
    await admin.getByRole('button', { name: 'Submit' }).click()
    await expect(toast(admin, 'Task added successfully')).toBeVisible()
    // After saving, the form moves on to the next week.
    await expect(admin.getByLabel('Week number')).toHaveValue(String(week + 1))
  }

  await addPerson(admin, 'Advisor', people.advisor)
  await addPerson(admin, 'Reviewer', people.reviewer)
  await addPerson(admin, 'Student', people.student)
}

/** A person opens their invitation, completes the profile and signs in. */
async function join(school: School, page: Page, role: keyof typeof people): Promise<void> {
  const link = await school.invitationOf(people[role].email)
  await acceptInvitation(page, { role, link, domain })
  await signIn(page, role, people[role])
}

/** The reviewer publishes the slots of a range. */
async function publishSlots(
  page: Page,
  { date, from, to, minutes }: { date: string; from: string; to: string; minutes: string },
): Promise<void> {
  await goTo(page, 'add slot')
  await page.getByLabel('Date').fill(date)
  await page.getByLabel('Starting time').fill(from)
  await page.getByLabel('Ending time').fill(to)
  await page.getByLabel('Review time').fill(minutes)
  await page.getByRole('button', { name: 'Add slot' }).click()
  await expect(toast(page, 'Slot added successfully')).toBeVisible()
}

/** A slot's button, by its time. */
export function slotButton(page: Page, time: string): Locator {
  return page.getByRole('tabpanel').getByRole('button', { name: new RegExp(`^${time}\\b`) })
}

/** The advisor books a slot tomorrow from the student's card at home. */
async function bookTomorrow(page: Page, time: string): Promise<void> {
  await goTo(page, 'Home')
  await page.getByRole('link', { name: 'Book slot', exact: true }).click()
  await expect(heading(page, 'Schedule Reviews')).toBeVisible()
  await choose(page, 'Student', new RegExp(people.student.name))
  await choose(page, 'Reviewer', new RegExp(people.reviewer.name))
  await page.getByRole('tab', { name: 'Tomorrow' }).click()
  await slotButton(page, time).click()
  await page.getByRole('button', { name: 'book slot', exact: true }).click()
  await expect(toast(page, 'book slot successfully.')).toBeVisible()
}

/** The reviewer opens the review from home and saves marks and pending tasks. */
export async function saveMarks(page: Page, status: string, pending: string): Promise<void> {
  await goTo(page, 'Home')
  await page.getByRole('link', { name: 'View', exact: true }).click()
  await page.getByRole('button', { name: 'Edit the mark' }).click()
  await page.getByLabel('Code mark').fill('81')
  await page.getByLabel('Theory mark').fill('74')
  await choose(page, 'Week status', status)
  await page.getByRole('button', { name: 'Save' }).click()
  // The slot is tomorrow, so the page asks for confirmation.
  await page.getByRole('dialog').getByRole('button', { name: 'Save the mark' }).click()
  await expect(toast(page, 'mark updated successfully.')).toBeVisible()
  await page.getByRole('button', { name: 'Edit the pending tasks' }).click()
  await page.getByLabel('What is left to do, line 1').fill(pending)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'pending task updated.')).toBeVisible()
}

/** The advisor opens the review from the list and decides on the week. */
export async function decideOnWeek(page: Page, way: 'Repeat week' | 'Next week'): Promise<void> {
  await goTo(page, 'Reviews List')
  await page.getByRole('link', { name: /^review details/ }).click()
  for (const task of ['Seminar Video', 'Progress Video', 'Typing']) {
    const choice = page.getByRole('radiogroup', { name: task })
    await choice.getByText('completed').click()
    await expect(choice.getByRole('radio', { name: 'completed' })).toBeChecked()
  }
  await expect(toast(page, 'task status updated successfully.')).toBeVisible()
  await page.getByRole('button', { name: way, exact: true }).click()
  if (way === 'Next week') {
    const question = 'Are you sure you want to proceed to the next week?'
    await answer(page, question, 'Yes, go to the next week')
  } else {
    await answer(page, 'Are you sure you want to repeat this week?', 'Yes, repeat the week')
  }
  await expect(toast(page, 'review status updated successfully.')).toBeVisible()
}

/** The admin sets up the school, and everyone else follows their invitation. */
export async function setUpAndOnboard(
  admin: Page,
  school: School,
  somebodyElse: () => Promise<Page>,
): Promise<Everybody> {
  await test.step('the admin adds a domain, three weeks and everyone', () => foundSchool(admin, 3))
  const all = {
    admin,
    advisor: await somebodyElse(),
    reviewer: await somebodyElse(),
    student: await somebodyElse(),
  }
  for (const role of ['advisor', 'reviewer', 'student'] as const) {
    await test.step(`the ${role} follows the email`, () => join(school, all[role], role))
  }
  return all
}

/** The reviewer publishes slots, the advisor books one, and the reviewer sees it. */
export async function publishAndBook(all: Everybody): Promise<void> {
  const tomorrow = getDateInDays(1)
  const range = { date: tomorrow, from: '09:30', to: '11:00', minutes: '30' }
  await publishSlots(all.reviewer, range)
  await all.advisor.reload()
  await bookTomorrow(all.advisor, '10:00 AM')
  await expect(slotButton(all.advisor, '10:00 AM')).toBeDisabled()
  await expect(slotButton(all.advisor, '10:30 AM')).toBeEnabled()

  await goTo(all.reviewer, 'Home')
  await all.reviewer.reload()
  const next = all.reviewer.getByRole('region', { name: 'Next Review' })
  await expect(next).toContainText(people.student.name)
  await expect(next).toContainText('10:00 AMTomorrow')
}
