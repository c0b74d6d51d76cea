import { Button, Group } from '@mantine/core'
import { PasswordAndCodeInput } from '#contract/accounts/second-factor.ts'
import { PasswordField } from '#web/kit/form/fields/password-field.tsx'
import { useSchemaForm } from '#web/kit/form/form.ts'
import { CodeField } from './code-field.tsx'
import { SetUpStep } from './set-up-step.tsx'
import { toastErrorUnlessShown } from './toast-error.ts'

/** Asks for the password and a code before a change to the second factor. */
export function PasswordAndCodeForm({
  title,
  button,
  send,
  cancel,
}: {
  title: string
  button: string
  send: (proof: { password: string; code: string }) => Promise<unknown>
  cancel: () => void
}) {
  const { form, submit } = useSchemaForm(PasswordAndCodeInput, { password: '', code: '' })
  return (
    <form onSubmit={submit(send, toastErrorUnlessShown)} noValidate>
      <SetUpStep title={title}>
        <PasswordField
          label="Your password"
          autoComplete="current-password"
          {...form.getInputProps('password')}
        />
        <CodeField
          label="Code"
          description="From your authenticator app, or a recovery code"
          {...form.getInputProps('code')}
        />
        <Group>
          <Button type="submit" loading={form.submitting}>
            {button}
          </Button>
          <Button variant="default" onClick={cancel}>
            Cancel
          </Button>
        </Group>
      </SetUpStep>
    </form>
  )
}
