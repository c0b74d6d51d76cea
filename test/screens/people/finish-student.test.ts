import { screen, waitFor, within } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { courseFinished } from '#contract/kit/refusal.ts'
import { paths } from '#web/paths.ts'
import { makePerson, makeReview } from '../../factories.ts'
import { fill, press } from '../actions.ts'
import { openScreen } from '../open-screen.tsx'
import { findField, findHeading, findToast } from '../queries.ts'
import { startEmptySchool } from '../school.ts'

async function start() {
  const school = await startEmptySchool()
  const admin = await makePerson(school, 'admin')
  const advisor = await makePerson(school, 'advisor')
  const student = await makePerson(school, 'student', { name: 'Amara Okafor', week: 3 })
  await makeReview(school, { student, advisor, week: 3 })
  const end = (outcome: 'graduated' | 'left') =>
    school.context.db
      .updateTable('people')
      .set({ finished_at: 1, outcome, finish_reason: 'Moved away' })
      .where('id', '=', student._id)
      .execute()
  const open = () =>
    openScreen(school, {
      as: { role: 'admin', token: admin.token },
      at: paths.person('student', student._id),
    })
  return { school, student, open, end }
}

test('an admin finishes a student’s course, reads what happens first, and undoes it', async () => {
  const { open } = await start()
  await open()
  await findHeading('Amara Okafor')
  await press('Finish…')
  const form = within(await screen.findByRole('dialog', { name: 'Finish course' }))
  await form.findByText(/The open review is closed, and a booked slot is freed\./)
  await waitFor(() => expect(form.getByRole('radio', { name: 'Graduated' })).toHaveFocus())
  await userEvent.click(form.getByRole('radio', { name: 'Left the course' }))
  await fill(form.getByRole('textbox', { name: 'Reason (optional)' }), 'Moved away')
  await press('Finish', form)
  await screen.findByText('Left the course: Moved away')
  await screen.findByRole('button', { name: 'Reopen…' })
  expect(screen.queryByRole('button', { name: 'Pause…' })).toBeNull()
  await press('Undo', within(await screen.findByRole('alert')))
  await findToast('The course continues')
  await screen.findByRole('button', { name: 'Finish…' })
})

test('an admin reopens a course after reading what happens', async () => {
  const { open, end } = await start()
  await end('left')
  await open()
  await press('Reopen…')
  const dialog = within(await screen.findByRole('dialog', { name: 'Reopen course' }))
  await dialog.findByText(/There will be an open review, due in 7 days\./)
  await press('Yes, reopen', dialog)
  await findToast('Amara Okafor: course reopened.')
  await screen.findByRole('button', { name: 'Finish…' })
})

test('a student who has graduated reads so on the home', async () => {
  const { school, student, end } = await start()
  await end('graduated')
  await openScreen(school, { as: { role: 'student', token: student.token }, at: '/' })
  await screen.findByRole('heading', { name: 'You have graduated' })
  expect(screen.queryByRole('heading', { name: 'Next Review' })).toBeNull()
})

test('the course of a blocked student can be finished, but not paused', async () => {
  const { school, student, open } = await start()
  await school.context.db
    .updateTable('people')
    .set({ blocked_at: 1 })
    .where('id', '=', student._id)
    .execute()
  await open()
  await press('Finish…')
  const form = within(await screen.findByRole('dialog', { name: 'Finish course' }))
  await form.findByText(/Amara Okafor stays blocked\./)
  await press('Finish', form)
  await screen.findByText('Graduated.')
  await press('Undo', within(await screen.findByRole('alert')))
  await screen.findByRole('button', { name: 'Finish…' })
  expect(screen.queryByRole('button', { name: 'Pause…' })).toBeNull()
})

test('a student who has finished and tries to change something reads why it is refused', async () => {
  const { school, student, end } = await start()
  await end('graduated')
  await openScreen(school, { as: { role: 'student', token: student.token }, at: '/profile' })
  await press('Edit')
  await fill(await findField('Mobile number'), '5550001111')
  await fill(await findField('Address'), '7 Harbour Road, Bergen')
  await press('Save')
  await findToast(courseFinished.message)
  expect(await findField('Address')).toHaveValue('7 Harbour Road, Bergen')
})
