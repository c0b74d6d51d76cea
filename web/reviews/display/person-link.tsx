import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import type { AddableRole } from '#contract/roles.ts'
import { paths } from '#web/paths.ts'

type Props = { of: AddableRole; person: { _id: string; name: string } }

/** The name of somebody who has to do with a review, which leads an admin to them. */
export function PersonLink({ of: role, person: { _id, name } }: Props) {
  return (
    <Anchor component={Link} to={paths.person(role, _id)} inherit underline="always">
      {name}
    </Anchor>
  )
}
