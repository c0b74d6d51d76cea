import { type ComponentType, useId } from 'react'
import { Link, useLocation } from 'react-router'
import type { Role } from '#contract/roles.ts'
import { useLazyComponent } from '#web/kit/lazy/use-lazy-component.ts'
import {
  BookIcon,
  CalendarIcon,
  ChartIcon,
  CheckIcon,
  ClockIcon,
  HomeIcon,
  ListIcon,
  MailIcon,
  MonthIcon,
  PeopleIcon,
  PersonIcon,
  PlusIcon,
  SettingsIcon,
} from '#web/kit/ui/icons/icons.tsx'
import { paths } from '#web/paths.ts'
import styles from './sidebar.module.css'

type Entry = {
  label: string
  to: string
  icon: ComponentType
  /** The path prefixes of screens that are reached from this one. */
  leadsTo?: string[]
}

/** The links of each role, in the specification's words (section 2). */
const links: Record<Role, Entry[]> = {
  student: [
    {
      label: 'Home',
      to: paths.home('student'),
      icon: HomeIcon,
      leadsTo: [paths.weeklyTask, paths.deviceCheck('student'), paths.call('student', '')],
    },
    {
      label: 'Manifest',
      to: paths.manifest,
      icon: BookIcon,
      leadsTo: [paths.reviewDetails('student', '')],
    },
    { label: 'Progress', to: paths.progress, icon: ListIcon },
    { label: 'Profile', to: paths.profile('student'), icon: PersonIcon },
  ],
  advisor: [
    { label: 'Home', to: paths.home('advisor'), icon: HomeIcon },
    {
      label: 'Reviews List',
      to: paths.advisorReviews,
      icon: ListIcon,
      leadsTo: [paths.reviewDetails('advisor', '')],
    },
    {
      label: 'Schedule Reviews',
      to: paths.reviewSchedule,
      icon: CalendarIcon,
      leadsTo: [paths.plan],
    },
    { label: 'Board', to: paths.board, icon: PeopleIcon, leadsTo: [paths.studentProgress('')] },
    { label: 'Calendar', to: paths.calendar('advisor'), icon: MonthIcon },
    { label: 'Profile', to: paths.profile('advisor'), icon: PersonIcon },
  ],
  reviewer: [
    {
      label: 'Home',
      to: paths.home('reviewer'),
      icon: HomeIcon,
      leadsTo: [paths.deviceCheck('reviewer'), paths.call('reviewer', '')],
    },
    {
      label: 'Reviews List',
      to: paths.reviewerReviews,
      icon: ListIcon,
      leadsTo: [paths.reviewDetails('reviewer', '')],
    },
    { label: 'add slot', to: paths.addSlot, icon: ClockIcon, leadsTo: [paths.slotsList] },
    { label: 'Availability', to: paths.availability, icon: CalendarIcon },
    { label: 'Calendar', to: paths.calendar('reviewer'), icon: MonthIcon },
    { label: 'Hours', to: paths.hours('reviewer'), icon: ClockIcon },
    { label: 'Profile', to: paths.profile('reviewer'), icon: PersonIcon },
  ],
  admin: [
    { label: 'Home', to: paths.home('admin'), icon: HomeIcon },
    {
      label: 'Student',
      to: paths.studentList,
      icon: PeopleIcon,
      leadsTo: [
        paths.person('student', ''),
        paths.importPeople('student'),
        paths.reviewDetails('admin', ''),
      ],
    },
    {
      label: 'Advisors',
      to: paths.advisorList,
      icon: PeopleIcon,
      leadsTo: [paths.person('advisor', ''), paths.importPeople('advisor')],
    },
    {
      label: 'Reviewers',
      to: paths.reviewerList,
      icon: PeopleIcon,
      leadsTo: [paths.person('reviewer', ''), paths.importPeople('reviewer')],
    },
    {
      label: 'Admins',
      to: paths.adminList,
      icon: PeopleIcon,
      leadsTo: [paths.person('admin', '')],
    },
    { label: 'Calendar', to: paths.calendar('admin'), icon: MonthIcon },
    { label: 'Insight', to: paths.insight, icon: ChartIcon },
    { label: 'Hours', to: paths.hours('admin'), icon: ClockIcon },
    {
      label: 'Tasks',
      to: paths.domainList,
      icon: BookIcon,
      leadsTo: [
        paths.weekList(''),
        paths.importCourse(''),
        paths.course(''),
        paths.taskDetails(''),
      ],
    },
    { label: 'Create Task', to: paths.createTask, icon: PlusIcon },
    { label: 'Add user', to: paths.addUser, icon: PersonIcon },
    { label: 'Audit log', to: paths.trail, icon: ListIcon },
    { label: 'Emails', to: paths.mails, icon: MailIcon },
    { label: 'Health', to: paths.health, icon: CheckIcon },
    {
      label: 'School settings',
      to: paths.schoolSettings,
      icon: SettingsIcon,
      leadsTo: [paths.webhooks],
    },
  ],
}

/** The sidebar's name of a screen; undefined for screens without a link. */
export function getScreenName(role: Role, pathname: string): string | undefined {
  return links[role].find(({ to }) => to === pathname)?.label
}

type Props = { role: Role; onFollow?: () => void }

/**
 * A role's sidebar. It marks the link of the current screen, or of the screen that leads to it, and
 * shows how much is waiting there. `onFollow` is called on clicks.
 */
export function Sidebar({ role, onFollow }: Props) {
  const { pathname } = useLocation()
  const id = useId()
  const Waiting = useLazyComponent(async () => (await import('./waiting-count.tsx')).WaitingCount)
  return (
    <nav aria-label="Main">
      {links[role].map(({ label, to, icon: Icon, leadsTo = [] }) => {
        const here = pathname === to || (to === paths.home(role) && pathname === paths.login(role))
        const beyond = leadsTo.some((path) => pathname.startsWith(path))
        const waitingId = `${id}${to}`
        return (
          <Link
            key={to}
            to={to}
            onClick={onFollow}
            className={styles.link}
            aria-current={here ? 'page' : beyond ? 'true' : undefined}
            aria-describedby={waitingId}
          >
            <Icon />
            <span>{label}</span>
            {Waiting && <Waiting role={role} to={to} id={waitingId} />}
          </Link>
        )
      })}
    </nav>
  )
}
