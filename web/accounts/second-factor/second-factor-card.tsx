import { Button, Group, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import {
  getSecondFactor,
  PasswordAndCodeInput,
  removeSecondFactor,
  renewRecoveryCodes,
  type SecondFactorStatus,
  secondFactorOffMessage,
} from '#contract/accounts/second-factor.ts'
import { getDateInZone } from '#contract/kit/time/zone.ts'
import type { Role } from '#contract/roles.ts'
import { useApiMutation, useApiQuery } from '#web/kit/api/hooks.ts'
import { PasswordField } from '#web/kit/form/fields/password-field.tsx'
import { useSchemaForm } from '#web/kit/form/form.ts'
import { toastSuccess } from '#web/kit/page/overlays/toast.ts'
import { SectionCard } from '#web/kit/page/section-card.tsx'
import { LoadedData, Skeletons } from '#web/kit/page/states.tsx'
import { getBrowserTimeZone } from '#web/kit/ui/dates/dates.ts'
import { DateText } from '#web/kit/ui/dates/instant-text.tsx'
import { CodeField } from './code-field.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SetUpSecondFactor } from './set-up.tsx'
import { SetUpStep } from './set-up-step-layout.tsx'
import { toastErrorUnlessShown } from './toast-unless-shown.ts'

/** The reader's second factor: whether it is on, and how to turn it on or off. */
export function SecondFactorCard({ role }: { role: Role }) {
  const title = useRef<HTMLHeadingElement>(null)
  const query = useApiQuery(getSecondFactor[role])
  const [doing, setDoing] = useState<'setting up' | 'removing' | 'renewing'>()
  const [codes, setCodes] = useState<string[]>()
  const remove = useApiMutation(removeSecondFactor[role])
  const renew = useApiMutation(renewRecoveryCodes[role])

  function close() {
    setDoing(undefined)
    setCodes(undefined)
    // The button that opened this is hidden while it is open.
    title.current?.focus()
  }

  function show(state: SecondFactorStatus) {
    if (codes) return <RecoveryCodes codes={codes} done={close} />
    if (doing === 'setting up') {
      return <SetUpSecondFactor role={role} cancel={close} done={close} />
    }
    if (doing === 'removing') {
      return (
        <PasswordAndCodeForm
          title="Turn off your second factor"
          button="Turn off"
          cancel={close}
          send={async (body) => {
            await remove.mutateAsync({ body })
            toastSuccess(secondFactorOffMessage)
            close()
          }}
        />
      )
    }
    if (doing === 'renewing') {
      return (
        <PasswordAndCodeForm
          title="Create new recovery codes"
          button="Create new codes"
          cancel={close}
          send={async (body) => setCodes((await renew.mutateAsync({ body })).recoveryCodes)}
        />
      )
    }
    if (state.isOn) {
      return (
        <On state={state} renew={() => setDoing('renewing')} remove={() => setDoing('removing')} />
      )
    }
    return <Off setUp={() => setDoing('setting up')} />
  }

  return (
    <SectionCard id="second-factor" title="Second factor" titleRef={title}>
      <LoadedData query={query} skeleton={<Skeletons count={1} height={88} />}>
        {show}
      </LoadedData>
    </SectionCard>
  )
}

function Off({ setUp }: { setUp: () => void }) {
  return (
    <>
      <Text c="dimmed">
        Off. With an authenticator app, a stolen password is not enough to sign in.
      </Text>
      <Group>
        <Button variant="default" onClick={setUp}>
          Set up
        </Button>
      </Group>
    </>
  )
}

function On({
  state: { since, recoveryCodesLeft, isRequired },
  renew,
  remove,
}: {
  state: SecondFactorStatus
  renew: () => void
  remove: () => void
}) {
  const timeZone = getBrowserTimeZone()
  return (
    <>
      <Text>
        On
        {since !== null && (
          <>
            {' since '}
            <DateText
              date={getDateInZone(Date.parse(since), timeZone)}
              timeZone={timeZone}
              isMidSentence
            />
          </>
        )}
        . Recovery codes left: {recoveryCodesLeft}.
      </Text>
      {isRequired && (
        <Text c="dimmed">
          Your school requires one. If you turn it off, you must set up a new one right away.
        </Text>
      )}
      <Group>
        <Button variant="default" onClick={renew}>
          New recovery codes
        </Button>
        <Button variant="default" onClick={remove}>
          Turn off
        </Button>
      </Group>
    </>
  )
}

/** Asks for the password and a code before a change to the second factor. */
function PasswordAndCodeForm({
  title,
  button,
  send,
  cancel,
}: {
  title: string
  button: string
  send: (proof: { password: string; code: string }) => Promise<unknown>
  cancel: () => void
}) {
  const { form, submit } = useSchemaForm(PasswordAndCodeInput, { password: '', code: '' })
  return (
    <form onSubmit={submit(send, toastErrorUnlessShown)} noValidate>
      <SetUpStep title={title}>
        <PasswordField
          label="Your password"
          autoComplete="current-password"
          {...form.getInputProps('password')}
        />
        <CodeField
          label="Code"
          description="From your authenticator app, or a recovery code"
          {...form.getInputProps('code')}
        />
        <Group>
          <Button type="submit" loading={form.submitting}>
            {button}
          </Button>
          <Button variant="default" onClick={cancel}>
            Cancel
          </Button>
        </Group>
      </SetUpStep>
    </form>
  )
}
