import { Card } from '@mantine/core'
import { getSecondFactor } from '#contract/accounts/second-factor.ts'
import type { Role } from '#contract/roles.ts'
import { ApiTokensCard } from '#web/accounts/api-tokens/tokens-card.tsx'
import { ChangeEmailCard } from '#web/accounts/email/change-email-card.tsx'
import { SecondFactorCard } from '#web/accounts/second-factor/second-factor-card.tsx'
import { SubscribeCard } from '#web/calendar/subscribe/lazy-subscribe.tsx'
import { useApiQuery } from '#web/kit/api/hooks.ts'
import { useSchool } from '#web/kit/page/school.ts'
import { NotificationSettingsLink } from '#web/notifications/settings/settings-link.tsx'
import { ChangePassword } from '#web/people/change-password.tsx'
import { HourFormatCard } from '#web/people/hour-format-card.tsx'
import { SessionsCard } from '#web/people/sessions-card.tsx'
import { OwnDataCard } from '#web/privacy/own-data-card.tsx'

/** The account settings that all roles have: sign-in, sessions and notifications. */
export function AccountCards({ role }: { role: Role }) {
  const oidc = useSchool()?.oidc
  const { data } = useApiQuery(getSecondFactor[role])
  // Without a password, the OpenID provider keeps all three.
  const hasPassword = data ? data.usesPassword : !oidc?.isOnly
  return (
    <>
      {hasPassword && (
        <>
          <ChangeEmailCard role={role} />
          <Card component="section" withBorder aria-labelledby="password">
            <ChangePassword role={role} />
          </Card>
          <SecondFactorCard role={role} />
        </>
      )}
      <HourFormatCard />
      <SubscribeCard role={role} />
      <SessionsCard role={role} />
      <ApiTokensCard role={role} />
      <NotificationSettingsLink role={role} />
      <OwnDataCard role={role} />
    </>
  )
}
