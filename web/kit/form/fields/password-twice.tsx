import type { useForm } from '@mantine/form'
import { useState } from 'react'
import { passwordMinLength } from '#contract/limits/limits.ts'
import { PasswordField } from './password-field.tsx'

type FieldProps = ReturnType<ReturnType<typeof useForm>['getInputProps']>

/** A new password, typed twice; both are shown or hidden together. Takes the form's field props. */
export function PasswordTwiceFields({
  password,
  confirm,
}: {
  password: FieldProps
  confirm: FieldProps
}) {
  const shown = useState<boolean>()
  return (
    <>
      <PasswordField
        label="Password"
        description={`At least ${passwordMinLength} characters`}
        autoComplete="new-password"
        shown={shown}
        isLast={false}
        {...password}
      />
      <PasswordField
        label="Confirm password"
        autoComplete="new-password"
        shown={shown}
        {...confirm}
      />
    </>
  )
}
