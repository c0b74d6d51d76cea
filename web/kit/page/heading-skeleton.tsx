import { Skeleton } from '@mantine/core'

export function HeadingSkeleton() {
  return <Skeleton component="span" display="block" height={28} width={260} my={4} />
}
