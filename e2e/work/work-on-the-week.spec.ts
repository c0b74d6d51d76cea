import { getWork } from '#contract/work.ts'
import { findAxeViolations } from '../checks/appearance.ts'
import { expect, test } from '../kit/school.ts'
import { slowTests } from '../kit/tags.ts'
import { heading } from '../steps/shell.ts'

test('a student works on the week by keyboard, and the home says how far it is', {
  tag: slowTests,
}, async ({ page, school }) => {
  const token = await school.tokenOf('student')
  await school.enter(page, 'student', '/weekly-task')
  await expect(heading(page, 'Weekly Task')).toBeVisible()
  const first = page.getByRole('checkbox').first()
  await first.focus()
  await page.keyboard.press('Space')
  await expect(first).toBeChecked()
  await page.getByLabel('Link', { exact: true }).fill('https://git.school.test/sofia')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'https://git.school.test/sofia' })).toBeVisible()
  await expect(page.getByLabel('Link', { exact: true })).toBeFocused()
  await page.getByRole('checkbox', { name: 'I am ready for my review' }).press('Space')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  expect(await findAxeViolations(page)).toEqual([])
  expect(await school.call(getWork, { token })).toMatchObject({
    isReady: true,
    links: [{ kind: 'seminar', url: 'https://git.school.test/sofia' }],
  })
  await page.goto('/')
  await expect(page.getByText(/^1 of \d+ done$/)).toBeVisible()
  expect(await findAxeViolations(page)).toEqual([])
})

test('what is typed offline stays on this device over a reload, and is sent when it is back', {
  tag: slowTests,
}, async ({ page, context, school }) => {
  const token = await school.tokenOf('student')
  await school.enter(page, 'student', '/weekly-task')
  const note = page.getByRole('textbox', { name: 'Note', exact: true })
  await expect(note).toBeVisible()
  await school.setOffline(context, true)
  await note.fill('Written on the train')
  await expect(page.getByText('Offline, kept on this device')).toBeVisible()
  expect((await school.call(getWork, { token })).note).toBe('')
  await school.setOffline(context, false)
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  expect((await school.call(getWork, { token })).note).toBe('Written on the train')

  await school.setOffline(context, true)
  await note.fill('Written on the train, twice')
  await expect(page.getByText('Offline, kept on this device')).toBeVisible()
  await page.close()
  await school.setOffline(context, false)
  // Opening any screen is enough.
  const another = await context.newPage()
  await another.goto(school.url)
  await expect
    .poll(async () => (await school.call(getWork, { token })).note, { timeout: 20_000 })
    .toBe('Written on the train, twice')
})

test('two devices: each shows what the other saves, and loses nothing of its own', {
  tag: slowTests,
}, async ({ page, school, somebodyElse }) => {
  const token = await school.tokenOf('student')
  await school.enter(page, 'student', '/weekly-task')
  const phone = await somebodyElse()
  await school.enter(phone, 'student', '/weekly-task')
  await phone.getByRole('checkbox').nth(1).check()
  await page.getByRole('checkbox').nth(0).check()
  for (const device of [page, phone]) {
    for (const nth of [0, 1]) await expect(device.getByRole('checkbox').nth(nth)).toBeChecked()
  }
  await expect.poll(async () => (await school.call(getWork, { token })).ticks).toHaveLength(2)
})
