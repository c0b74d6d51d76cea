import { useNavigate, useParams } from 'react-router'
import { checkPasswordReset } from '#contract/accounts/links/check-links.ts'
import { passwordResetMessage, resetPassword } from '#contract/accounts/links/password-reset.ts'
import { useApiMutation, useApiQuery } from '#web/kit/api/hooks.ts'
import { clearSession } from '#web/kit/api/session.ts'
import { toastSuccess } from '#web/kit/page/overlays/toast.ts'
import { useRole } from '#web/kit/page/role.ts'
import { paths } from '#web/paths.ts'
import { LinkPage } from './link-page.tsx'
import { NewPasswordForm } from './new-password-form.tsx'

/** Sets a new password after the old one was forgotten; then leads to the login. */
export function ResetPasswordPage() {
  const role = useRole()
  const { id = '' } = useParams()
  const navigate = useNavigate()
  const check = useApiQuery(checkPasswordReset[role], { params: { id } }, { once: true })
  const reset = useApiMutation(resetPassword[role])

  return (
    <LinkPage
      title="Set a new password"
      lead="This signs you out everywhere. Then sign in with the new password."
      check={check}
      askAgain={paths.forgotPassword(role)}
    >
      <NewPasswordForm
        send={async (password) => {
          await reset.mutateAsync({ params: { id }, body: { password } })
          toastSuccess(passwordResetMessage)
          // The server has ended the session of this browser too.
          clearSession(role)
          navigate(paths.login(role))
        }}
      />
    </LinkPage>
  )
}
