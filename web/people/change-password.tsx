import { Button, Group, Text, Title } from '@mantine/core'
import { useState } from 'react'
import {
  accountRefusals,
  PasswordChange,
  passwordUpdatedMessage,
  updatePassword,
} from '#contract/accounts/accounts.ts'
import type { Role } from '#contract/roles.ts'
import { useApiMutation } from '#web/kit/api/hooks.ts'
import { storeTokenFromReply } from '#web/kit/api/session.ts'
import { PasswordField } from '#web/kit/form/fields/password-field.tsx'
import { useSchemaForm } from '#web/kit/form/form.ts'
import { FormStack } from '#web/kit/form/form-stack.tsx'
import { useDisclosureFocus } from '#web/kit/page/focus/focus.ts'
import { toastFailure, toastSuccess } from '#web/kit/page/overlays/toast.ts'

/** Changes the password: the first click opens the fields, the second submits and closes them. */
export function ChangePassword({ role }: { role: Role }) {
  const [open, setOpen] = useState(false)
  const shown = useState<boolean>()
  const change = useApiMutation(updatePassword[role], (asked) => storeTokenFromReply(role, asked))
  const { form, submit } = useSchemaForm(
    PasswordChange,
    { oldpass: '', newpass: '' },
    { oldpass: accountRefusals.wrongOldPassword },
  )

  const opener = useDisclosureFocus(open, () => form.getInputNode('oldpass'))

  function close() {
    form.reset()
    setOpen(false)
  }
  const save = submit(async (body) => {
    await change.mutateAsync({ body: { ...body, renew: true } })
    toastSuccess(passwordUpdatedMessage)
    close()
  }, toastFailure)

  return (
    <FormStack onSubmit={save}>
      <Title order={2} id="password">
        Password
      </Title>
      {open ? (
        <>
          <PasswordField
            label="Old password"
            autoComplete="current-password"
            shown={shown}
            isLast={false}
            {...form.getInputProps('oldpass')}
          />
          <PasswordField
            label="New password"
            autoComplete="new-password"
            shown={shown}
            {...form.getInputProps('newpass')}
          />
        </>
      ) : (
        <Text c="dimmed">
          A new password signs you out everywhere else and revokes your API tokens.
        </Text>
      )}
      <Group>
        {open ? (
          <>
            <Button type="submit" key="submit" loading={form.submitting}>
              Change password
            </Button>
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
          </>
        ) : (
          <Button key="open" variant="default" ref={opener} onClick={() => setOpen(true)}>
            Change password
          </Button>
        )}
      </Group>
    </FormStack>
  )
}
