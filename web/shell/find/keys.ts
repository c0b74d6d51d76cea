import type { Role } from '#contract/roles.ts'
import { paths } from '#web/paths.ts'
import { findKeys } from './find-keys.ts'

/** A screen that can be gone to by its name, and by `g` and its key. */
export type Place = { label: string; to: string; key: string }

/** The screens of each role that are gone to without a thing of their own. */
export const places: Record<Role, readonly Place[]> = {
  student: [
    { label: 'Home', to: paths.home('student'), key: 'h' },
    { label: 'Manifest', to: paths.manifest, key: 'm' },
    { label: 'Weekly Task', to: paths.weeklyTask, key: 't' },
    { label: 'Camera and sound', to: paths.deviceCheck('student'), key: 'c' },
    { label: 'Profile', to: paths.profile('student'), key: 'p' },
  ],
  advisor: [
    { label: 'Home', to: paths.home('advisor'), key: 'h' },
    { label: 'Reviews List', to: paths.advisorReviews, key: 'r' },
    { label: 'Schedule Reviews', to: paths.reviewSchedule, key: 's' },
    { label: 'Profile', to: paths.profile('advisor'), key: 'p' },
  ],
  reviewer: [
    { label: 'Home', to: paths.home('reviewer'), key: 'h' },
    { label: 'Reviews List', to: paths.reviewerReviews, key: 'r' },
    { label: 'add slot', to: paths.addSlot, key: 'a' },
    { label: 'Your slots', to: paths.slotsList, key: 's' },
    { label: 'Camera and sound', to: paths.deviceCheck('reviewer'), key: 'c' },
    { label: 'Profile', to: paths.profile('reviewer'), key: 'p' },
  ],
  admin: [
    { label: 'Home', to: paths.home('admin'), key: 'h' },
    { label: 'Student', to: paths.studentList, key: 's' },
    { label: 'Advisors', to: paths.advisorList, key: 'a' },
    { label: 'Reviewers', to: paths.reviewerList, key: 'r' },
    { label: 'Tasks', to: paths.domainList, key: 't' },
    { label: 'Create Task', to: paths.createTask, key: 'c' },
    { label: 'Add user', to: paths.addUser, key: 'u' },
    { label: 'Audit trail', to: paths.trail, key: 'l' },
    { label: 'Mails', to: paths.mails, key: 'm' },
    { label: 'Account', to: paths.account, key: 'p' },
  ],
}

/** The key that begins the way to a screen, and the one that shows all keys. */
export const goKey = 'g'
export const helpKey = '?'

type KeyLine = { keys: string[]; does: string }

/** Every key of a role, with what it does: what holds everywhere, and the ways to its screens. */
export function keysOf(role: Role): { title: string; lines: KeyLine[] }[] {
  return [
    {
      title: 'Everywhere',
      lines: [
        { keys: findKeys(), does: 'Find anything' },
        { keys: [helpKey], does: 'Show the keys' },
        { keys: ['Esc'], does: 'Close what is open' },
      ],
    },
    {
      title: 'Go to',
      lines: places[role].map(({ key, label }) => ({ keys: [goKey, key], does: label })),
    },
  ]
}
