import { SimpleGrid, Skeleton } from '@mantine/core'

/** Four cards that are on their way. */
export function DetailSkeletons() {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} aria-busy="true">
      {[320, 200, 200, 200].map((height, index) => (
        <Skeleton key={index} height={height} radius="md" />
      ))}
    </SimpleGrid>
  )
}
