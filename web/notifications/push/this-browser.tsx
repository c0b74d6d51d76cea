import { Card, Checkbox, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { playChime } from '#web/kit/live/chime.ts'
import { keepOn } from '#web/kit/live/store-switch.ts'
import { isOn } from '#web/kit/live/switches.ts'
import { useRole } from '#web/kit/page/role.ts'
import type { PushState } from './browser.ts'
import { usePush } from './use-push.ts'

/** What each state means, and what to do where it cannot be changed here. */
const meaning: Record<PushState, string> = {
  insecure: 'This needs an address that begins with https://.',
  unsupported: 'This browser cannot do that.',
  blocked:
    'The browser blocks notifications of this page. Allow them in its settings for this page, beside the address.',
  off: 'What you choose for browsers comes here too while you do not look at the page.',
  on: 'It comes here while you do not look at the page, until you log out.',
}

/** How this browser tells its reader what is new: by a notification, and by a sound. */
export function ThisBrowser() {
  return (
    <Card withBorder component="section" aria-labelledby="this-browser">
      <Stack>
        <Title order={2} id="this-browser">
          This browser
        </Title>
        <Notify />
        <Sound />
      </Stack>
    </Card>
  )
}

function Notify() {
  const { state, isBusy, hasFailed, change } = usePush(useRole())
  const canChange = state === 'on' || state === 'off'
  return (
    <div>
      <Checkbox
        label="Notify me in this browser"
        description={state && meaning[state]}
        checked={state === 'on'}
        disabled={!canChange || isBusy}
        onChange={(event) => void change(event.currentTarget.checked)}
      />
      {hasFailed && (
        <Text c="var(--mantine-color-error)" role="alert">
          That did not work: the browser’s push service did not answer. Please try again later.
        </Text>
      )}
    </div>
  )
}

function Sound() {
  const [hasSound, setHasSound] = useState(() => isOn('notice-sound'))

  function change(on: boolean) {
    setHasSound(on)
    keepOn('notice-sound', on)
    if (on) void playChime()
  }

  return (
    <Checkbox
      label="Sound"
      description="A short one when a notice comes while the page is open."
      checked={hasSound}
      onChange={(event) => change(event.currentTarget.checked)}
    />
  )
}
