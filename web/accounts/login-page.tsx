import { Alert, Button, Stack, Text, TextInput } from '@mantine/core'
import { lazy, useLayoutEffect, useState } from 'react'
import { codeNeeded, wrongCode } from '#contract/accounts/code.ts'
import { Login, loginRefusals } from '#contract/accounts/login.ts'
import { tooBusy } from '#contract/kit/refusal.ts'
import type { Role } from '#contract/roles.ts'
import { CallFailed } from '#web/kit/call.ts'
import { CardPage } from '#web/kit/card-page.tsx'
import { patiently } from '#web/kit/later.ts'
import { PasswordField } from '#web/kit/password-field.tsx'
import { Staircase } from '#web/kit/staircase.tsx'
import { useTextForm } from '#web/kit/text-form.ts'
import { WhileFetched } from '#web/kit/while-fetched.tsx'
import { useDemoLogin } from './demo-login.ts'
import { signIn } from './sign-in.ts'

const CodeStep = lazy(async () => {
  const step = await patiently(() => import('./code-step.tsx'))
  return { default: step.CodeStep }
})

/**
 * The login of a role; with demo data the demo credentials are filled in. It stands before the app
 * and knows neither its addresses nor its cache, so that little code is needed before it shows.
 */
export function LoginPage({ role, goHome }: { role: Role; goHome: () => void }) {
  const demo = useDemoLogin(role)
  const [refusal, setRefusal] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [needsCode, setNeedsCode] = useState(false)
  const { form, values, setValues, isTouched, fieldProps, submit } = useTextForm(Login, {
    email: '',
    password: '',
  })

  // Before the screen is painted, so that nobody types meanwhile; who already does goes on.
  useLayoutEffect(() => {
    const isInUse = isTouched || form.current?.contains(document.activeElement)
    if (demo && !isInUse) setValues(demo)
  }, [demo])

  const send = submit(async () => {
    setBusy(true)
    setRefusal(undefined)
    try {
      const result = await signIn(role, values, goHome)
      // The button stays busy until the home has come in its place.
      if (result?.status) return
      if (result?.codeNeeded) setNeedsCode(true)
      else setRefusal(result?.message)
    } catch (error) {
      setRefusal(reasonOf(error))
    }
    setBusy(false)
  })

  async function sendCode(code: string) {
    try {
      const result = await signIn(role, { ...values, code }, goHome)
      if (!result?.status) return { isCodeWrong: false, message: result?.message ?? '' }
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
        <WhileFetched>
          <CodeStep role={role} send={sendCode} back={() => setNeedsCode(false)} />
        </WhileFetched>
      </CardPage>
    )
  }
  return (
    <CardPage title={title} picture={<Staircase />}>
      <form onSubmit={send} noValidate ref={form}>
        <Stack>
          {refusal && (
            <Alert color="red" role="alert">
              {refusal}
            </Alert>
          )}
          <TextInput label="Email" type="email" autoComplete="username" {...fieldProps('email')} />
          <PasswordField
            label="Password"
            autoComplete="current-password"
            {...fieldProps('password')}
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
  const { wrongLogin, tooManyLogins } = loginRefusals
  if (!(error instanceof CallFailed)) return wrongLogin.message
  const isTooMany = [tooManyLogins, tooBusy].some(({ status }) => status === error.status)
  return (isTooMany && error.said) || wrongLogin.message
}
