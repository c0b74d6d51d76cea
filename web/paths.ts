import { linkedPagePaths } from '#contract/kit/linked-page-paths.ts'
import { basePath, type ProfileRole, type Role } from '#contract/roles.ts'
import { loginPaths } from '#web/kit/page/path-access.ts'

/** Every path of the page (specification, section 2). */
export const paths = {
  ...linkedPagePaths,
  ...loginPaths,
  profile: (role: Role) => `${basePath[role]}/profile`,
  setPassword: (role: Role, invitation: string) => `${basePath[role]}/set-password/${invitation}`,
  setProfile: (role: Role, invitation: string) => `${basePath[role]}/set-profile/${invitation}`,
  resetPassword: (role: Role, secret: string) => `${basePath[role]}/reset-password/${secret}`,
  deviceCheck: (role: Role) => `${basePath[role]}/device-check`,
  manifest: '/manifest',
  /** The reader's own progress, and that of one of the advisor's students. */
  progress: '/progress',
  studentProgress: (student: string) => `/advisor/progress/${student}`,
  /** The advisor's students, the worst off first. */
  board: '/advisor/board',
  advisorReviews: '/advisor/reviews-list',
  reviewSchedule: '/advisor/review-schedule',
  /** The same with a preselected review. */
  scheduleReview: (review: string) => `/advisor/review-schedule?review=${review}`,
  /** The same with a preselected reviewer. */
  scheduleWith: (reviewer: string) => `/advisor/review-schedule?reviewer=${reviewer}`,
  /** Schedules all waiting reviews at once. */
  plan: '/advisor/plan',
  reviewerReviews: '/reviewer/reviews-list',
  addSlot: '/reviewer/add-slot',
  slotsList: '/reviewer/slots-list',
  studentList: '/admin/student-list',
  /** The same, filtered by state. */
  studentsIn: (state: string) => `/admin/student-list?state=${state}`,
  /** The students of an advisor. */
  studentsWith: (advisor: string) => `/admin/student-list?advisor=${advisor}`,
  /** The active students of a week or of a range of weeks, or of one domain's week. */
  studentsInWeeks: (from: number, to: number) =>
    `/admin/student-list?state=active&week=${from === to ? from : `${from}-${to}`}`,
  studentsOf: (domain: string, week: number) =>
    `/admin/student-list?state=active&domain=${domain}&week=${week}`,
  advisorList: '/admin/advisor-list',
  adminList: '/admin/admin-list',
  /** One person; the role is for the sidebar, which knows only the path. */
  person: (role: Role, id: string) => `/admin/person/${role}/${id}`,
  domainList: '/admin/domain-list',
  weekList: (domain: string) => `/admin/week-list/${domain}`,
  /** All weeks on one page. */
  course: (domain: string) => `/admin/course/${domain}`,
  rubric: (domain: string) => `/admin/week-list/${domain}/rubric`,
  taskDetails: (task: string) => `/admin/task-details/${task}`,
  createTask: '/admin/create-task',
  /** The same with its first field focused. */
  writeTask: '/admin/create-task#week-number',
  /** The same with a preselected domain. */
  writeTaskFor: (domain: string) => `/admin/create-task?domain=${domain}#week-number`,
  /** The same with a preselected domain and week. */
  writeTaskOf: (domain: string, week: number) =>
    `/admin/create-task?domain=${domain}&week=${week}#week-number`,
  /** The same with the lines of a task, for another week. */
  copyTask: (task: string) => `/admin/create-task?copy=${task}#week-number`,
  importCourse: (domain: string) => `/admin/import-course/${domain}`,
  importPeople: (role: ProfileRole) => `/admin/import-people/${role}`,
  insight: '/admin/insight',
  hours: (role: 'admin' | 'reviewer') => `${basePath[role]}/hours`,
  addUser: '/admin/add-user',
  /** The same with the domain field focused, or with a role preselected. */
  addDomain: '/admin/add-user#new-domain',
  addOneOf: (role: Role) => `/admin/add-user?role=${role}#new-person`,
  schoolSettings: '/admin/school',
  trail: '/admin/trail',
  /** The audit log of one person, as actor and as subject, by email. */
  auditLog: (email: string) => `/admin/trail?${new URLSearchParams({ search: email })}`,
  health: '/admin/health',
  /** The manual; redirects to the reader's own guide. */
  manual: '/manual',
  webhooks: '/admin/webhooks',
  webhook: (id: string) => `/admin/webhooks/${id}`,
  mails: '/admin/mails',
  /** The same, filtered by state or by recipient. */
  mailsIn: (state: string) => `/admin/mails?state=${state}`,
  mailsTo: (email: string) => `/admin/mails?search=${encodeURIComponent(email)}`,
} as const
