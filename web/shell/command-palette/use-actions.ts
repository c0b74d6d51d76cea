import type { ProfileRole, Role } from '#contract/roles.ts'
import { confirmSignOut } from '#web/accounts/api.ts'
import { useSchool } from '#web/kit/page/school.ts'
import { useToggleColourScheme } from '#web/kit/ui/use-toggle-colour-scheme.ts'
import { paths } from '#web/paths.ts'
import type { Choice } from './use-search-results.ts'

type Action = { label: string; to: string; also?: string; note?: string }

const importing = (role: ProfileRole, note: string): Action => ({
  label: 'Import from a list',
  also: `${note} people users csv spreadsheet`,
  note,
  to: paths.importPeople(role),
})

const ofRole: Record<Role, Action[]> = {
  student: [{ label: 'Change password', to: paths.profile('student') }],
  advisor: [
    { label: 'Book slot', to: paths.reviewSchedule },
    { label: 'Change password', to: paths.profile('advisor') },
  ],
  reviewer: [
    { label: 'Check camera and sound', to: paths.deviceCheck('reviewer') },
    { label: 'Change password', to: paths.profile('reviewer') },
  ],
  admin: [
    { label: 'Add domain', to: paths.addDomain },
    importing('student', 'Students'),
    importing('advisor', 'Advisors'),
    importing('reviewer', 'Reviewers'),
    { label: 'Send test email', also: 'mail smtp', to: paths.mails },
    { label: 'Change password', to: paths.account('admin') },
  ],
}

export function useActions(role: Role, showKeys: () => void): Choice[] {
  const colours = useToggleColourScheme()
  const oidc = useSchool()?.oidc
  const group = 'Actions' as const
  return [
    ...ofRole[role].map((one) => ({ group, ...one })),
    { group, label: colours.label, also: 'theme mode', act: colours.change },
    { group, label: 'Show keyboard shortcuts', also: 'keys help', act: showKeys },
    { group, label: 'Logout', also: 'log sign out', act: () => void confirmSignOut(role, oidc) },
  ]
}
