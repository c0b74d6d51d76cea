import { Button } from '@mantine/core'
import type { Role } from '#contract/roles.ts'
import { clearSecondFactorRequired } from '#web/kit/api/session.ts'
import { CardPage } from '#web/kit/page/card-page.tsx'
import { toastFailure } from '#web/kit/page/overlays/toast.ts'
import { signOut } from '../api.ts'
import { SetUpSecondFactor } from './set-up.tsx'

/** The set-up of a second factor for people who must have one before they can go on. */
export function RequiredSecondFactorPage({ role }: { role: Role }) {
  return (
    <CardPage
      title="Set up your second factor"
      lead="Your school requires it. You need an authenticator app on your phone and two minutes."
    >
      <SetUpSecondFactor role={role} isScreen done={() => clearSecondFactorRequired(role)} />
      <Button variant="subtle" onClick={() => signOut(role).catch(toastFailure)}>
        Logout
      </Button>
    </CardPage>
  )
}
