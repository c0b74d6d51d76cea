import { Button, Group, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { accountRefusals } from '#contract/accounts/accounts.ts'
import { changeEmail, EmailChange } from '#contract/accounts/change-email.ts'
import { getSecondFactor } from '#contract/accounts/second-factor.ts'
import type { Role } from '#contract/roles.ts'
import { useApiMutation, useApiQuery } from '#web/kit/api/hooks.ts'
import { PasswordField } from '#web/kit/form/fields/password-field.tsx'
import { useSchemaForm } from '#web/kit/form/form.ts'
import { FormStack } from '#web/kit/form/form-stack.tsx'
import { useDisclosureFocus } from '#web/kit/page/focus/focus.ts'
import { SectionCard } from '#web/kit/page/section-card.tsx'
import { CodeField } from '../second-factor/code-field.tsx'
import { toastErrorUnlessShown } from '../second-factor/toast-unless-shown.ts'

/**
 * The reader's own email: the first click opens the fields, the second sends a link to the new
 * address.
 */
export function ChangeEmailCard({ role }: { role: Role }) {
  const [isOpen, setOpen] = useState(false)
  const [answer, setAnswer] = useState<string>()
  const hasSecondFactor = useApiQuery(getSecondFactor[role]).data?.isOn ?? false
  const change = useApiMutation(changeEmail[role])
  const { form, submit } = useSchemaForm(
    hasSecondFactor ? EmailChange.required() : EmailChange.omit({ code: true }),
    { email: '', password: '', code: '' },
    { email: accountRefusals.emailTaken },
  )
  const opener = useDisclosureFocus(isOpen, () => form.getInputNode('email'))

  function close() {
    form.reset()
    setOpen(false)
  }
  const send = submit(async ({ email, password, code }) => {
    const body = { email, password, ...(hasSecondFactor ? { code } : {}) }
    const { message } = await change.mutateAsync({ body })
    setAnswer(message)
    close()
  }, toastErrorUnlessShown)

  return (
    <SectionCard id="email" title="Email">
      <FormStack onSubmit={send}>
        {isOpen ? (
          <>
            <TextInput
              label="New email"
              type="email"
              autoComplete="email"
              {...form.getInputProps('email')}
            />
            <PasswordField
              label="Your password"
              autoComplete="current-password"
              {...form.getInputProps('password')}
            />
            {hasSecondFactor && (
              <CodeField
                label="Code"
                description="From your authenticator app, or a recovery code"
                {...form.getInputProps('code')}
              />
            )}
          </>
        ) : (
          <Text c="dimmed" role="status">
            {answer ?? 'You sign in with it and get emails there.'}
          </Text>
        )}
        <Group>
          {isOpen ? (
            <>
              <Button type="submit" key="submit" loading={form.submitting}>
                Send link
              </Button>
              <Button variant="default" onClick={close}>
                Cancel
              </Button>
            </>
          ) : (
            <Button key="open" variant="default" ref={opener} onClick={() => setOpen(true)}>
              Change email
            </Button>
          )}
        </Group>
      </FormStack>
    </SectionCard>
  )
}
