import { countFailedMails } from '#contract/mails.ts'
import { getProfile } from '#contract/people/profile.ts'
import type { AddableRole, Role } from '#contract/roles.ts'
import { useCall } from '#web/kit/call/query.ts'
import { Avatar } from '#web/kit/look/avatar.tsx'
import { PersonIcon } from '#web/kit/look/icons/icons.tsx'
import { useAsApp } from './as-app.ts'

/** Who is signed in, as a face in the top bar; the name is the hover's. */
export function SignedIn({ role }: { role: Role }) {
  useAsApp(role)
  return role === 'admin' ? <Admin /> : <Invited role={role} />
}

function Invited({ role }: { role: AddableRole }) {
  const { data } = useCall(getProfile[role], {}, { onlyLogged: true })
  return <Face person={data} who={role} />
}

/** An admin has no profile; the sidebar's call, which is asked anyway, says the name. */
function Admin() {
  const { data } = useCall(countFailedMails, {}, { onlyLogged: true })
  return <Face person={data?.account} who="admin" />
}

type FaceProps = { person: { _id: string; name: string } | undefined; who: Role }

function Face({ person, who }: FaceProps) {
  if (!person) return <PersonIcon />
  return (
    <span title={`${person.name}, ${who}`}>
      <Avatar person={person} size={28} />
    </span>
  )
}
