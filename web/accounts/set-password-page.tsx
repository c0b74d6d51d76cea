import { useNavigate, useParams } from 'react-router'
import { setPassword } from '#contract/accounts.ts'
import { CardPage } from '#web/kit/card-page.tsx'
import { paths } from '#web/kit/paths.ts'
import { useChange } from '#web/kit/query.ts'
import { useInvitedRole } from '#web/kit/role.ts'
import { Staircase } from '#web/kit/staircase.tsx'
import { PasswordTwiceForm } from './password-twice-form.tsx'

/** The first password of somebody who was invited; their profile comes next. */
export function SetPasswordPage() {
  const role = useInvitedRole()
  const { id = '' } = useParams()
  const navigate = useNavigate()
  const set = useChange(setPassword[role])

  return (
    <CardPage
      title="Set your password"
      picture={<Staircase />}
      lead="Welcome to Weekward. Choose a password; your profile comes next."
    >
      <PasswordTwiceForm
        send={async (password) => {
          await set.mutateAsync({ params: { id }, body: { password } })
          navigate(paths.setProfile(role, id))
        }}
      />
    </CardPage>
  )
}
