import { Button, Stack, TextInput } from '@mantine/core'
import { lazy, useEffect, useLayoutEffect, useState } from 'react'
import { Login, type LoginResult, loginRefusals } from '#contract/accounts/login.ts'
import { codeNeededMessage, wrongCodeMessage } from '#contract/accounts/second-factor-code.ts'
import { sessionEndedMessage, tooBusy } from '#contract/kit/refusal.ts'
import type { Role } from '#contract/roles.ts'
import { notSetUpMessage } from '#contract/school/school.ts'
import { ApiError } from '#web/kit/api/call-api.ts'
import { getReturnPath } from '#web/kit/api/session.ts'
import { getFormKey, readDraft, storeDraftAt } from '#web/kit/form/draft/keep-through-reload.ts'
import { PasswordField } from '#web/kit/form/fields/password-field.tsx'
import { useTextFieldsForm } from '#web/kit/form/text-fields-form.ts'
import { LazyBoundary } from '#web/kit/lazy/lazy-boundary.tsx'
import { loadWithRetry } from '#web/kit/lazy/load-in-background.ts'
import { CardPage } from '#web/kit/page/card-page.tsx'
import { loginPaths } from '#web/kit/page/path-access.ts'
import { SchoolContext } from '#web/kit/page/school.ts'
import styles from './login.module.css'
import { type LoginError, LoginErrorText } from './login-error.tsx'
import { formatRoleName, OtherLogins } from './other-role-logins.tsx'
import { ProviderButton } from './provider-button.tsx'
import { consumeProviderReturn, signIn } from './sign-in.ts'
import { useLoginSchool } from './use-login-school.ts'

const CodeStep = lazy(async () => {
  const step = await loadWithRetry(() => import('./code-step.tsx'))
  return { default: step.CodeStep }
})

/** What a person signs in with. */
type Way = 'password' | 'provider'

/**
 * The login of a role; a demo school's credentials are filled in. It renders before the app,
 * without router and query cache, so that little code loads first.
 */
export function LoginPage({ role, goOn }: { role: Role; goOn: () => void }) {
  const school = useLoginSchool()
  const demo = school?.demoLogins?.[role]
  const [refusal, setRefusal] = useState<LoginError>()
  const [busy, setBusy] = useState<Way>()
  const [codeFor, setCodeFor] = useState<Way>()
  const [wantsPassword, setWantsPassword] = useState(false)
  const [known] = useState(emailOfNewcomer)
  const { form, values, setValues, isEdited, fieldProps, submit } = useTextFieldsForm(Login, {
    email: known,
    password: '',
  })

  // Before the first paint, so that it does not overwrite what somebody types.
  useLayoutEffect(() => {
    const isInUse = isEdited || form.current?.contains(document.activeElement)
    if (demo && !isInUse && !known) setValues(demo)
  }, [demo])

  async function enter(way: Way, call: () => Promise<LoginResult | undefined>) {
    setBusy(way)
    setRefusal(undefined)
    try {
      const result = await call()
      // The button keeps loading until the next screen replaces it.
      if (result?.status) return
      if (result?.codeNeeded) setCodeFor(way)
      else setRefusal(result && { text: result.message })
    } catch (error) {
      setRefusal(toError[way](error))
    }
    setBusy(undefined)
  }

  const send = submit(() => enter('password', () => signIn(role, values, goOn)))

  async function finish(code?: string) {
    const { finishOidcSignIn } = await loadWithRetry(() => import('./finish-oidc.ts'))
    return finishOidcSignIn(role, code === undefined ? {} : { code }, goOn)
  }

  useEffect(() => {
    if (consumeProviderReturn()) void enter('provider', () => finish())
  }, [])

  async function sendCode(way: Way, code: string) {
    try {
      const result = await (way === 'provider'
        ? finish(code)
        : signIn(role, { ...values, code }, goOn))
      if (!result?.status) return { isCodeWrong: false, text: result?.message ?? '' }
    } catch (error) {
      const said = error instanceof ApiError ? error.serverMessage : undefined
      if (said === wrongCodeMessage) return { isCodeWrong: true, text: said }
      return { isCodeWrong: false, ...toError[way](error) }
    }
    return undefined
  }

  const provider = school?.oidc
  const hasForm = !provider?.isOnly || wantsPassword
  const title = `${formatRoleName(role)} login`
  if (codeFor) {
    return (
      <SchoolContext value={school}>
        <CardPage title={title} lead={codeNeededMessage}>
          <LazyBoundary>
            <CodeStep
              role={role}
              send={(code) => sendCode(codeFor, code)}
              back={() => setCodeFor(undefined)}
            />
          </LazyBoundary>
        </CardPage>
      </SchoolContext>
    )
  }
  return (
    <SchoolContext value={school}>
      <CardPage
        title={title}
        {...(school?.isSetUp === false && { lead: notSetUpMessage })}
        {...(getReturnPath(role) !== null && { lead: sessionEndedMessage })}
        more={
          <>
            <OtherLogins role={role} />
            {demo && hasForm && <p className={styles.demo}>The demo credentials are filled in.</p>}
          </>
        }
      >
        {refusal && <LoginErrorText {...refusal} />}
        {provider && (
          <ProviderButton
            role={role}
            name={provider.name}
            busy={busy === 'provider'}
            variant={hasForm ? 'default' : 'filled'}
          />
        )}
        {hasForm ? (
          <form onSubmit={send} noValidate ref={form}>
            <Stack>
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
              <Button type="submit" loading={busy === 'password'}>
                Login
              </Button>
              <a
                className={styles.forgot}
                href={loginPaths.forgotPassword(role)}
                onClick={() =>
                  storeDraftAt(loginPaths.forgotPassword(role), { email: values.email })
                }
              >
                Forgot password?
              </a>
            </Stack>
          </form>
        ) : (
          role === 'admin' && (
            <Button variant="subtle" size="compact-sm" onClick={() => setWantsPassword(true)}>
              Sign in with a password
            </Button>
          )
        )}
      </CardPage>
    </SchoolContext>
  )
}

/** The email of a person who has just completed their profile; otherwise empty. */
function emailOfNewcomer(): string {
  return String(readDraft(getFormKey(noEmail), noEmail)?.email ?? '')
}
const noEmail = { email: '' }

/**
 * The error of a failed login: 'password is incorrect' for any error (section 8) but too many
 * tries; a second line explains errors that are not about the password.
 */
function toLoginError(error: unknown): LoginError {
  const { wrongLogin, tooManyLogins } = loginRefusals
  const text = wrongLogin.message
  if (!(error instanceof ApiError)) return { text }
  const isTooMany = [tooManyLogins, tooBusy].some(({ status }) => status === error.status)
  if (isTooMany && error.serverMessage) return { text: error.serverMessage }
  if (error.status === 0) {
    return { text, more: 'The server did not respond. Your password may be correct.' }
  }
  if (error.status >= 500) {
    return { text, more: 'The server could not check it. Your password may be correct.' }
  }
  return { text }
}

/** The error after the provider: what the server says, if it says anything. */
function toProviderError(error: unknown): LoginError {
  const text = error instanceof ApiError ? error.serverMessage : undefined
  return { text: text ?? 'The server did not respond. Please try again.' }
}

const toError = { password: toLoginError, provider: toProviderError }
