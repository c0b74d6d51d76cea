import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { Page } from '#web/kit/page/page.tsx'
import { useRole } from '#web/kit/page/role.ts'
import { EmptyState } from '#web/kit/page/states.tsx'
import { Signpost } from '#web/kit/ui/drawings/illustrations.tsx'
import { paths } from '#web/paths.ts'

type Props = {
  /** A link to use in place of the role's home. */
  wayOn?: { label: string; to: string }
}

/** The screen for an unknown path. */
export function NotFoundPage({ wayOn }: Props) {
  const role = useRole()
  const { label, to } = wayOn ?? { label: 'Go to Home', to: paths.home(role) }
  return (
    <Page title="Page not found">
      <EmptyState
        picture={<Signpost />}
        text="There is nothing at this address."
        action={
          <Button component={Link} to={to}>
            {label}
          </Button>
        }
      />
    </Page>
  )
}
