import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { paths } from '#web/paths.ts'
import { makePerson, makeReview } from '../../factories.ts'
import { fill, press } from '../actions.ts'
import { openScreen } from '../open-screen.tsx'
import { findHeading, findToast } from '../queries.ts'
import { startEmptySchool } from '../school.ts'

async function start() {
  const school = await startEmptySchool()
  const admin = await makePerson(school, 'admin')
  const advisor = await makePerson(school, 'advisor')
  const student = await makePerson(school, 'student', { name: 'Amara Okafor', week: 3 })
  await makeReview(school, { student, advisor, week: 3 })
  const open = () =>
    openScreen(school, {
      as: { role: 'admin', token: admin.token },
      at: paths.person('student', student._id),
    })
  return { school, student, open }
}

const findForm = async () => within(await screen.findByRole('dialog', { name: 'Pause course' }))

test('an admin pauses a student’s course with a reason, sees it, and undoes it', async () => {
  const { open } = await start()
  await open()
  await findHeading('Amara Okafor')
  await press('Pause…')
  const form = await findForm()
  await form.findByText(/A booked slot is freed and its reviewer notified\./)
  await press('Pause', form)
  const reason = await form.findByRole('textbox', { name: 'Reason' })
  await waitFor(() => expect(reason).toHaveFocus())
  expect(reason).toHaveAccessibleDescription(/Please give a reason/)
  await fill(reason, 'Parental leave')
  await press('Pause', form)
  await screen.findByText('The course is paused: Parental leave')
  await screen.findByText('Paused in week 03')
  await press('Undo', within(await screen.findByRole('alert')))
  await findToast('Pause undone')
  await screen.findByRole('button', { name: 'Pause…' })
})

test('an admin resumes a course after reading what happens', async () => {
  const { school, student, open } = await start()
  await school.context.db
    .updateTable('people')
    .set({ paused_at: 1, pause_reason: 'Ill', paused_until: '2999-01-01' })
    .where('id', '=', student._id)
    .execute()
  await open()
  await screen.findByText(/^The course is paused until .+: Ill$/)
  await press('Resume…')
  const dialog = within(await screen.findByRole('dialog', { name: 'Resume course' }))
  await dialog.findByText(/The open review is due in 7 days\./)
  await press('Yes, resume', dialog)
  await findToast('Amara Okafor: course resumed.')
  await screen.findByRole('button', { name: 'Pause…' })
})

test('a paused student reads on the home until when and why', async () => {
  const { school, student } = await start()
  await school.context.db
    .updateTable('people')
    .set({ paused_at: 1, pause_reason: 'Parental leave', paused_until: '2999-01-01' })
    .where('id', '=', student._id)
    .execute()
  await openScreen(school, { as: { role: 'student', token: student.token }, at: '/' })
  await screen.findByRole('heading', { name: /^Your course is paused until / })
  await screen.findByText('Parental leave')
  expect(screen.queryByRole('heading', { name: 'Next Review' })).toBeNull()
})
