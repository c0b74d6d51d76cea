import { Button } from '@mantine/core'
import { NewPasswordWithConfirmation } from '#contract/accounts/accounts.ts'
import { ApiError } from '#web/kit/api/call-api.ts'
import { getErrorReason } from '#web/kit/api/error-messages.ts'
import { PasswordTwiceFields } from '#web/kit/form/fields/password-twice.tsx'
import { useSchemaForm } from '#web/kit/form/form.ts'
import { FormStack } from '#web/kit/form/form-stack.tsx'
import { TwoLines } from '#web/kit/ui/text/two-lines.tsx'

/** A form for a new password, typed twice; errors of `send` are shown at the confirm field. */
export function NewPasswordForm({ send }: { send: (password: string) => Promise<unknown> }) {
  const { form, submit } = useSchemaForm(NewPasswordWithConfirmation, { password: '', confirm: '' })

  const set = submit(async ({ password }) => {
    try {
      await send(password)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      // Specification, section 8.
      form.setFieldError('confirm', <TwoLines text={error.message} more={getErrorReason(error)} />)
      form.getInputNode('confirm')?.focus()
    }
  })

  return (
    <FormStack onSubmit={set}>
      <PasswordTwiceFields
        password={form.getInputProps('password')}
        confirm={form.getInputProps('confirm')}
      />
      <Button type="submit" loading={form.submitting}>
        Set password
      </Button>
    </FormStack>
  )
}
