import { useNavigate, useParams } from 'react-router'
import { passwordReset, resetPassword } from '#contract/accounts/recovery.ts'
import { CardPage } from '#web/kit/card-page.tsx'
import { paths } from '#web/kit/paths.ts'
import { useChange } from '#web/kit/query.ts'
import { useRole } from '#web/kit/role.ts'
import { forgetSession } from '#web/kit/session.ts'
import { Staircase } from '#web/kit/staircase.tsx'
import { toastSuccess } from '#web/kit/toast.ts'
import { PasswordTwiceForm } from './password-twice-form.tsx'

/** A new password for somebody who has forgotten the old one; the login comes next. */
export function ResetPasswordPage() {
  const role = useRole()
  const { id = '' } = useParams()
  const navigate = useNavigate()
  const reset = useChange(resetPassword[role])

  return (
    <CardPage
      title="Set a new password"
      picture={<Staircase />}
      lead="It signs you out everywhere. Then sign in with it."
    >
      <PasswordTwiceForm
        send={async (password) => {
          await reset.mutateAsync({ params: { id }, body: { password } })
          toastSuccess(passwordReset)
          // The server has ended this browser's session too.
          forgetSession(role)
          navigate(paths.login(role))
        }}
      />
    </CardPage>
  )
}
