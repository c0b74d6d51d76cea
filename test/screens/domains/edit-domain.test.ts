import { screen, waitFor, within } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { listDomains } from '#contract/domains/domains.ts'
import { formatCount } from '#contract/kit/text/plural.ts'
import { listLimitMax } from '#contract/limits/limits.ts'
import { listPeople } from '#contract/people/people.ts'
import { answer, fill, findDialog, press } from '../actions.ts'
import { openScreen } from '../open-screen.tsx'
import { findField, findHeading, findRows, findToast, getTexts } from '../queries.ts'
import { startDemoSchool } from '../school.ts'

async function start() {
  const school = await startDemoSchool()
  const token = await school.tokenOf('admin')
  const domains = await school.call(listDomains, { token })
  const [first, second] = domains
  if (!first || !second) throw new Error('there are too few domains')
  await openScreen(school, { as: 'admin', at: '/admin/domain-list' })
  const names = async (list: string, count?: number) =>
    (await findRows(list, count)).map((row) => within(row).getByRole('link').textContent)
  return { school, first, second, domains, names }
}

/** Opens a domain's menu and chooses an entry. */
async function choose(domain: string, entry: string) {
  await press(`More for ${domain}`)
  await userEvent.click(await screen.findByRole('menuitem', { name: entry }))
}

test('a domain is renamed from its menu, and that can be undone', async () => {
  const { first, second, domains, names } = await start()
  await choose(first.name, 'Rename')
  const form = await findDialog()
  expect(await findField('Domain name')).toHaveValue(first.name)
  await fill(await findField('Domain name'), second.name.toUpperCase())
  await press('Rename', form)
  await form.findByText('This domain already exists')
  expect(await findField('Domain name')).toHaveFocus()
  await fill(await findField('Domain name'), 'Zoology')
  await userEvent.keyboard('{Enter}')
  await findToast(`${first.name} is now Zoology.`)
  await waitFor(async () => expect((await names('Domains')).at(-1)).toBe('Zoology'))
  await press('Undo')
  await findToast(`${first.name}: restored.`)
  await waitFor(async () => expect(await names('Domains')).toEqual(domains.map(({ name }) => name)))
})

test('an archived domain moves to the end, is offered nowhere, and comes back', async () => {
  const { school, first, domains, names } = await start()
  const count = async (list: 'student' | 'reviewer') => {
    const token = await school.tokenOf('admin')
    const { length } = await school.call(listPeople[list], {
      token,
      query: { domain: first._id, limit: listLimitMax },
    })
    return formatCount(length, list, `${list}s`)
  }
  const keep = `${await count('student')} and ${await count('reviewer')} keep it.`
  const question = `It can no longer be chosen for new people or tasks. ${keep}`
  await choose(first.name, 'Archive')
  await answer(question, 'Cancel')
  expect(await names('Domains')).toContain(first.name)
  await choose(first.name, 'Archive')
  await answer(question, 'Archive')
  await findToast(`${first.name} is archived.`)
  expect(await names('Archived domains')).toEqual([first.name])
  await findRows('Domains', domains.length - 1)
  expect(await findHeading('Domains')).toHaveFocus()

  await openScreen(school, { as: 'admin', at: '/admin/create-task' })
  await userEvent.click(await screen.findByRole('combobox', { name: 'Domain' }))
  const options = await screen.findAllByRole('option')
  expect(getTexts(options)).toEqual(domains.slice(1).map(({ name }) => name))
  await openScreen(school, { as: 'admin', at: `/admin/week-list/${first._id}` })
  await screen.findByText('Archived')
  const main = within(screen.getByRole('main'))
  expect(main.queryByRole('link', { name: 'Create Task' })).toBeNull()

  await openScreen(school, { as: 'admin', at: '/admin/domain-list' })
  await choose(first.name, 'Bring back')
  await findToast(`${first.name} is back.`)
  await findRows('Domains', domains.length)
  expect(screen.queryByText('Archived')).toBeNull()
})

test('a person in an archived domain keeps it in the form', async () => {
  const { school, first } = await start()
  const token = await school.tokenOf('admin')
  await school.send('PUT', '/admin/edit-domain', {
    token,
    body: { value: { id: first._id, isArchived: true } },
  })
  const { id, name } = await school.context.db
    .selectFrom('people')
    .select(['id', 'name'])
    .where('domain_id', '=', first._id)
    .where('verified_at', 'is not', null)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  await openScreen(school, { as: 'admin', at: `/admin/person/student/${id}` })
  await press('Edit details…')
  const box = await screen.findByRole('combobox', { name: 'Domain' })
  await waitFor(() => expect(box).toHaveValue(first.name))
  await fill(await findField('Name'), `${name} Junior`)
  await press('Save')
  await findToast(`${name} Junior: saved.`)
})

test('an admin sets the last week of a course, and takes that back', async () => {
  const { first } = await start()
  await choose(first.name, 'Set last week')
  const form = await findDialog()
  await userEvent.click(await screen.findByRole('combobox', { name: `Last week of ${first.name}` }))
  await userEvent.click(await screen.findByRole('option', { name: 'Week 05' }))
  await press('Save', form)
  await findToast(`The last week of ${first.name} is week 05.`)
  await screen.findByText(/, last is week 05$/)
  await press('Undo')
  await findToast(`${first.name}: restored.`)
  await waitFor(() => expect(screen.queryByText(/, last is week 05$/)).toBeNull())
})
