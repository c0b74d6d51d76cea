import { Anchor, Button, Text, TextInput } from '@mantine/core'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { ForgotPasswordInput, forgotPassword } from '#contract/accounts/links/password-reset.ts'
import type { EndpointReply } from '#contract/kit/endpoint.ts'
import type { Role } from '#contract/roles.ts'
import { useApiMutation } from '#web/kit/api/hooks.ts'
import { useSchemaForm } from '#web/kit/form/form.ts'
import { FormError } from '#web/kit/form/form-error.tsx'
import { FormStack } from '#web/kit/form/form-stack.tsx'
import { CardPage } from '#web/kit/page/card-page.tsx'
import { useRole } from '#web/kit/page/role.ts'
import { paths } from '#web/paths.ts'

type Answer = EndpointReply<(typeof forgotPassword)[Role]>

/** Requests a link for a new password. */
export function ForgotPasswordPage() {
  const role = useRole()
  const [answer, setAnswer] = useState<Answer>()
  const [failure, setFailure] = useState<unknown>()
  const [isAgain, setAgain] = useState(false)
  const ask = useApiMutation(forgotPassword[role])
  const { form, submit } = useSchemaForm(ForgotPasswordInput, { email: '' })

  useLayoutEffect(() => {
    if (isAgain) form.getInputNode('email')?.focus()
  }, [isAgain, form.getInputNode])

  const send = submit(async ({ email }) => {
    setFailure(undefined)
    setAgain(false)
    setAnswer(await ask.mutateAsync({ body: { email } }))
  }, setFailure)

  if (answer) {
    return (
      <AskingPage role={role}>
        <WhatToDo answer={answer} role={role} />
        <Button
          variant="subtle"
          onClick={() => {
            setAnswer(undefined)
            setAgain(true)
          }}
        >
          Try another email address
        </Button>
      </AskingPage>
    )
  }
  return (
    <AskingPage role={role} lead="You will get an email with a link to set a new one.">
      <FormStack onSubmit={send}>
        {failure !== undefined && (
          <FormError text="No email was sent." error={failure} fields={form.errors} />
        )}
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          {...form.getInputProps('email')}
        />
        <Button type="submit" loading={form.submitting}>
          Send link
        </Button>
      </FormStack>
    </AskingPage>
  )
}

function AskingPage({ role, lead, children }: { role: Role; lead?: string; children: ReactNode }) {
  return (
    <CardPage title="Forgot your password?" {...(lead ? { lead } : {})}>
      {children}
      <Anchor component={Link} to={paths.login(role)} ta="center" py="xs">
        Back to login
      </Anchor>
    </CardPage>
  )
}

/** The server's reply, which takes the focus, and what to do if no mail arrives. */
function WhatToDo({ answer, role }: { answer: Answer; role: Role }) {
  const said = useRef<HTMLParagraphElement>(null)
  useLayoutEffect(() => said.current?.focus(), [])
  const operator = 'your server administrator'
  const helper = role === 'admin' ? operator : 'an admin of your school'
  // Admins have no admin to ask.
  const whoIsThat = role === 'admin' ? '' : ' An admin of your school knows who that is.'
  return (
    <>
      <Text ref={said} tabIndex={-1} style={{ outline: 'none' }}>
        {answer.message}
      </Text>
      <Text size="sm" c="dimmed">
        {answer.isMailed
          ? `The link works once and expires after one hour. No email? Check your spam folder or ask ${helper}.`
          : `But this school does not send emails yet. Ask ${operator} for the link.${whoIsThat}`}
      </Text>
    </>
  )
}
