import type { Page } from '@playwright/test'
import { addPerson } from '#contract/accounts/accounts.ts'
import { listDomains } from '#contract/domains/domains.ts'
import { countFailedMails } from '#contract/mails.ts'
import { getHome, listReviews } from '#contract/reviews/reviews.ts'
import { type Role, roles } from '#contract/roles.ts'
import { listDomainTasks } from '#contract/tasks/tasks.ts'
import { paths } from '#web/paths.ts'
import { expect, type School } from './school.ts'
import { everyRole } from './tags.ts'

/** A path of the page, and who must be signed in to see it. */
export type Screen = {
  name: string
  path: string
  as: Role | null
  heading: string | RegExp
  /** Whether it consists of the same parts as an earlier screen of another role. */
  isShared?: true
}

/** All screens of the specification's section 2, with ids of a real school. */
export async function listScreens(school: School): Promise<Screen[]> {
  const [student, advisor, reviewer, admin] = await Promise.all([
    school.tokenOf('student'),
    school.tokenOf('advisor'),
    school.tokenOf('reviewer'),
    school.tokenOf('admin'),
  ])
  const home = await school.call(getHome, { token: student })
  const review = '_id' in home ? home._id : ''
  const studentId = home.student._id
  const [advised] = await school.call(listReviews.advisor, { token: advisor })
  const [reviewed] = await school.call(listReviews.reviewer, {
    token: reviewer,
    query: { home: 'true' },
  })
  const [domain] = await school.call(listDomains, { token: admin })
  const domainId = domain?._id ?? ''
  const [plan] = await school.call(listDomainTasks, { token: admin, query: { domain: domainId } })
  const task = plan?.tasks[0]?._id ?? ''
  const { account } = await school.call(countFailedMails, { token: admin })
  const { inviteUrl } = await school.call(addPerson.student, {
    token: admin,
    body: { name: 'Nova Lindgren', email: 'nova@school.test' },
  })
  const secret = inviteUrl?.split('/').at(-1) ?? ''
  const on = (as: Role | null) => (name: string, path: string, heading: string | RegExp) => ({
    name,
    path,
    as,
    heading,
  })
  const shared = (screen: Screen): Screen => ({ ...screen, isShared: true })
  const [anyone, studying, advising, reviewing, administering] = [
    on(null),
    on('student'),
    on('advisor'),
    on('reviewer'),
    on('admin'),
  ]
  return [
    anyone('student-login', '/login', /student login/i),
    shared(anyone('advisor-login', '/advisor/login', /advisor login/i)),
    shared(anyone('reviewer-login', '/reviewer/login', /reviewer login/i)),
    shared(anyone('admin-login', '/admin/login', /admin login/i)),
    anyone('forgot-password', '/forgot-password', 'Forgot your password?'),
    anyone('set-password', `/set-password/${secret}`, /password/i),
    anyone('set-profile', `/set-profile/${secret}`, /profile/i),
    anyone('reset-password', '/reviewer/reset-password/no-such-link', /new password/i),
    anyone('confirm-email', '/confirm-email/no-such-link', 'Confirm your new email address'),
    anyone('undo-email', '/admin/undo-email/no-such-link', 'Restore your old email address'),
    anyone('set-up', '/set-up/no-such-link', 'Set up your school'),
    anyone('manual', '/manual/run/backup', 'Backups'),
    anyone('dead-link', '/advisor/set-profile/no-such-invitation', /profile/i),
    studying('student-home', '/', /./),
    studying('student-notices', '/notices', 'Notifications'),
    studying('student-notice-settings', '/notice-settings', 'Notification settings'),
    studying('student-profile', '/profile', /profile/i),
    studying('weekly-task', '/weekly-task', /./),
    studying('manifest', '/manifest', /./),
    studying('student-progress', '/progress', 'Progress'),
    studying('student-review-details', `/review-details/${review}`, /./),
    studying('student-call', `/call/${review}`, /./),
    studying('student-device-check', '/device-check', 'Camera and sound'),
    studying('not-found', '/no/such/page', 'Page not found'),
    advising('advisor-home', '/advisor', /./),
    shared(advising('advisor-notices', '/advisor/notices', 'Notifications')),
    shared(
      advising('advisor-notice-settings', '/advisor/notice-settings', 'Notification settings'),
    ),
    shared(advising('advisor-profile', '/advisor/profile', /profile/i)),
    advising('advisor-reviews-list', '/advisor/reviews-list', /./),
    advising('advisor-review-details', `/advisor/review-details/${advised?._id}`, /./),
    advising('advisor-calendar', '/advisor/calendar', 'Calendar'),
    advising('review-schedule', '/advisor/review-schedule', /./),
    advising('schedule-for-me', '/advisor/plan', 'Schedule for me'),
    advising('board', '/advisor/board', 'Board'),
    advising('advisor-progress', paths.studentProgress(advised?.student._id ?? ''), /./),
    reviewing('reviewer-home', '/reviewer', /./),
    shared(reviewing('reviewer-profile', '/reviewer/profile', /profile/i)),
    shared(reviewing('reviewer-reviews-list', '/reviewer/reviews-list', /./)),
    reviewing('reviewer-review-details', `/reviewer/review-details/${reviewed?._id}`, /./),
    reviewing('reviewer-calendar', '/reviewer/calendar', 'Calendar'),
    reviewing('own-hours', '/reviewer/hours', 'Hours'),
    reviewing('add-slot', '/reviewer/add-slot', /./),
    reviewing('slots-list', '/reviewer/slots-list', /./),
    reviewing('availability', '/reviewer/availability', 'Availability'),
    reviewing('reviewer-call', `/reviewer/call/${reviewed?._id}`, /./),
    shared(reviewing('reviewer-device-check', '/reviewer/device-check', 'Camera and sound')),
    administering('admin-home', '/admin', /./),
    administering('trail', '/admin/trail', 'Audit log'),
    administering('mails', '/admin/mails', 'Emails'),
    administering('webhooks', '/admin/webhooks', 'Webhooks'),
    administering('health', '/admin/health', 'Health'),
    administering('student-list', '/admin/student-list', /./),
    administering('student-reviews', `/admin/person/student/${studentId}`, 'Amara Okafor'),
    administering('admin-review-details', `/admin/review-details/${review}`, /, week/),
    administering('person-reviewer', paths.person('reviewer', reviewed?.reviewer?._id ?? ''), /./),
    shared(
      administering('person-advisor', paths.person('advisor', advised?.advisor?._id ?? ''), /./),
    ),
    administering('person-progress', `/admin/person/student/${studentId}?tab=progress`, /./),
    administering('person-mails', `/admin/person/student/${studentId}?tab=mails`, /./),
    administering('person-changes', `/admin/person/student/${studentId}?tab=changes`, /./),
    shared(
      administering('person-admin', `${paths.person('admin', account._id)}?tab=sessions`, /./),
    ),
    administering('advisor-list', '/admin/advisor-list', /./),
    shared(administering('reviewer-list', '/admin/reviewer-list', /./)),
    administering('admin-list', '/admin/admin-list', 'Admins'),
    administering('admin-calendar', '/admin/calendar', 'Calendar'),
    administering('insight', '/admin/insight', 'Insight'),
    administering('hours', '/admin/hours', 'Hours'),
    administering('create-task', '/admin/create-task', /./),
    administering('add-user', '/admin/add-user', /./),
    administering('import-course', `/admin/import-course/${domainId}`, 'Import a course'),
    administering('import-people', '/admin/import-people/student', 'Import from a list'),
    administering('admin-account', '/admin/account', 'Account'),
    administering('school-settings', '/admin/school', 'School settings'),
    administering('domain-list', '/admin/domain-list', /./),
    administering('week-list', `/admin/week-list/${domainId}`, /./),
    administering('course', `/admin/course/${domainId}`, /./),
    administering('rubric', `/admin/week-list/${domainId}/rubric`, /./),
    administering('task-details', `/admin/task-details/${task}`, /./),
  ]
}

const areas = ['anyone', ...roles] as const

/** Screens that are checked together, except those another role also has. */
export const screenGroups = [
  ...areas.map((area) => ({ area, isShared: false, which: `every screen of ${area}`, tags: [] })),
  ...areas
    .filter((area) => area !== 'student')
    .map((area) => ({
      area,
      isShared: true,
      which: `every screen of ${area} that another role has too`,
      tags: [everyRole],
    })),
]

/** Opens an area and returns the screens of a walk. */
export async function openArea(
  page: Page,
  school: School,
  { area, isShared }: (typeof screenGroups)[number],
): Promise<Screen[]> {
  const as = area === 'anyone' ? null : area
  const screens = (await listScreens(school)).filter(
    (screen) => screen.as === as && (screen.isShared ?? false) === isShared,
  )
  expect(screens.length).toBeGreaterThan(0)
  if (as) await school.enter(page, as)
  return screens
}

/** Opens a screen and waits until it is loaded. */
export async function openScreen(page: Page, { path, heading }: Screen): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  // A tab that was never opened loads nothing.
  await expect(page.locator('[aria-busy=true]').filter({ visible: true })).toHaveCount(0)
  await expect(page.getByText('This could not be loaded')).toHaveCount(0)
}
