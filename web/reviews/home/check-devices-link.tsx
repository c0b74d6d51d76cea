import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { checkDevicesLabel } from '#contract/calls/calls.ts'
import { useRole } from '#web/kit/page/role.ts'
import { paths } from '#web/paths.ts'

/** A link to test camera, microphone and speaker before a review. */
export function CheckDevicesLink() {
  return (
    <Anchor component={Link} to={paths.deviceCheck(useRole())} style={{ alignSelf: 'flex-start' }}>
      {checkDevicesLabel}
    </Anchor>
  )
}
