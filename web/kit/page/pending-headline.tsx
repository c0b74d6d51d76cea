import { Skeleton } from '@mantine/core'

/** Where an answer will stand, as high as a line of it. */
export function PendingHeadline() {
  return <Skeleton component="span" display="block" height={28} width={260} my={4} />
}
