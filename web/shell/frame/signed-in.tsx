import { getProfile } from '#contract/people.ts'
import { useCall } from '#web/kit/call/query.ts'
import { Avatar } from '#web/kit/look/avatar.tsx'
import { PersonIcon } from '#web/kit/look/icons/icons.tsx'
import { useInvitedRole } from '#web/kit/page/role.ts'

/** Who is signed in, as a face in the top bar; the name is the hover's. */
export function SignedIn() {
  const role = useInvitedRole()
  const { data } = useCall(getProfile[role], {}, { onlyLogged: true })
  if (!data) return <PersonIcon />
  return (
    <span title={`${data.name}, ${role}`}>
      <Avatar person={data} size={28} />
    </span>
  )
}
