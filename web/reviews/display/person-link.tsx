import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import type { ProfileRole } from '#contract/roles.ts'
import { paths } from '#web/paths.ts'

type Props = { of: ProfileRole; person: { _id: string; name: string } }

/** A person's name; for admins a link to that person. */
export function PersonLink({ of: role, person: { _id, name } }: Props) {
  return (
    <Anchor component={Link} to={paths.person(role, _id)} inherit underline="always">
      {name}
    </Anchor>
  )
}
