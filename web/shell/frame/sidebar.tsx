import { NavLink } from '@mantine/core'
import type { ComponentType } from 'react'
import { Link, useLocation } from 'react-router'
import type { Role } from '#contract/roles.ts'
import {
  BookIcon,
  CalendarIcon,
  ClockIcon,
  HomeIcon,
  ListIcon,
  MailIcon,
  PeopleIcon,
  PersonIcon,
  PlusIcon,
} from '#web/kit/look/icons.tsx'
import { paths } from '#web/paths.ts'

type Entry = { label: string; to: string; icon: ComponentType }

/** The links of each role, in the specification's own words (section 2). */
const links: Record<Role, Entry[]> = {
  student: [
    { label: 'Home', to: paths.home('student'), icon: HomeIcon },
    { label: 'Manifest', to: paths.manifest, icon: BookIcon },
    { label: 'Profile', to: paths.profile('student'), icon: PersonIcon },
  ],
  advisor: [
    { label: 'Home', to: paths.home('advisor'), icon: HomeIcon },
    { label: 'Reviews List', to: paths.advisorReviews, icon: ListIcon },
    { label: 'Schedule Reviews', to: paths.reviewSchedule, icon: CalendarIcon },
    { label: 'Profile', to: paths.profile('advisor'), icon: PersonIcon },
  ],
  reviewer: [
    { label: 'Home', to: paths.home('reviewer'), icon: HomeIcon },
    { label: 'Reviews List', to: paths.reviewerReviews, icon: ListIcon },
    { label: 'add slot', to: paths.addSlot, icon: ClockIcon },
    { label: 'Profile', to: paths.profile('reviewer'), icon: PersonIcon },
  ],
  admin: [
    { label: 'Home', to: paths.home('admin'), icon: HomeIcon },
    { label: 'Student', to: paths.studentList, icon: PeopleIcon },
    { label: 'Advisors', to: paths.advisorList, icon: PeopleIcon },
    { label: 'Reviewers', to: paths.reviewerList, icon: PeopleIcon },
    { label: 'Tasks', to: paths.domainList, icon: BookIcon },
    { label: 'Create Task', to: paths.createTask, icon: PlusIcon },
    { label: 'Add user', to: paths.addUser, icon: PersonIcon },
    { label: 'Audit trail', to: paths.trail, icon: ListIcon },
    { label: 'Mails', to: paths.mails, icon: MailIcon },
  ],
}

type Props = { role: Role; onFollow?: () => void }

/** The sidebar of a role; the link of the present screen is marked. `onFollow` is told of a press. */
export function Sidebar({ role, onFollow }: Props) {
  const { pathname } = useLocation()
  return (
    <nav aria-label="Main">
      {links[role].map(({ label, to, icon: Icon }) => {
        const here = pathname === to || (to === paths.home(role) && pathname === paths.login(role))
        return (
          <NavLink
            key={to}
            component={Link}
            to={to}
            {...(onFollow && { onClick: onFollow })}
            label={label}
            leftSection={<Icon />}
            active={here}
            aria-current={here ? 'page' : undefined}
            mih={44}
            style={{ borderRadius: 8 }}
          />
        )
      })}
    </nav>
  )
}
