import { Alert, Button, Stack, Text, TextInput } from '@mantine/core'
import { lazy, useLayoutEffect, useState } from 'react'
import { codeNeeded, wrongCode } from '#contract/accounts/code.ts'
import { Login, loginRefusals } from '#contract/accounts/login.ts'
import { tooBusy } from '#contract/kit/refusal.ts'
import type { Role } from '#contract/roles.ts'
import { CallFailed } from '#web/kit/call/call.ts'
import { PasswordField } from '#web/kit/form/password-field.tsx'
import { useTextForm } from '#web/kit/form/text-form.ts'
import { loadWithRetry } from '#web/kit/later/load.ts'
import { WhileFetched } from '#web/kit/later/while-fetched.tsx'
import { Staircase } from '#web/kit/look/staircase.tsx'
import { TwoLines } from '#web/kit/look/two-lines.tsx'
import { CardPage } from '#web/kit/page/card-page.tsx'
import { DemoContext } from '#web/kit/page/demo.ts'
import { useDemoLogin } from './demo-login.ts'
import { signIn } from './sign-in.ts'

const CodeStep = lazy(async () => {
  const step = await loadWithRetry(() => import('./code-step.tsx'))
  return { default: step.CodeStep }
})

/**
 * The login of a role; with demo data the demo credentials are filled in. It stands before the app
 * and knows neither its addresses nor its cache, so that little code is needed before it shows.
 */
export function LoginPage({ role, goHome }: { role: Role; goHome: () => void }) {
  const demo = useDemoLogin(role)
  const [refusal, setRefusal] = useState<Refusal>()
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
      else setRefusal(result && { text: result.message })
    } catch (error) {
      setRefusal(refusalOf(error))
    }
    setBusy(false)
  })

  async function sendCode(code: string) {
    try {
      const result = await signIn(role, { ...values, code }, goHome)
      if (!result?.status) return { isCodeWrong: false, text: result?.message ?? '' }
    } catch (error) {
      const said = error instanceof CallFailed ? error.said : undefined
      if (said === wrongCode) return { isCodeWrong: true, text: said }
      return { isCodeWrong: false, ...refusalOf(error) }
    }
    return undefined
  }

  const title = `${role[0]?.toUpperCase()}${role.slice(1)} login`
  if (needsCode) {
    return (
      <DemoContext value={demo !== undefined}>
        <CardPage title={title} picture={<Staircase />} lead={codeNeeded}>
          <WhileFetched>
            <CodeStep role={role} send={sendCode} back={() => setNeedsCode(false)} />
          </WhileFetched>
        </CardPage>
      </DemoContext>
    )
  }
  return (
    <DemoContext value={demo !== undefined}>
      <CardPage title={title} picture={<Staircase />}>
        <form onSubmit={send} noValidate ref={form}>
          <Stack>
            {refusal && (
              <Alert color="red" role="alert">
                <TwoLines text={refusal.text} more={refusal.more} />
              </Alert>
            )}
            <TextInput
              label="Email"
              type="email"
              autoComplete="username"
              {...fieldProps('email')}
            />
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
    </DemoContext>
  )
}

type Refusal = { text: string; more?: string }

/**
 * Any error of the request reads 'password is incorrect' (section 8), but for too many tries; where
 * nobody has looked at the password a second line says so.
 */
function refusalOf(error: unknown): Refusal {
  const { wrongLogin, tooManyLogins } = loginRefusals
  const text = wrongLogin.message
  if (!(error instanceof CallFailed)) return { text }
  const isTooMany = [tooManyLogins, tooBusy].some(({ status }) => status === error.status)
  if (isTooMany && error.said) return { text: error.said }
  if (error.status === 0) {
    return { text, more: 'The server did not answer; the password may be right.' }
  }
  if (error.status >= 500) {
    return { text, more: 'The server could not look at it; the password may be right.' }
  }
  return { text }
}
