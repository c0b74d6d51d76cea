import type { Locator, Page } from '@playwright/test'
import { listDomains } from '#contract/domains/domains.ts'
import { listDomainTasks } from '#contract/tasks/tasks.ts'
import { expect, type School, test } from '../kit/school.ts'
import { slowTests } from '../kit/tags.ts'
import { answer, choose, toast } from '../steps/actions.ts'
import { goTo, heading } from '../steps/shell.ts'

/** A demo domain whose weeks all have tasks, except for the last ones. */
async function aDomain(school: School) {
  const token = await school.tokenOf('admin')
  const [domain] = await school.call(listDomains, { token })
  if (!domain) throw new Error('there is no domain')
  const read = async () => {
    const query = { domain: domain._id }
    return (await school.call(listDomainTasks, { token, query }))[0]?.tasks ?? []
  }
  return { ...domain, read }
}

/** The right edge of a button on the page, regardless of scrolling. */
function rightEdge(button: Locator) {
  return button.evaluate((one) => {
    const { right, top } = one.getBoundingClientRect()
    return { right: Math.round(right), top: Math.round(top + window.scrollY) }
  })
}

const lists = [
  'Personal development workouts',
  'Technical workouts',
  'Miscellaneous workouts',
] as const
const line = (page: Page, list: string, number: number) =>
  page.getByLabel(`${list}, line ${number}`, { exact: true })
const unsaved = 'Your changes are not saved and will be lost.'
const submit = (page: Page) => page.getByRole('button', { name: 'Submit' })

test('a task is written line by line and appears in its domain', { tag: slowTests }, async ({
  page,
  school,
}) => {
  const { name, read } = await aDomain(school)
  const week = (await read()).length + 1
  await school.enter(page, 'admin', '/admin/create-task')
  await page.getByLabel('Week number').fill(String(week))
  await choose(page, 'Domain', name)
  for (const list of lists) {
    await line(page, list, 1).fill(`first of ${list}`)
    await page.getByRole('button', { name: `Add a line to ${list}` }).click()
    await expect(line(page, list, 2)).toBeFocused()
    await line(page, list, 2).fill('a mistake')
    await line(page, list, 2).press('Enter')
    await line(page, list, 3).fill(`last of ${list}`)
    await page.getByRole('button', { name: `Remove line 2 of ${list}` }).click()
    await expect(line(page, list, 2)).toHaveValue(`last of ${list}`)
    await expect(line(page, list, 3)).toHaveCount(0)
  }
  await submit(page).click()
  await expect(toast(page, 'Task added successfully')).toBeVisible()
  const task = (await read()).find((one) => one.week === week)
  expect(task).toMatchObject({
    personalDevelopmentWorkout: [`first of ${lists[0]}`, `last of ${lists[0]}`],
    technicalWorkouts: [`first of ${lists[1]}`, `last of ${lists[1]}`],
    miscellaneousWorkouts: [`first of ${lists[2]}`, `last of ${lists[2]}`],
  })

  await goTo(page, 'Tasks')
  await page.getByRole('link', { name }).click()
  await expect(page.getByRole('link', { name: 'week 01', exact: true })).toBeVisible()
  await page.getByRole('link', { name: `week ${String(week).padStart(2, '0')}` }).click()
  await expect(page.getByText(`last of ${lists[1]}`, { exact: true })).toBeVisible()
})

test('leaving a half-written or half-edited task asks for confirmation', {
  tag: slowTests,
}, async ({ page, school }) => {
  const { name, read } = await aDomain(school)
  await school.enter(page, 'admin', '/admin/create-task')
  await choose(page, 'Domain', name)
  // Choosing it again keeps it: a task always needs a domain.
  await choose(page, 'Domain', name)
  await expect(page.getByRole('combobox', { name: 'Domain', exact: true })).toHaveValue(name)
  await line(page, lists[1], 1).fill('Build a clock')
  await goTo(page, 'Tasks')
  await answer(page, unsaved, 'Cancel')
  await expect(line(page, lists[1], 1)).toHaveValue('Build a clock')
  await goTo(page, 'Tasks')
  await answer(page, unsaved, 'Leave')
  await expect(heading(page, 'Create Task')).toHaveCount(0)

  const [first] = await read()
  await page.goto(`/admin/task-details/${first?._id}`)
  await page.getByRole('button', { name: 'Edit' }).click()
  await line(page, lists[1], 1).fill('Build a clock')
  await goTo(page, 'Tasks')
  await answer(page, unsaved, 'Leave')
  await expect(page).not.toHaveURL(/task-details/)
  expect((await read())[0]).toEqual(first)
})

test('a task is edited, saved by the same toggle, and shown', { tag: slowTests }, async ({
  page,
  school,
}) => {
  const { name, read } = await aDomain(school)
  await school.enter(page, 'admin', '/admin/domain-list')
  await page.getByRole('link', { name }).click()
  await page.getByRole('link', { name: 'week 01', exact: true }).click()
  await expect(heading(page, 'Week 01')).toBeVisible()
  await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0)
  const [before] = await read()

  const toggle = page.getByRole('button', { name: /^(Edit|Save)$/ })
  const place = await rightEdge(toggle)
  await toggle.click()
  await line(page, lists[1], 1).fill('Build a clock')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Build a clock')).toHaveCount(0)

  await toggle.click()
  await line(page, lists[1], 1).fill('')
  await line(page, lists[1], 1).fill('Build a clock')
  await expect(toggle).toHaveText('Save')
  expect(await rightEdge(toggle)).toEqual(place)
  await toggle.click()
  await expect(toast(page, 'edit task successfully.')).toBeVisible()
  await expect(page.getByText('Build a clock', { exact: true })).toBeVisible()
  await expect(toggle).toHaveText('Edit')
  await expect(toggle).toBeFocused()
  const [after] = await read()
  const rest = before?.technicalWorkouts.slice(1) ?? []
  expect(after).toEqual({ ...before, technicalWorkouts: ['Build a clock', ...rest] })
})
