import { Button } from '@mantine/core'
import type { Role } from '#contract/roles.ts'
import { CardPage } from '#web/kit/card-page.tsx'
import { goOn } from '#web/kit/session.ts'
import { Staircase } from '#web/kit/staircase.tsx'
import { toastFailure } from '#web/kit/toast.ts'
import { signOut } from '../api.ts'
import { SetUpSecondFactor } from './set-up.tsx'

/** Where somebody is led who must have a second factor and has none yet. */
export function RequiredSecondFactorPage({ role }: { role: Role }) {
  return (
    <CardPage
      title="Set up your second factor"
      picture={<Staircase />}
      lead="Your school asks for it. You need an authenticator app on your phone, and two minutes."
    >
      <SetUpSecondFactor role={role} isScreen done={() => goOn(role)} />
      <Button variant="subtle" onClick={() => signOut(role).catch(toastFailure)}>
        Logout
      </Button>
    </CardPage>
  )
}
