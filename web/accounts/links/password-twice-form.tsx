import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { PasswordTwice } from '#contract/accounts.ts'
import { passwordMinLength } from '#contract/limits.ts'
import { CallFailed } from '#web/kit/call/call.ts'
import { reasonOf } from '#web/kit/call/failure.ts'
import { useSchemaForm } from '#web/kit/form/form.ts'
import { PasswordField } from '#web/kit/form/password-field.tsx'
import { TwoLines } from '#web/kit/look/two-lines.tsx'

/** A new password, typed twice; whatever `send` fails with is said under the confirm field. */
export function PasswordTwiceForm({ send }: { send: (password: string) => Promise<unknown> }) {
  const shown = useState<boolean>()
  const { form, submit } = useSchemaForm(PasswordTwice, { password: '', confirm: '' })

  const set = submit(async ({ password }) => {
    try {
      await send(password)
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      // Specification, section 8.
      form.setFieldError('confirm', <TwoLines text={error.message} more={reasonOf(error)} />)
      form.getInputNode('confirm')?.focus()
    }
  })

  return (
    <form onSubmit={set} noValidate>
      <Stack>
        <PasswordField
          label="Password"
          description={`At least ${passwordMinLength} characters`}
          autoComplete="new-password"
          shown={shown}
          isLast={false}
          {...form.getInputProps('password')}
        />
        <PasswordField
          label="Confirm password"
          autoComplete="new-password"
          shown={shown}
          {...form.getInputProps('confirm')}
        />
        <Button type="submit" loading={form.submitting}>
          Set password
        </Button>
      </Stack>
    </form>
  )
}
