import { getManualPath } from '#contract/kit/manual.ts'
import type { Role } from '#contract/roles.ts'
import { paths } from '#web/paths.ts'
import { getPaletteShortcut } from './palette-shortcut-label.ts'

/** A screen that the palette lists, and that `g` and its key open. */
export type Destination = {
  label: string
  to: string
  key: string
  /** Synonyms, in lower case. */
  also?: string
}

const people = 'people users persons'
const changed = `${people} block export download csv`
const synonyms = 'bell messages news'
const quiet = 'emails mails quiet hours summary time zone push'
const account = 'profile account settings password clock 12 24 hours api tokens keys developer'

/** The screens of each role that need no parameter, by title. */
export const destinations: Record<Role, readonly Destination[]> = {
  student: [
    { label: 'Home', to: paths.home('student'), key: 'h' },
    { label: 'Notifications', to: paths.notices('student'), key: 'n', also: synonyms },
    { label: 'Notification settings', to: paths.noticeSettings('student'), key: 'o', also: quiet },
    { label: 'Manifest', to: paths.manifest, key: 'm', also: 'reviews weeks course marks' },
    { label: 'Progress', to: paths.progress, key: 'r', also: 'marks timeline chart' },
    { label: 'Weekly Task', to: paths.weeklyTask, key: 't', also: 'tasks work' },
    { label: 'Camera and sound', to: paths.deviceCheck('student'), key: 'c' },
    { label: 'Profile', to: paths.profile('student'), key: 'p', also: account },
  ],
  advisor: [
    { label: 'Home', to: paths.home('advisor'), key: 'h' },
    { label: 'Notifications', to: paths.notices('advisor'), key: 'n', also: synonyms },
    { label: 'Notification settings', to: paths.noticeSettings('advisor'), key: 'o', also: quiet },
    { label: 'Reviews List', to: paths.advisorReviews, key: 'r', also: 'students' },
    { label: 'Schedule Reviews', to: paths.reviewSchedule, key: 's', also: 'booking slots' },
    { label: 'Board', to: paths.board, key: 'b', also: 'students progress concern at risk' },
    { label: 'Calendar', to: paths.calendar('advisor'), key: 'd', also: 'week month days' },
    { label: 'Schedule for me', to: paths.plan, key: 'm', also: 'plan booking best slots' },
    { label: 'Profile', to: paths.profile('advisor'), key: 'p', also: account },
  ],
  reviewer: [
    { label: 'Home', to: paths.home('reviewer'), key: 'h' },
    { label: 'Notifications', to: paths.notices('reviewer'), key: 'n', also: synonyms },
    { label: 'Notification settings', to: paths.noticeSettings('reviewer'), key: 'o', also: quiet },
    { label: 'Reviews List', to: paths.reviewerReviews, key: 'r', also: 'students' },
    { label: 'Add slot', to: paths.addSlot, key: 'a', also: 'slots times' },
    { label: 'Availability', to: paths.availability, key: 'v', also: 'week times absence holiday' },
    { label: 'Your slots', to: paths.slotsList, key: 's', also: 'times' },
    { label: 'Calendar', to: paths.calendar('reviewer'), key: 'd', also: 'week month days' },
    { label: 'Hours', to: paths.hours('reviewer'), key: 'w', also: 'work pay print export' },
    { label: 'Camera and sound', to: paths.deviceCheck('reviewer'), key: 'c' },
    { label: 'Profile', to: paths.profile('reviewer'), key: 'p', also: account },
  ],
  admin: [
    { label: 'Home', to: paths.home('admin'), key: 'h' },
    { label: 'Notifications', to: paths.notices('admin'), key: 'n', also: synonyms },
    { label: 'Notification settings', to: paths.noticeSettings('admin'), key: 'o', also: quiet },
    { label: 'Students', to: paths.studentList, key: 's', also: changed },
    { label: 'Advisors', to: paths.advisorList, key: 'a', also: changed },
    { label: 'Reviewers', to: paths.reviewerList, key: 'r', also: changed },
    { label: 'Admins', to: paths.adminList, key: 'i', also: people },
    { label: 'Calendar', to: paths.calendar('admin'), key: 'd', also: 'week month days export' },
    { label: 'Insight', to: paths.insight, key: 'y', also: 'charts marks repeats no-shows load' },
    { label: 'Hours', to: paths.hours('admin'), key: 'w', also: 'work pay print export' },
    { label: 'Domains', to: paths.domainList, key: 't', also: 'tasks courses weeks import export' },
    { label: 'Create Task', to: paths.createTask, key: 'c' },
    { label: 'Add user', to: paths.addUser, key: 'u', also: `${people} invite` },
    { label: 'Audit log', to: paths.trail, key: 'l', also: 'log history changes export' },
    { label: 'Emails', to: paths.mails, key: 'm', also: 'mails invitations' },
    { label: 'Health', to: paths.health, key: 'e', also: 'server doctor backup settings version' },
    {
      label: 'School settings',
      to: paths.schoolSettings,
      key: 'f',
      also: 'name logo time zone mail server smtp holidays',
    },
    {
      label: 'Webhooks',
      to: paths.webhooks,
      key: 'k',
      also: 'events integration slack api developer',
    },
    {
      label: 'Manual',
      to: getManualPath('run/install'),
      key: 'b',
      also: 'docs documentation guide help',
    },
    { label: 'Account', to: paths.account('admin'), key: 'p', also: account },
  ],
}

/** The keys that start a sequence, open the shortcuts dialog, and focus an undo button. */
export const goKey = 'g'
export const helpKey = '?'
export const undoKey = 'z'

type KeyLine = { keys: string[]; does: string }

/** All shortcuts of a role: the general ones, and those for its screens. */
export function listShortcuts(role: Role): { title: string; lines: KeyLine[] }[] {
  return [
    {
      title: 'Everywhere',
      lines: [
        { keys: getPaletteShortcut(), does: 'Find anything' },
        { keys: [helpKey], does: 'Show keyboard shortcuts' },
        { keys: [undoKey], does: 'Go to Undo while it is shown' },
        { keys: ['Esc'], does: 'Close what is open' },
      ],
    },
    {
      title: 'Go to',
      lines: destinations[role].map(({ key, label }) => ({ keys: [goKey, key], does: label })),
    },
    ...(role === 'student' ? [] : [{ title: 'In the calendar', lines: calendarKeys }]),
    ...(role === 'advisor' ? [{ title: 'Move a review in the calendar', lines: movingKeys }] : []),
  ]
}

const calendarKeys: KeyLine[] = [
  { keys: ['↑', '↓', '←', '→'], does: 'Move between slots and days' },
  { keys: ['Home', 'End'], does: 'First or last day of the week' },
  { keys: ['Page Up', 'Page Down'], does: 'Previous or next month' },
]
const movingKeys: KeyLine[] = [
  { keys: ['Tab', 'Enter'], does: 'Pick up a review' },
  { keys: ['↑', '↓', '←', '→'], does: 'Move between free times' },
  { keys: ['Page Up', 'Page Down'], does: 'Free times of another week' },
  { keys: ['Enter'], does: 'Move the review there' },
  { keys: ['Esc'], does: 'Cancel the move' },
]
