import { Alert, Button, Stack, Text, TextInput } from '@mantine/core'
import { useLayoutEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { wrongCode } from '#contract/accounts/code.ts'
import { codeNeeded } from '#contract/accounts/second-factor.ts'
import { accountRefusals, Login } from '#contract/accounts.ts'
import { tooBusy } from '#contract/kit/refusal.ts'
import type { Role } from '#contract/roles.ts'
import { CallFailed } from '#web/kit/call.ts'
import { CardPage } from '#web/kit/card-page.tsx'
import { useSchemaForm } from '#web/kit/form.ts'
import { Staircase } from '#web/kit/illustrations.tsx'
import { PasswordField } from '#web/kit/password-field.tsx'
import { paths } from '#web/kit/paths.ts'
import { useSchool } from '#web/school/api.ts'
import { signIn } from './api.ts'
import { CodeStep } from './code-step.tsx'

/** The login of a role; with demo data the demo credentials are filled in. */
export function LoginPage({ role }: { role: Role }) {
  const { data: school } = useSchool()
  const demo = school?.demoLogins?.[role]
  const navigate = useNavigate()
  const [refusal, setRefusal] = useState<string>()
  const card = useRef<HTMLFormElement>(null)
  const [busy, setBusy] = useState(false)
  const [needsCode, setNeedsCode] = useState(false)
  const { form, submit } = useSchemaForm(Login, { email: '', password: '' })

  // Before the screen is painted, so that nobody types meanwhile; who already does goes on.
  useLayoutEffect(() => {
    const isInUse = form.isDirty() || card.current?.contains(document.activeElement)
    if (demo && !isInUse) form.setValues(demo)
  }, [demo])

  const send = submit(async (values) => {
    setBusy(true)
    setRefusal(undefined)
    try {
      const result = await signIn(role, values)
      if (result?.status) navigate(paths.home(role))
      else if (result?.codeNeeded) setNeedsCode(true)
      else setRefusal(result?.message)
    } catch (error) {
      setRefusal(reasonOf(error))
    } finally {
      setBusy(false)
    }
  })

  async function sendCode(code: string) {
    try {
      const result = await signIn(role, { ...form.values, code })
      if (!result?.status) return { isCodeWrong: false, message: result?.message ?? '' }
      navigate(paths.home(role))
    } catch (error) {
      const said = error instanceof CallFailed ? error.said : undefined
      if (said === wrongCode) return { isCodeWrong: true, message: said }
      return { isCodeWrong: false, message: reasonOf(error) }
    }
    return undefined
  }

  const title = `${role[0]?.toUpperCase()}${role.slice(1)} login`
  if (needsCode) {
    return (
      <CardPage title={title} picture={<Staircase />} lead={codeNeeded}>
        <CodeStep role={role} send={sendCode} back={() => setNeedsCode(false)} />
      </CardPage>
    )
  }
  return (
    <CardPage title={title} picture={<Staircase />}>
      <form onSubmit={send} noValidate ref={card}>
        <Stack>
          {refusal && (
            <Alert color="red" role="alert">
              {refusal}
            </Alert>
          )}
          <TextInput
            label="Email"
            type="email"
            autoComplete="username"
            {...form.getInputProps('email')}
          />
          <PasswordField
            label="Password"
            autoComplete="current-password"
            {...form.getInputProps('password')}
          />
          <Button type="submit" loading={busy}>
            Login
          </Button>
          {demo && (
            <Text size="sm" c="dimmed" ta="center">
              This is a demo school: the credentials are filled in.
            </Text>
          )}
        </Stack>
      </form>
    </CardPage>
  )
}

/** Any error of the request reads 'password is incorrect' (section 8), but for too many tries. */
function reasonOf(error: unknown): string {
  const { wrongLogin, tooManyLogins } = accountRefusals
  if (!(error instanceof CallFailed)) return wrongLogin.message
  const isTooMany = [tooManyLogins, tooBusy].some(({ status }) => status === error.status)
  return (isTooMany && error.said) || wrongLogin.message
}
