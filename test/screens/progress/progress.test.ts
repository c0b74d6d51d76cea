import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { dayMs } from '#contract/kit/time/durations.ts'
import { formatWeekNumber } from '#contract/kit/time/format-week-number.ts'
import { getBoard, getProgress } from '#contract/progress/progress.ts'
import { monday } from '#test/app.ts'
import { makePerson, makeReview } from '#test/factories.ts'
import { paths } from '#web/paths.ts'
import { concernLabels, formatConcern } from '#web/progress/api.ts'
import { choose, follow, goTo } from '../actions.ts'
import { schoolZone } from '../days.ts'
import { openScreen } from '../open-screen.tsx'
import { expectAddress, findHeading, findRegion, findRows, getTexts } from '../queries.ts'
import { type School, startDemoSchool } from '../school.ts'

const reader = { now: monday, timeZone: schoolZone }

async function readBoard(school: School) {
  return school.call(getBoard, { token: await school.tokenOf('advisor'), query: {} })
}

test('a student sees marks and the weeks so far, and nothing of a concern', async () => {
  const school = await startDemoSchool()
  const { weeks } = await school.call(getProgress.student, {
    token: await school.tokenOf('student'),
  })
  await openScreen(school, { as: 'student', at: '/' })
  await goTo('Progress')
  await findHeading('Progress')
  await screen.findByText(
    new RegExp(`, and you are in week ${formatWeekNumber(weeks.at(-1)?.week ?? 0)}`),
  )
  const timeline = await findRegion('Week by week')
  const titles = getTexts(timeline.getAllByRole('heading', { level: 3 }))
  expect(titles).toHaveLength(weeks.length)
  expect(titles.at(-1)).toBe('Week 01')
  await screen.findByRole('heading', { name: /^Your (first marks|average)/ })
  expect(screen.queryByText(/concern|at risk|overdue/i)).toBeNull()
  await follow('Week 01', timeline)
  await expectAddress(`/review-details/${weeks[0]?.review}`)
})

test('addresses in pending tasks are links', async () => {
  const school = await startDemoSchool()
  const student = await makePerson(school.server, 'student')
  const review = await makeReview(school.server, { student })
  await school.context.db
    .updateTable('reviews')
    .set({ pending_task: JSON.stringify(['Read https://school.test/closures again']) })
    .where('id', '=', review)
    .execute()
  const at = `${paths.person('student', student._id)}?tab=progress`
  await openScreen(school, { as: 'admin', at })
  const timeline = await findRegion('Week by week')
  const link = timeline.getByRole('link', { name: 'https://school.test/closures' })
  expect(link).toHaveAttribute('href', 'https://school.test/closures')
})

test('a student in the first week reads when progress begins', async () => {
  const school = await startDemoSchool()
  const { token, ...student } = await makePerson(school.server, 'student')
  await makeReview(school.server, { student })
  await openScreen(school, { as: { role: 'student', token }, at: paths.progress })
  await screen.findByText(/Your progress appears here after your first review/)
  await follow('Open the weekly task')
  await expectAddress('/weekly-task')
})

test('an advisor’s board says why a student is worst off, and leads to their progress', async () => {
  const school = await startDemoSchool()
  const [worst] = await readBoard(school)
  if (!worst?.concern[0]) throw new Error('The demo school has nobody at risk')
  await openScreen(school, { as: 'advisor', at: '/advisor' })
  await goTo('Board')
  const [row] = await findRows('Students')
  const first = within(row ?? document.body)
  for (const one of worst.concern) first.getByText(formatConcern(one, reader))
  await follow(new RegExp(`^(?!review details).*${worst.name}`), first)
  await expectAddress(paths.studentProgress(worst._id))
  await findHeading(worst.name)
  const concern = await findRegion('At risk')
  for (const one of worst.concern) concern.getByText(formatConcern(one, reader))
  await findRegion('Week by week')
})

test('an advisor filters the board by reason and standing', async () => {
  const school = await startDemoSchool()
  const board = await readBoard(school)
  const reason = board[0]?.concern[0]?.reason ?? fail()
  await openScreen(school, { as: 'advisor', at: paths.board })
  await findRows('Students')
  await choose('Why', concernLabels[reason].text)
  const wanted = board.filter(({ concern }) => concern.some((one) => one.reason === reason))
  await findRows('Students', wanted.length)
  await choose('Standing', 'On track')
  await screen.findByText('No student matches these filters.')
  await openScreen(school, { as: 'advisor', at: `${paths.board}?standing=on-track` })
  const onTrack = board.filter(({ standing }) => standing === 'on-track')
  await findRows('Students', onTrack.length)
})

test('an admin sees the reasons for concern and the weeks on a student’s page', async () => {
  const school = await startDemoSchool()
  const { context } = school.server
  const student = await makePerson(school.server, 'student')
  await makeReview(school.server, { student, dueAt: monday - 3 * dayMs })
  await context.db
    .updateTable('people')
    .set({ verified_at: monday - 9 * dayMs })
    .where('id', '=', student._id)
    .execute()
  await openScreen(school, {
    as: 'admin',
    at: `${paths.person('student', student._id)}?tab=progress`,
  })
  const concern = await findRegion('At risk')
  concern.getByText(/^Overdue since /)
  concern.getByText('Without an advisor')
  concern.getByText('Not signed in for 9 days')
  await findRegion('Week by week')
})

function fail(): never {
  throw new Error('The demo school has nobody at risk')
}
