import { Anchor, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { accountRefusals } from '#contract/accounts/accounts.ts'
import { ApiError } from '#web/kit/api/call-api.ts'
import { CardPage } from '#web/kit/page/card-page.tsx'
import { useRole } from '#web/kit/page/role.ts'
import { ErrorState, LoadedData, Skeletons } from '#web/kit/page/states.tsx'
import { Signpost } from '#web/kit/ui/drawings/illustrations.tsx'
import { paths } from '#web/paths.ts'

type Props = {
  title: string
  lead: string
  check: { data: unknown; error: Error | null; refetch: () => unknown }
  /** The form, shown only for a valid link. */
  children: ReactNode
  /** The path for requesting a new link, if the person can. */
  askAgain?: string
}

/** A screen behind a mail's link: its form, or an error if the link is invalid. */
export function LinkPage({ title, lead, check, children, askAgain }: Props) {
  const role = useRole()
  const { error, refetch } = check
  if (error) {
    return (
      <CardPage title={title} picture={<Signpost />}>
        {isDeadLink(error) ? (
          <>
            <Text ta="center" role="alert">
              {error.message}
            </Text>
            {askAgain && (
              <Anchor component={Link} to={askAgain} ta="center" py="xs">
                Request a new link
              </Anchor>
            )}
            <Anchor component={Link} to={paths.login(role)} ta="center" py="xs">
              Already done? Sign in
            </Anchor>
          </>
        ) : (
          <ErrorState error={error} retry={refetch} />
        )}
      </CardPage>
    )
  }
  return (
    <CardPage title={title} lead={lead}>
      <LoadedData query={check} skeleton={<Skeletons count={3} height={44} />}>
        {() => children}
      </LoadedData>
    </CardPage>
  )
}

/** Whether a call was refused because the link is invalid, expired or used. */
export function isDeadLink(error: unknown): boolean {
  return error instanceof ApiError && error.status === accountRefusals.badLink.status
}
