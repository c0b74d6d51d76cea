import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { Page } from '#web/kit/page/page.tsx'
import { useRole } from '#web/kit/page/role.ts'
import { Empty } from '#web/kit/page/states.tsx'
import { Signpost } from '#web/kit/ui/drawings/illustrations.tsx'
import { paths } from '#web/paths.ts'

/** An address that leads nowhere. */
export function NotFoundPage() {
  const role = useRole()
  return (
    <Page title="Page not found">
      <Empty
        picture={<Signpost />}
        text="There is nothing at this address."
        action={
          <Button component={Link} to={paths.home(role)}>
            Go to Home
          </Button>
        }
      />
    </Page>
  )
}
