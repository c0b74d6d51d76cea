import type { Role } from '#contract/roles.ts'
import { homeScreens, type LoadScreen } from './home-screens.ts'
import { paths } from './paths.ts'

/** A path with parameters as `:name`, and how the screen's code is loaded. */
export type Screen = { path: string; load: LoadScreen }

function screen(path: string, load: LoadScreen): Screen {
  return { path, load }
}

/** A role's home; the login's path shows it too while signed in. */
function home(role: Role): Screen[] {
  return [screen(paths.home(role), homeScreens[role]), screen(paths.login(role), homeScreens[role])]
}

const profile = () => import('./screens/profile-page.tsx').then((page) => page.ProfilePage)
const deviceCheck = () =>
  import('./calls/devices/device-check-page.tsx').then((page) => page.DeviceCheckPage)
const call = () => import('./calls/call-page.tsx').then((page) => page.CallPage)
const reviewsList = () =>
  import('./reviews/list/reviews-list-page.tsx').then((page) => page.ReviewsListPage)
const hours = () => import('./hours/hours-page.tsx')
const person = () => import('./screens/person/person-page.tsx').then((page) => page.PersonPage)
const people = () => import('./screens/people-lists.tsx')

const notices = (role: Role) => [
  screen(paths.notices(role), () =>
    import('./notifications/notifications-page.tsx').then((page) => page.NotificationsPage),
  ),
  screen(paths.noticeSettings(role), () =>
    import('./notifications/settings/notification-settings-page.tsx').then(
      (page) => page.NotificationSettingsPage,
    ),
  ),
]

const student = [
  ...home('student'),
  ...notices('student'),
  screen('/profile', profile),
  screen('/weekly-task', () =>
    import('./screens/weekly-task/own-weekly-tasks-page.tsx').then(
      (page) => page.OwnWeeklyTasksPage,
    ),
  ),
  screen('/manifest', () =>
    import('./reviews/list/course-page.tsx').then((page) => page.CoursePage),
  ),
  screen(paths.progress, () =>
    import('./progress/own-progress-page.tsx').then((page) => page.OwnProgressPage),
  ),
  screen('/review-details/:id', () =>
    import('./reviews/student-review-page.tsx').then((page) => page.StudentReviewPage),
  ),
  screen('/device-check', deviceCheck),
  screen('/call/:room', call),
]

const advisor = [
  ...home('advisor'),
  ...notices('advisor'),
  screen('/advisor/profile', profile),
  screen('/advisor/reviews-list', reviewsList),
  screen('/advisor/review-details/:id', () =>
    import('./reviews/advisor-review-page.tsx').then((page) => page.AdvisorReviewPage),
  ),
  screen('/advisor/calendar', () =>
    import('./calendar/advisor-calendar-page.tsx').then((page) => page.AdvisorCalendarPage),
  ),
  screen('/advisor/review-schedule', () =>
    import('./reviews/booking/review-schedule-page.tsx').then((page) => page.ReviewSchedulePage),
  ),
  screen(paths.board, () => import('./progress/board-page.tsx').then((page) => page.BoardPage)),
  screen('/advisor/progress/:id', () =>
    import('./progress/student-progress-page.tsx').then((page) => page.StudentProgressPage),
  ),
  screen('/advisor/plan', () => import('./plan/plan-page.tsx').then((page) => page.PlanPage)),
]

const reviewer = [
  ...home('reviewer'),
  ...notices('reviewer'),
  screen('/reviewer/profile', profile),
  screen('/reviewer/reviews-list', reviewsList),
  screen('/reviewer/review-details/:id', () =>
    import('./reviews/reviewer-review-page.tsx').then((page) => page.ReviewerReviewPage),
  ),
  screen('/reviewer/add-slot', () =>
    import('./slots/add-slot-page.tsx').then((page) => page.AddSlotPage),
  ),
  screen('/reviewer/slots-list', () =>
    import('./screens/own-slots-page.tsx').then((page) => page.OwnSlotsPage),
  ),
  screen('/reviewer/availability', () =>
    import('./availability/availability-page.tsx').then((page) => page.AvailabilityPage),
  ),
  screen('/reviewer/calendar', () =>
    import('./calendar/reviewer-calendar-page.tsx').then((page) => page.ReviewerCalendarPage),
  ),
  screen('/reviewer/hours', () => hours().then((page) => page.ReviewerHoursPage)),
  screen('/reviewer/device-check', deviceCheck),
  screen('/reviewer/call/:room', () =>
    import('./screens/reviewer-call-page.tsx').then((page) => page.ReviewerCallPage),
  ),
]

const admin = [
  ...home('admin'),
  ...notices('admin'),
  screen('/admin/student-list', () => people().then((page) => page.StudentListPage)),
  screen('/admin/advisor-list', () => people().then((page) => page.AdvisorListPage)),
  screen('/admin/reviewer-list', () => people().then((page) => page.ReviewerListPage)),
  screen('/admin/admin-list', () => people().then((page) => page.AdminListPage)),
  screen('/admin/person/:role/:id', person),
  // The former path of a student's page.
  screen('/admin/student-reviews/:id', person),
  screen('/admin/review-details/:id', () =>
    import('./reviews/admin-review-page.tsx').then((page) => page.AdminReviewPage),
  ),
  screen('/admin/calendar', () =>
    import('./calendar/admin-calendar-page.tsx').then((page) => page.AdminCalendarPage),
  ),
  screen('/admin/insight', () =>
    import('./insight/insight-page.tsx').then((page) => page.InsightPage),
  ),
  screen('/admin/hours', () => hours().then((page) => page.AdminHoursPage)),
  screen('/admin/create-task', () =>
    import('./tasks/create-task-page.tsx').then((page) => page.CreateTaskPage),
  ),
  screen('/admin/add-user', () =>
    import('./screens/add-user-page.tsx').then((page) => page.AddUserPage),
  ),
  screen('/admin/import-course/:id', () =>
    import('./tasks/import-course-page.tsx').then((page) => page.ImportCoursePage),
  ),
  screen('/admin/import-people/:role', () =>
    import('./accounts/imports/import-people-page.tsx').then((page) => page.ImportPeoplePage),
  ),
  screen('/admin/school', () =>
    import('./school/settings/settings-page.tsx').then((page) => page.SchoolSettingsPage),
  ),
  screen('/admin/webhooks', () =>
    import('./webhooks/webhooks-page.tsx').then((page) => page.WebhooksPage),
  ),
  screen('/admin/webhooks/:id', () =>
    import('./webhooks/webhook-page.tsx').then((page) => page.WebhookPage),
  ),
  screen('/admin/trail', () => import('./audit/audit-page.tsx').then((page) => page.AuditPage)),
  screen('/admin/mails', () => import('./mails/mails-page.tsx').then((page) => page.MailsPage)),
  screen('/admin/health', () => import('./health/health-page.tsx').then((page) => page.HealthPage)),
  screen('/admin/account', () =>
    import('./screens/admin-account-page.tsx').then((page) => page.AdminAccountPage),
  ),
  screen('/admin/domain-list', () =>
    import('./domains/domain-list-page.tsx').then((page) => page.DomainListPage),
  ),
  screen('/admin/week-list/:id', () =>
    import('./tasks/week-list-page.tsx').then((page) => page.WeekListPage),
  ),
  screen('/admin/course/:id', () =>
    import('./tasks/course-page.tsx').then((page) => page.CoursePage),
  ),
  screen('/admin/week-list/:id/rubric', () =>
    import('./rubrics/rubric-page.tsx').then((page) => page.RubricPage),
  ),
  screen('/admin/task-details/:id', () =>
    import('./tasks/task-details-page.tsx').then((page) => page.TaskDetailsPage),
  ),
]

const resetPassword = (base: string) =>
  screen(`${base}/reset-password/:id`, () =>
    import('./accounts/links/reset-password-page.tsx').then((page) => page.ResetPasswordPage),
  )

const forgotPassword = (base: string) =>
  screen(`${base}/forgot-password`, () =>
    import('./accounts/login/forgot-password-page.tsx').then((page) => page.ForgotPasswordPage),
  )

const emailLink = () => import('./accounts/email/email-link-page.tsx')
const emailLinks = (base: string) => [
  screen(`${base}/confirm-email/:id`, () => emailLink().then((page) => page.ConfirmEmailPage)),
  screen(`${base}/undo-email/:id`, () => emailLink().then((page) => page.UndoEmailPage)),
]

const setPassword = (base: string) =>
  screen(`${base}/set-password/:id`, () =>
    import('./accounts/links/accept-invitation-page.tsx').then((page) => page.AcceptInvitationPage),
  )

const manual = () => import('./screens/manual/manual-page.tsx').then((page) => page.ManualPage)
const movedManual = () =>
  import('./screens/manual/moved-manual-page.tsx').then((page) => page.MovedManualPage)

/**
 * The screens that need no session: those behind mail links, the forgotten-password screen and the
 * manual.
 */
export const publicScreens = [
  screen(paths.manual, () =>
    import('./screens/manual/redirect-to-own-manual.tsx').then((page) => page.RedirectToOwnManual),
  ),
  screen('/manual/:folder/:page', manual),
  screen('/manual/:page', movedManual),
  screen('/set-up/:id', () => import('./screens/set-up-page.tsx').then((page) => page.SetUpPage)),
  setPassword('/admin'),
  forgotPassword('/admin'),
  resetPassword('/admin'),
  ...emailLinks('/admin'),
  ...['', '/advisor', '/reviewer'].flatMap((base) => [
    setPassword(base),
    screen(`${base}/set-profile/:id`, () =>
      import('./accounts/links/set-profile-page.tsx').then((page) => page.SetProfilePage),
    ),
    forgotPassword(base),
    resetPassword(base),
    ...emailLinks(base),
  ]),
]

/** The screens of the areas, each for people signed in with its role. */
export const roleScreens = [...student, ...advisor, ...reviewer, ...admin]

export function findScreen(pathname: string): Screen | undefined {
  const asked = pathname.split('/').filter(Boolean)
  return [...publicScreens, ...roleScreens].find(({ path }) => {
    const parts = path.split('/').filter(Boolean)
    const fits = (part: string, index: number) => part.startsWith(':') || part === asked[index]
    return parts.length === asked.length && parts.every(fits)
  })
}
