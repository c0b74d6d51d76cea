import type { Role } from '#contract/roles.ts'
import { paths } from '#web/paths.ts'
import type { Choice } from './use-search-results.ts'

type List = { label: string; also: string; to: string }

const reviews = (list: string): List[] => [
  { label: 'Overdue reviews', also: 'late', to: `${list}?state=overdue` },
  { label: 'Reviews with marks', also: 'conducted', to: `${list}?status=conducted` },
]

/** Words that lead to a filtered list of a role. */
const lists: Record<Role, readonly List[]> = {
  student: [],
  advisor: [
    ...reviews(paths.advisorReviews),
    {
      label: 'Reviews to decide',
      also: 'marks repeat next week',
      to: `${paths.advisorReviews}?status=conducted&state=open`,
    },
    {
      label: 'Reviews without a slot',
      also: 'not-scheduled waiting unbooked',
      to: `${paths.advisorReviews}?status=not-scheduled&state=open`,
    },
  ],
  reviewer: [
    ...reviews(paths.reviewerReviews),
    {
      label: 'Booked reviews',
      also: 'scheduled upcoming without marks',
      to: `${paths.reviewerReviews}?status=review-scheduled`,
    },
  ],
  admin: [
    {
      label: 'Students with an overdue review',
      also: 'late stuck risk',
      to: paths.studentsIn('overdue'),
    },
    { label: 'Blocked students', also: '', to: paths.studentsIn('blocked') },
    { label: 'Paused students', also: 'away break', to: paths.studentsIn('paused') },
    { label: 'Finished students', also: 'graduated left alumni', to: paths.studentsIn('finished') },
    {
      label: 'Unverified students',
      also: 'invited invitations pending',
      to: paths.studentsIn('unverified'),
    },
    { label: 'Students whose login is locked', also: '', to: paths.studentsIn('locked') },
    { label: 'Blocked advisors', also: '', to: `${paths.advisorList}?state=blocked` },
    { label: 'Unverified advisors', also: 'invited', to: `${paths.advisorList}?state=unverified` },
    {
      label: 'Advisors by overdue reviews',
      also: 'late',
      to: `${paths.advisorList}?sort=-overdue`,
    },
    { label: 'Blocked reviewers', also: '', to: `${paths.reviewerList}?state=blocked` },
    {
      label: 'Unverified reviewers',
      also: 'invited',
      to: `${paths.reviewerList}?state=unverified`,
    },
    { label: 'Failed emails', also: 'undelivered mails', to: paths.mailsIn('failed') },
  ],
}

/** A role's filtered lists, as choices. */
export function getFilteredListChoices(role: Role): Choice[] {
  return lists[role].map((list) => ({ group: 'Lists', ...list }))
}
