import { screen, waitFor, within } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { editDomain } from '#contract/domains/domains.ts'
import { dayMs } from '#contract/kit/time/durations.ts'
import { editPerson } from '#contract/people/edit-person.ts'
import { getPerson } from '#contract/people/people.ts'
import { addTask } from '#contract/tasks/tasks.ts'
import { paths } from '#web/paths.ts'
import { makeDomain, makePerson, makeReview, makeSlot } from '../../factories.ts'
import { choose, fill, press } from '../actions.ts'
import { openScreen } from '../open-screen.tsx'
import { findHeading, findToast } from '../queries.ts'
import { startEmptySchool } from '../school.ts'

async function openStudent() {
  const school = await startEmptySchool()
  const [web] = [await makeDomain(school, 'Web'), await makeDomain(school, 'Data')]
  const admin = await makePerson(school, 'admin')
  const advisor = await makePerson(school, 'advisor')
  await makePerson(school, 'advisor', { email: 'taken@school.test' })
  const student = await makePerson(school, 'student', {
    name: 'Amara Okafr',
    domain: web,
    week: 3,
  })
  await makeReview(school, { student, advisor, week: 3 })
  const as = { role: 'admin' as const, token: admin.token }
  const open = async () => {
    await openScreen(school, { as, at: paths.person('student', student._id) })
    await findHeading('Amara Okafr')
  }
  await open()
  return { school, student, web, token: admin.token, open }
}

const findForm = async () => within(await screen.findByRole('dialog', { name: 'Edit details' }))

test('an admin corrects a name and moves a student to another domain and week, and undoes it', async () => {
  await openStudent()
  await press('Edit details…')
  const form = await findForm()
  await fill(await form.findByRole('textbox', { name: 'Name' }), 'Amara Okafor')
  await choose('Domain', 'Data')
  await form.findByText('The tasks change at once. A booked slot stays.')
  await fill(await form.findByRole('textbox', { name: 'Week' }), '5')
  await form.findByText('The open review moves to this week.')
  await press('Save', form)
  await findHeading('Amara Okafor')
  await screen.findByText('Data · week 05')
  await press('Undo', within(await screen.findByRole('alert')))
  await findToast('Amara Okafr: restored.')
  await screen.findByText('Web · week 03')
})

test('an archived domain that somebody was moved out of comes back by the undo', async () => {
  const { school, web, token } = await openStudent()
  const body = { value: { id: web._id, isArchived: true } }
  await school.call(editDomain, { token, body })
  await press('Edit details…')
  const form = await findForm()
  await choose('Domain', 'Data')
  await press('Save', form)
  await screen.findByText('Data · week 03')
  await press('Undo', within(await screen.findByRole('alert')))
  await findToast('Amara Okafr: restored.')
  await screen.findByText('Web · week 03')
})

test('a week that does not exist, or is no whole number, is named beside its field', async () => {
  await openStudent()
  await press('Edit details…')
  const form = await findForm()
  const week = await form.findByRole('textbox', { name: 'Week' })
  for (const wrong of ['0', '31', '1.5', '1,5', '']) {
    await userEvent.clear(week)
    if (wrong) await userEvent.type(week, wrong)
    await press('Save', form)
    await waitFor(() =>
      expect(week).toHaveAccessibleDescription(/Week must be a whole number from 1 to 30/),
    )
    await userEvent.clear(week)
    await userEvent.type(week, '3')
    await waitFor(() => expect(week).not.toHaveAccessibleDescription(/Week must be/))
  }
})

test('before a booked student is moved, a missing task and a reviewer of another domain are named', async () => {
  const { school, student, web, token } = await openStudent()
  const body = {
    ...{ domain: web._id, weekNo: 3, personalDevelopmentWorkout: ['Read'] },
    ...{ technicalWorkouts: ['Write'], miscellaneousWorkouts: ['Rest'] },
  }
  await school.call(addTask, { token, body })
  const reviewer = await makePerson(school, 'reviewer', { name: 'Priya Nair' })
  const { db } = school.context
  await db
    .insertInto('reviewer_domains')
    .values({ reviewer_id: reviewer._id, domain_id: web._id })
    .execute()
  const slot_id = await makeSlot(school, reviewer, school.context.clock() + dayMs)
  await db
    .updateTable('reviews')
    .set({ slot_id, status: 'review-scheduled' })
    .where('student_id', '=', student._id)
    .execute()
  await press('Edit details…')
  const form = await findForm()
  await choose('Domain', 'Data')
  await form.findByText(
    'Data has no task for week 03 yet. Priya Nair, who has the booked slot, does not review Data.',
  )
  await choose('Domain', 'Web')
  await fill(await form.findByRole('textbox', { name: 'Week' }), '4')
  await form.findByText('Web has no task for week 04 yet.')
})

test('an admin corrects a number and an address', async () => {
  const { school, student, open } = await openStudent()
  await school.context.db
    .updateTable('people')
    .set({ number: '5550001111', address: '1 Main Street' })
    .where('id', '=', student._id)
    .execute()
  await open()
  await press('Edit details…')
  const form = await findForm()
  const number = await form.findByRole('textbox', { name: 'Mobile number' })
  await fill(number, '555')
  await press('Save', form)
  await waitFor(() => expect(number).toHaveAccessibleDescription(/Must be at least 10 numbers/))
  await fill(number, '5550002222')
  await fill(await form.findByRole('textbox', { name: 'Address' }), '2 Side Street')
  await press('Save', form)
  await findToast('Amara Okafr: saved.')
  await screen.findByText('2 Side Street')
  await screen.findByRole('link', { name: '5550002222' })
})

test('an email in use is named beside its field, and what was typed stays', async () => {
  await openStudent()
  await press('Edit details…')
  const form = await findForm()
  const email = await form.findByRole('textbox', { name: 'Email' })
  await fill(email, 'taken@school.test')
  await form.findByText('They sign in with it from now on.')
  await press('Save', form)
  await waitFor(() => expect(email).toHaveAccessibleDescription(/This email is already in use/))
  expect(email).toHaveFocus()
  expect(email).toHaveValue('taken@school.test')
})

test('a form without a change closes and saves nothing', async () => {
  await openStudent()
  await press('Edit details…')
  await press('Save', await findForm())
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.queryByRole('alert')).toBeNull()
})

test('an admin corrects how an invited student begins', async () => {
  const school = await startEmptySchool()
  await makeDomain(school, 'Data')
  const { token } = await makePerson(school, 'admin')
  await makePerson(school, 'advisor', { name: 'Ada King' })
  const { _id: id, email: current } = await makePerson(school, 'student', {
    name: 'Nova Lind',
    verified: false,
  })
  await openScreen(school, {
    as: { role: 'admin', token },
    at: paths.person('student', id),
  })
  await press('Edit details…')
  const form = await findForm()
  const email = await form.findByRole('textbox', { name: 'Email' })
  await fill(email, 'nova@elsewhere.test')
  await form.findByText('You get a new invitation link. The older one stops working.')
  await fill(email, current)
  await choose('Domain', 'Data')
  await fill(await form.findByRole('textbox', { name: 'Week' }), '5')
  await form.findByText('They begin in this week when they join.')
  await press('Save', form)
  await screen.findByText(/^Data · week 05 · /)
  await press('Change advisor…')
  const choice = within(await screen.findByRole('dialog', { name: 'Change advisor' }))
  await choice.findByText(
    /^The advisor with the fewest open reviews by then will advise Nova Lind\./,
  )
  await press('Save', choice)
  await findToast('Ada King will advise Nova Lind.')
  await screen.findByText(/ · advisor Ada King · /)
  const { firstAdvisor } = await school.call(getPerson, { token, query: { id } })
  expect(firstAdvisor?.name).toBe('Ada King')
})

test('the domain of an invited student is taken away again, and an invited reviewer gets one', async () => {
  const school = await startEmptySchool()
  const data = await makeDomain(school, 'Data')
  const { token } = await makePerson(school, 'admin')
  const as = { role: 'admin', token } as const
  const { _id: nova } = await makePerson(school, 'student', { name: 'Nova Lind', verified: false })
  const { _id: ravi } = await makePerson(school, 'reviewer', { name: 'Ravi', verified: false })
  await school.call(editPerson.student, { token, body: { value: { id: nova, domain: data._id } } })
  const domainsOf = async (id: string) =>
    (await school.call(getPerson, { token, query: { id } })).domains.map(({ name }) => name)
  await openScreen(school, { as, at: paths.person('student', nova) })
  await press('Edit details…')
  const form = await findForm()
  // Choosing it again takes it away.
  await choose('Domain', 'Data')
  await press('Save', form)
  await findToast('Nova Lind: saved.')
  expect(await domainsOf(nova)).toEqual([])
  await press('Undo')
  await findToast('Nova Lind: restored.')
  expect(await domainsOf(nova)).toEqual(['Data'])

  await openScreen(school, { as, at: paths.person('reviewer', ravi) })
  await press('Edit details…')
  await userEvent.click(await screen.findByRole('combobox', { name: 'Domains' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Data' }))
  await press('Save', await findForm())
  await findToast('Ravi: saved.')
  expect(await domainsOf(ravi)).toEqual(['Data'])
  await press('Undo')
  await findToast('Ravi: restored.')
  expect(await domainsOf(ravi)).toEqual([])
})
