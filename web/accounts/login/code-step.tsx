import { Button, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { CodeInput } from '#contract/accounts/second-factor.ts'
import type { Role } from '#contract/roles.ts'
import { useSchemaForm } from '#web/kit/form/form.ts'
import { CodeField } from '../second-factor/code-field.tsx'
import { type LoginError, LoginErrorText } from './login-error.tsx'

/** The second step of a login: the code. `send` returns the error if the login failed. */
export function CodeStep({
  role,
  send,
  back,
}: {
  role: Role
  send: (code: string) => Promise<(LoginError & { isCodeWrong: boolean }) | undefined>
  back: () => void
}) {
  const helper = role === 'admin' ? 'The server administrator' : 'Your admin'
  const [refusal, setRefusal] = useState<LoginError>()
  const { form, submit } = useSchemaForm(CodeInput, { code: '' })
  useEffect(() => form.getInputNode('code')?.focus(), [form.getInputNode])

  const enter = submit(async ({ code }) => {
    setRefusal(undefined)
    const refused = await send(code)
    if (!refused) return
    if (!refused.isCodeWrong) return setRefusal(refused)
    form.setFieldError('code', refused.text)
    form.getInputNode('code')?.focus()
  })

  return (
    <form onSubmit={enter} noValidate>
      <Stack>
        {refusal && <LoginErrorText {...refusal} />}
        <CodeField
          label="Code"
          description="Or one of your recovery codes"
          {...form.getInputProps('code')}
        />
        <Button type="submit" loading={form.submitting}>
          Login
        </Button>
        <Button variant="subtle" onClick={back}>
          Back
        </Button>
        <Text size="sm" c="dimmed" ta="center">
          No phone and no codes? {helper} can turn off the second factor.
        </Text>
      </Stack>
    </form>
  )
}
