import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { listReviews } from '#contract/reviews/reviews.ts'
import { getSchool } from '#contract/school/school.ts'
import { saveSchoolSettings } from '#contract/school/settings.ts'
import { formatShortDate } from '#web/kit/ui/dates/dates.ts'
import { answer, fill, findDialog, goTo, press } from '../actions.ts'
import { getDateInDays } from '../days.ts'
import { openScreen } from '../open-screen.tsx'
import { expectError, findField, findRows, findToast } from '../queries.ts'
import { startDemoSchool } from '../school.ts'

async function start() {
  const school = await startDemoSchool()
  const token = await school.tokenOf('admin')
  const saved = async () => (await school.call(getSchool, {})).holidays
  const carnival = { from: getDateInDays(1), to: getDateInDays(3), name: 'Carnival' }
  return { school, token, saved, carnival }
}

test('an admin adds a holiday, reads first whom it affects, and removes it', async () => {
  const { school, token, saved, carnival } = await start()
  await openScreen(school, { as: { role: 'admin', token }, at: '/admin/school' })
  await press('Add holiday')
  const form = await findDialog()
  await press('Add', form)
  await expectError(await findField('Name'), 'Please enter a name')
  await fill(await findField('Name'), 'Carnival')
  await fill(await findField('First day'), carnival.from)
  await fill(await findField('Last day'), getDateInDays(0))
  await press('Add', form)
  await expectError(await findField('Last day'), 'The last day must not be before the first')
  await fill(await findField('Last day'), carnival.to)
  const effects = within(await form.findByRole('status'))
  await effects.findByText(
    new RegExp(`due on these days will be due on ${formatShortDate(getDateInDays(4))}`),
  )
  const reviews = await effects.findAllByRole('link')
  expect(reviews[0]).toHaveAttribute('href', expect.stringMatching(/^\/admin\/review-details\//))
  await press('Add', form)
  await findToast('Carnival is added.')
  expect(await saved()).toEqual([carnival])

  const [row] = await findRows('Holidays', 1)
  await press('Booked reviews on Carnival')
  const booked = await screen.findByRole('dialog', { name: 'Booked on Carnival' })
  expect(await within(booked).findAllByRole('link')).toHaveLength(reviews.length)
  await press(/close/i, within(booked))
  await press('Remove Carnival', within(row ?? booked))
  await answer('Remove Carnival?', 'Remove')
  await findToast('Carnival is removed.')
  expect(await screen.findByRole('heading', { name: 'Holidays' })).toHaveFocus()
  expect(await saved()).toEqual([])
})

test('adding, changing or removing a holiday is undone from its toast, and others stay', async () => {
  const { school, token, saved, carnival } = await start()
  const easter = { from: getDateInDays(20), to: getDateInDays(23), name: 'Easter' }
  const spring = { from: getDateInDays(30), to: getDateInDays(32), name: 'Spring' }
  await school.call(saveSchoolSettings, { token, body: { holidays: [carnival] } })
  await openScreen(school, { as: { role: 'admin', token }, at: '/admin/school' })
  await press('Remove Carnival')
  await answer('Remove Carnival?', 'Remove')
  await findToast('Carnival is removed.')
  // Somebody else adds one meanwhile.
  await school.call(saveSchoolSettings, { token, body: { holidays: [easter] } })
  await press('Undo')
  await findToast('Carnival is back.')
  expect(await saved()).toEqual([carnival, easter])

  await press('Add holiday')
  const form = await findDialog()
  await fill(await findField('Name'), spring.name)
  await fill(await findField('First day'), spring.from)
  await fill(await findField('Last day'), spring.to)
  await press('Add', form)
  await findToast('Spring is added.')
  expect(await saved()).toEqual([carnival, easter, spring])
  await press('Undo')
  await findToast('Spring is removed.')
  expect(await saved()).toEqual([carnival, easter])

  await press('Change Carnival')
  const change = await findDialog()
  await fill(await findField('Name'), 'Mardi Gras')
  await fill(await findField('Last day'), getDateInDays(4))
  await press('Save', change)
  await findToast('Mardi Gras is changed.')
  expect(await saved()).toEqual([{ ...carnival, to: getDateInDays(4), name: 'Mardi Gras' }, easter])
  await press('Undo')
  await findToast('Carnival is as before.')
  expect(await saved()).toEqual([carnival, easter])
})

test('a form that opens while the one before still closes has values of its own', async () => {
  const { school, token, carnival } = await start()
  await school.call(saveSchoolSettings, { token, body: { holidays: [carnival] } })
  await openScreen(school, { as: { role: 'admin', token }, at: '/admin/school' })
  const change = await screen.findByRole('button', { name: 'Change Carnival' })
  await press('Add holiday')
  const form = await findDialog()
  await fill(await findField('First day'), getDateInDays(30))
  form.getByRole('button', { name: 'Cancel' }).click()
  change.click()
  await screen.findByRole('dialog', { name: 'Change holiday' })
  expect(await findField('First day')).toHaveValue(carnival.from)
})

test('a pasted list of holidays is added at once, after its wrong line was named, and undone', async () => {
  const { school, token, saved, carnival } = await start()
  await school.call(saveSchoolSettings, { token, body: { holidays: [carnival] } })
  await openScreen(school, { as: { role: 'admin', token }, at: '/admin/school' })
  await press('Add several')
  const form = await findDialog()
  const list = await findField('List of holidays')
  await fill(
    list,
    `${getDateInDays(20)} ${getDateInDays(23)} Easter\n${getDateInDays(3)} ${getDateInDays(5)} Spring`,
  )
  await press('Add', form)
  await expectError(list, 'Line 2: These days overlap Carnival')
  await fill(list, `${getDateInDays(20)} ${getDateInDays(23)} Easter\n${getDateInDays(40)} May Day`)
  await press('Add', form)
  await findToast('2 holidays are added.')
  const easter = { from: getDateInDays(20), to: getDateInDays(23), name: 'Easter' }
  const mayDay = { from: getDateInDays(40), to: getDateInDays(40), name: 'May Day' }
  expect(await saved()).toEqual([carnival, easter, mayDay])
  await press('Undo')
  await findToast('2 holidays are removed.')
  expect(await saved()).toEqual([carnival])
})

test('past holidays are hidden at first', async () => {
  const { school, token, carnival } = await start()
  const past = { from: getDateInDays(-30), to: getDateInDays(-20), name: 'Winter' }
  await school.call(saveSchoolSettings, { token, body: { holidays: [past, carnival] } })
  await openScreen(school, { as: { role: 'admin', token }, at: '/admin/school' })
  await findRows('Holidays', 1)
  await press('Show past ones')
  const [first] = await findRows('Holidays', 2)
  expect(first).toHaveTextContent('Winter')
})

test('students, reviewers, advisors and admins see holidays in their calendars', async () => {
  const { school, token, carnival } = await start()
  await school.call(saveSchoolSettings, { token, body: { holidays: [carnival] } })
  await openScreen(school, { as: 'student', at: '/' })
  const calendar = within(await screen.findByRole('region', { name: 'Calendar' }))
  await calendar.findByText('Carnival', { selector: 'bdi' })
  const note = /^School holidays: Carnival, /
  for (const role of ['reviewer', 'advisor', 'admin'] as const) {
    await openScreen(school, { as: role, at: `/${role}/calendar?date=${carnival.from}` })
    await screen.findByText(note)
  }
  await openScreen(school, { as: 'reviewer', at: '/reviewer/availability' })
  await screen.findByText(note)
})

test('due dates of reviews move as the form says', async () => {
  const { school, token, carnival } = await start()
  const advisor = await school.tokenOf('advisor')
  await school.call(saveSchoolSettings, { token, body: { holidays: [carnival] } })
  const reviews = await school.call(listReviews.advisor, {
    token: advisor,
    query: { open: 'true' },
  })
  const days = reviews.map(({ date }) => date.slice(0, 10))
  expect(days.filter((day) => day > carnival.from && day < carnival.to)).toEqual([])
})

test('a holiday that was just added stands in the calendar without a reload', async () => {
  const { school, token, carnival } = await start()
  await openScreen(school, { as: { role: 'admin', token }, at: '/admin/school' })
  await press('Add holiday')
  const form = await findDialog()
  await fill(await findField('Name'), carnival.name)
  await fill(await findField('First day'), carnival.from)
  await fill(await findField('Last day'), carnival.to)
  await press('Add', form)
  await findToast('Carnival is added.')
  await goTo('Calendar')
  await screen.findByText(/^School holidays: Carnival, /)
})
