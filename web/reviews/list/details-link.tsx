import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { rowLinkProps } from '#web/kit/list/table/follow-row.ts'

/** A row's link to its review; `of` names the review for screen readers. */
export function DetailsLink({ to, of }: { to: string; of: string }) {
  return (
    <Anchor
      component={Link}
      to={to}
      {...rowLinkProps}
      aria-label={`review details of ${of}`}
      inherit
      underline="always"
      style={{ display: 'inline-block', paddingBlock: 12 }}
    >
      review details
    </Anchor>
  )
}
