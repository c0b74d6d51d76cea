import { useEffect } from 'react'
import { countFailedMails } from '#contract/mails.ts'
import { getProfile } from '#contract/people/profile.ts'
import {
  countWaitingForAdvisor,
  countWaitingForReviewer,
} from '#contract/reviews/waiting-counts.ts'
import type { Role } from '#contract/roles.ts'
import { useApiQuery } from '#web/kit/api/hooks.ts'
import { Avatar } from '#web/kit/ui/avatar.tsx'
import { PersonIcon } from '#web/kit/ui/icons/icons.tsx'
import { printLight } from './print-light.ts'
import { useAppManifest } from './use-app-manifest.ts'

/**
 * The avatar of the signed-in person in the top bar, with the name as a tooltip. Also makes
 * printouts light.
 */
export function AccountAvatar({ role }: { role: Role }) {
  useAppManifest(role)
  useEffect(printLight, [])
  return <Face person={useAccount(role)} who={role} />
}

/** The signed-in person, from calls made anyway: the sidebar's, or the student's home's. */
function useAccount(role: Role): Person | undefined {
  const asked = (of: Role) => ({ enabled: role === of, onlyLogged: true })
  const student = useApiQuery(getProfile.student, {}, asked('student')).data
  const advisor = useApiQuery(countWaitingForAdvisor, {}, asked('advisor')).data
  const reviewer = useApiQuery(countWaitingForReviewer, {}, asked('reviewer')).data
  const admin = useApiQuery(countFailedMails, {}, asked('admin')).data
  return student ?? (advisor ?? reviewer ?? admin)?.account
}

type Person = { _id: string; name: string }
type FaceProps = { person: Person | undefined; who: Role }

function Face({ person, who }: FaceProps) {
  if (!person) return <PersonIcon />
  return (
    <span title={`${person.name}, ${who}`}>
      <Avatar person={person} size={28} />
    </span>
  )
}
