import type { Page } from '@playwright/test'
import { copyDomain, listDomains } from '#contract/domains/domains.ts'
import { formatWeekNumber } from '#contract/kit/time/format-week-number.ts'
import { listDomainTasks } from '#contract/tasks/tasks.ts'
import { expect, type School, test } from '../kit/school.ts'
import { slowTests } from '../kit/tags.ts'
import { choose, toast } from '../steps/actions.ts'
import { heading } from '../steps/shell.ts'

/** The first domain by name, in which the demo's students are. */
async function aDomain(school: School) {
  const token = await school.tokenOf('admin')
  const [domain] = await school.call(listDomains, { token })
  if (!domain) throw new Error('there is no domain')
  const read = async (id = domain._id) =>
    (await school.call(listDomainTasks, { token, query: { domain: id } }))[0]?.tasks ?? []
  return { ...domain, token, read }
}

/** Opens a menu and chooses an entry, by keyboard. */
async function chooseEntry(page: Page, menu: string, entry: string) {
  await page.getByRole('button', { name: menu, exact: true }).focus()
  await page.keyboard.press('Enter')
  const item = page.getByRole('menuitem', { name: entry })
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  while (!(await item.evaluate((one) => one === document.activeElement)))
    await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
}

test('a domain is renamed, copied and archived from its row, by keyboard', {
  tag: slowTests,
}, async ({ page, school }) => {
  const { name, token, read } = await aDomain(school)
  await school.enter(page, 'admin', '/admin/domain-list')
  const domains = page.getByRole('list', { name: 'Domains', exact: true })

  await chooseEntry(page, `More for ${name}`, 'Rename')
  await expect(page.getByLabel('Domain name')).toBeFocused()
  await page.getByLabel('Domain name').fill('Astronomy')
  await page.keyboard.press('Enter')
  await expect(toast(page, `${name} is now Astronomy.`)).toBeVisible()
  await expect(domains.getByRole('link').first()).toHaveText('Astronomy')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(domains.getByRole('link', { name })).toBeVisible()

  await chooseEntry(page, `More for ${name}`, 'Copy')
  await page.getByLabel('Domain name').fill('Astronomy')
  await page.keyboard.press('Enter')
  await expect(toast(page, `Astronomy has every task of ${name}.`)).toBeVisible()
  await expect(page.getByRole('button', { name: `More for ${name}`, exact: true })).toBeFocused()
  const copied = await school.call(listDomains, { token })
  const copy = copied.find((one) => one.name === 'Astronomy')
  expect(await read(copy?._id)).toHaveLength((await read()).length)

  await chooseEntry(page, `More for ${name}`, 'Archive')
  await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click()
  await expect(toast(page, `${name} is archived.`)).toBeVisible()
  const archived = page.getByRole('list', { name: 'Archived domains' })
  await expect(archived.getByRole('link')).toHaveText([name])
  await expect(domains.getByRole('link', { name })).toHaveCount(0)
  await expect(heading(page, 'Domains')).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(domains.getByRole('link', { name })).toBeVisible()
  await expect(archived).toHaveCount(0)
})

test('a week moves, swaps with another one, and is removed', { tag: slowTests }, async ({
  page,
  school,
}) => {
  const { _id: id, token, read: readTasks } = await aDomain(school)
  // Nobody studies the copy yet, so no week asks for a confirmation.
  const { domain } = await school.call(copyDomain, {
    token,
    body: { value: { id, name: 'Astronomy' } },
  })
  const read = () => readTasks(domain._id)
  const before = await read()
  const [first, second] = before
  const free = formatWeekNumber(before.length + 1)
  await school.enter(page, 'admin', `/admin/task-details/${first?._id}`)

  await chooseEntry(page, 'More actions', 'Move to another week')
  await expect(page.getByRole('combobox', { name: 'New week' })).toBeFocused()
  await choose(page, 'New week', 'Week 02, has a task')
  await page.getByRole('button', { name: 'Swap' }).click()
  await expect(toast(page, 'Week 01 is now week 02.')).toBeVisible()
  await expect(heading(page, 'Week 02')).toBeVisible()
  expect((await read()).slice(0, 2).map((task) => task._id)).toEqual([second?._id, first?._id])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(heading(page, 'Week 01')).toBeVisible()
  expect(await read()).toEqual(before)

  await chooseEntry(page, 'More actions', 'Move to another week')
  await page.getByRole('button', { name: 'Move' }).click()
  await expect(toast(page, `Week 01 is now week ${free}.`)).toBeVisible()
  await expect(heading(page, `Week ${free}`)).toBeVisible()
  await chooseEntry(page, 'More actions', 'Remove')
  await expect(toast(page, `The task of week ${free} is removed.`)).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/admin/week-list/${domain._id}$`))
  expect(await read()).toEqual(before.slice(1))
})

test('a course is printed without its buttons', { tag: slowTests }, async ({ page, school }) => {
  const { _id } = await aDomain(school)
  await school.enter(page, 'admin', `/admin/course/${_id}`)
  await expect(page.getByRole('heading', { name: 'Week 01' })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await expect(page.getByRole('link', { name: 'Edit week 01' })).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Week 01' })).toBeVisible()
})
