import { pagePaths } from '#contract/kit/page-paths.ts'
import { type AddableRole, basePath, type Role } from '#contract/roles.ts'
import { firstPaths } from '#web/kit/page/first-paths.ts'

/** Every address of the page, in one place (specification, section 2). */
export const paths = {
  ...pagePaths,
  ...firstPaths,
  profile: (role: Role) => `${basePath[role]}/profile`,
  setPassword: (role: Role, invitation: string) => `${basePath[role]}/set-password/${invitation}`,
  setProfile: (role: Role, invitation: string) => `${basePath[role]}/set-profile/${invitation}`,
  resetPassword: (role: Role, secret: string) => `${basePath[role]}/reset-password/${secret}`,
  deviceCheck: (role: Role) => `${basePath[role]}/device-check`,
  weeklyTask: '/weekly-task',
  manifest: '/manifest',
  advisorReviews: '/advisor/reviews-list',
  reviewSchedule: '/advisor/review-schedule',
  /** The same with a review picked already. */
  scheduleReview: (review: string) => `/advisor/review-schedule?review=${review}`,
  /** The same with a reviewer picked already. */
  scheduleWith: (reviewer: string) => `/advisor/review-schedule?reviewer=${reviewer}`,
  /** All that waits at once. */
  plan: '/advisor/plan',
  reviewerReviews: '/reviewer/reviews-list',
  addSlot: '/reviewer/add-slot',
  slotsList: '/reviewer/slots-list',
  studentList: '/admin/student-list',
  /** The same with those alone who are in a state. */
  studentsIn: (state: string) => `/admin/student-list?state=${state}`,
  /** Those at work in a week, or from one to another; of one domain. */
  studentsInWeeks: (from: number, to: number) =>
    `/admin/student-list?state=active&week=${from === to ? from : `${from}-${to}`}`,
  studentsOf: (domain: string, week: number) =>
    `/admin/student-list?state=active&domain=${domain}&week=${week}`,
  advisorList: '/admin/advisor-list',
  /** One person; the role is said for the sidebar, which knows nothing else of them. */
  person: (role: AddableRole, id: string) => `/admin/person/${role}/${id}`,
  domainList: '/admin/domain-list',
  weekList: (domain: string) => `/admin/week-list/${domain}`,
  taskDetails: (task: string) => `/admin/task-details/${task}`,
  createTask: '/admin/create-task',
  /** The same with the focus in its first field. */
  writeTask: '/admin/create-task#week-number',
  /** The same with a domain picked already. */
  writeTaskFor: (domain: string) => `/admin/create-task?domain=${domain}#week-number`,
  /** The same with a week, too. */
  writeTaskOf: (domain: string, week: number) =>
    `/admin/create-task?domain=${domain}&week=${week}#week-number`,
  addUser: '/admin/add-user',
  /** The same with the focus in the field that asks for a domain, or for somebody of a role. */
  addDomain: '/admin/add-user#new-domain',
  addOneOf: (role: AddableRole) => `/admin/add-user?role=${role}#new-person`,
  schoolSettings: '/admin/school',
  trail: '/admin/trail',
  /** What was changed by whoever has an email, and of them. */
  auditLog: (email: string) => `/admin/trail?${new URLSearchParams({ search: email })}`,
  health: '/admin/health',
  /** The manual, at the reader's own guide. */
  manual: '/manual',
  mails: '/admin/mails',
  /** The same with those alone that are in a state, or to an address. */
  mailsIn: (state: string) => `/admin/mails?state=${state}`,
  mailsTo: (email: string) => `/admin/mails?search=${encodeURIComponent(email)}`,
} as const

/** Where an admin sees more of a person; there is nothing more of an admin. */
export function getPersonPath({ _id, role }: { _id: string; role: Role }) {
  return role === 'admin' ? undefined : paths.person(role, _id)
}
