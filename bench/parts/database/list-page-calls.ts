import { mailSorts } from '#contract/mails.ts'
import { advisorSorts, peopleSorts } from '#contract/people/people.ts'
import { concernReasons } from '#contract/progress/concern.ts'
import { studentReviewSorts } from '#contract/reviews/person-reviews.ts'
import { reviewSorts } from '#contract/reviews/reviews.ts'
import type { Role } from '#contract/roles.ts'

/** A call of a home, picker or list, as the page makes it. */
export type PageCall = { role: Role; path: string; query?: Record<string, string> }

/** The ids that the calls use. */
export type CallIds = {
  domain: string
  student: string
  advisor: string
  reviewer: string
  /** A review of the advisor's without a slot. */
  review: string
  today: string
  weekEnd: string
  monthEnd: string
}

const sorted = (sorts: readonly string[]) => sorts.flatMap((one) => [one, `-${one}`])
/** Searches that match everyone, few and nobody; two words, a letter, a week. */
const searches = ['test', 'zoe', 'ricci joao', 'qqqq', 'a', '5']

const of =
  (role: Role) =>
  (path: string, query: Record<string, string> = {}): PageCall => ({ role, path, query })

/** A list of 50 in each of its orders, and with each search. */
function list(role: Role, path: string, sorts: readonly string[], query = {}): PageCall[] {
  const page = { limit: '50', ...query }
  return [
    of(role)(path, page),
    ...sorted(sorts).map((sort) => of(role)(path, { ...page, sort })),
    ...searches.map((search) => of(role)(path, { ...page, search })),
  ]
}

/** Every call of the four homes, the pickers, the calendars and the lists. */
export function listPageCalls(named: CallIds): PageCall[] {
  const { domain, review, today } = named
  const [student, advisor, reviewer, admin] = [
    of('student'),
    of('advisor'),
    of('reviewer'),
    of('admin'),
  ]
  const limit = '50'
  const week = { from: today, to: named.weekEnd }
  const month = { from: today, to: named.monthEnd }
  return [
    ...['/home', '/weekly-task', '/manifest', '/progress', '/profile', '/unread-notices'].map(
      (path) => student(path),
    ),
    student('/notices', { limit }),
    ...[{ wished: 'true' }, { lost: 'true' }, { status: 'conducted', open: 'true' }].map((one) =>
      advisor('/review-list', { ...one, limit }),
    ),
    ...[{ type: 'booking' }, { home: 'true' }, { overdue: 'true' }].map((one) =>
      advisor('/review-list', { ...one, limit }),
    ),
    ...['/offers', '/waiting', '/unread-notices', '/profile'].map((path) => advisor(path)),
    advisor('/plan'),
    advisor('/board', { limit }),
    advisor('/best-slots', { review }),
    advisor('/free-slots', { review, limit }),
    advisor('/reviewer-list', { limit }),
    advisor('/reviewer-list'),
    advisor(`/slots/${named.reviewer}`, {}),
    ...list('advisor', '/review-list', reviewSorts),
    advisor('/all-domain'),
    advisor('/calendar', week),
    advisor('/calendar-absences', week),
    ...[week, month].flatMap((span) => [
      advisor('/calendar-days', span),
      admin('/calendar-days', span),
    ]),
    advisor('/calendar-load', { ...week, limit }),
    reviewer('/review-list', { home: 'true', limit }),
    ...['/slot-list', '/waiting', '/own-slots', '/unread-notices', '/all-domain'].map((path) =>
      reviewer(path),
    ),
    reviewer('/calendar', week),
    ...list('reviewer', '/review-list', reviewSorts),
    ...['/summary', '/people-in-need', '/waiting', '/unread-notices', '/all-domain'].map((path) =>
      admin(path),
    ),
    ...list('admin', '/all-student', peopleSorts),
    ...['active', 'unverified', 'blocked', 'mail-failed', 'waiting', 'overdue', 'locked'].map(
      (state) => admin('/all-student', { state, limit }),
    ),
    admin('/all-student', { domain, limit }),
    admin('/all-student', { domain, limit, search: 'zoe' }),
    admin('/all-student', { week: '7', limit }),
    ...list('admin', '/all-advisor', advisorSorts),
    ...list('admin', '/all-reviewer', peopleSorts),
    admin('/all-reviewer'),
    admin('/all-reviewer', { domain, limit }),
    admin('/students-at-risk', { limit }),
    ...concernReasons.map((reason) => admin('/students-at-risk', { limit, reason })),
    admin('/progress', { student: named.student }),
    admin('/absent-people', { limit }),
    admin('/absent-people', { limit, why: 'away' }),
    admin('/person', { id: named.student }),
    ...list('admin', '/person-reviews', [], { person: named.advisor }),
    ...sorted(studentReviewSorts).map((sort) =>
      admin('/student-reviews', { student: named.student, limit, sort }),
    ),
    admin('/calendar', { ...week, limit }),
    admin('/calendar-absences', week),
    admin('/calendar-load', { ...week, limit }),
    admin('/calendar-load', { ...week, reviewer: named.reviewer }),
    admin('/best-slots', { review }),
    admin('/free-slots', { review, limit }),
    ...list('admin', '/trail', []),
    ...list('admin', '/mails', mailSorts),
  ]
}
