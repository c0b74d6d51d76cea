import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { ofRow } from '#web/kit/list/table/follow-row.ts'

/** The way from a row to its review; `of` says which one, for who cannot see the row. */
export function DetailsLink({ to, of }: { to: string; of: string }) {
  return (
    <Anchor
      component={Link}
      to={to}
      {...ofRow}
      aria-label={`review details of ${of}`}
      inherit
      underline="always"
      style={{ display: 'inline-block', paddingBlock: 12 }}
    >
      review details
    </Anchor>
  )
}
