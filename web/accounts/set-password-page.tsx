import { Button, Stack } from '@mantine/core'
import { useNavigate, useParams } from 'react-router'
import { PasswordTwice, setPassword } from '#contract/accounts.ts'
import { passwordMinLength } from '#contract/limits.ts'
import { CallFailed } from '#web/kit/call.ts'
import { CardPage } from '#web/kit/card-page.tsx'
import { useSchemaForm } from '#web/kit/form.ts'
import { Staircase } from '#web/kit/illustrations.tsx'
import { PasswordField } from '#web/kit/password-field.tsx'
import { paths } from '#web/kit/paths.ts'
import { useChange } from '#web/kit/query.ts'
import { useInvitedRole } from '#web/kit/role.ts'

/** The first password of somebody who was invited; their profile comes next. */
export function SetPasswordPage() {
  const role = useInvitedRole()
  const { id = '' } = useParams()
  const navigate = useNavigate()
  const set = useChange(setPassword[role])
  const { form, submit } = useSchemaForm(PasswordTwice, { password: '', confirm: '' })

  const send = submit(async ({ password }) => {
    try {
      await set.mutateAsync({ params: { id }, body: { password } })
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      // Whatever went wrong is said under the confirm field (specification, section 8).
      form.setFieldError('confirm', error.message)
      form.getInputNode('confirm')?.focus()
      return
    }
    navigate(paths.setProfile(role, id))
  })

  return (
    <CardPage
      title="Set your password"
      picture={<Staircase />}
      lead="Welcome to Weekward. Choose a password; your profile comes next."
    >
      <form onSubmit={send} noValidate>
        <Stack>
          <PasswordField
            label="Password"
            description={`At least ${passwordMinLength} characters`}
            autoComplete="new-password"
            {...form.getInputProps('password')}
          />
          <PasswordField
            label="Confirm password"
            autoComplete="new-password"
            {...form.getInputProps('confirm')}
          />
          <Button type="submit" loading={form.submitting}>
            Set password
          </Button>
        </Stack>
      </form>
    </CardPage>
  )
}
