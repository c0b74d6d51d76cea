import { Skeleton } from '@mantine/core'

/** The room that the chart takes. */
export function ProgressSkeleton() {
  return <Skeleton height={328} radius="md" />
}
