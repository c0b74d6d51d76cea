import { Skeleton } from '@mantine/core'

/** Reserves the height of the chart. */
export function ProgressSkeleton() {
  return <Skeleton height={328} radius="md" />
}
