import { Anchor, Card, Group, Skeleton, Stack, Text } from '@mantine/core'
import { Link } from 'react-router'
import { getProfile } from '#contract/people/profile.ts'
import type { ReviewStudent } from '#contract/reviews/reviews.ts'
import { useApiQuery } from '#web/kit/api/hooks.ts'
import { Avatar } from '#web/kit/ui/avatar.tsx'
import { paths } from '#web/paths.ts'

/** The signed-in student with their domain and a link to the profile. */
export function ProfileCard({ domain }: { domain: ReviewStudent['domain'] | undefined }) {
  const { data: profile, isPending } = useApiQuery(getProfile.student)
  if (isPending) return <Skeleton height={80} radius="md" />
  if (!profile) return null
  return (
    <Card component="section" withBorder aria-label="Profile" py="xs">
      <Group wrap="nowrap" gap="sm">
        <Avatar person={profile} size={32} />
        <Stack gap={0} miw={0} flex={1}>
          <Text fw={500} truncate>
            {profile.name}
          </Text>
          {domain && <Text size="xs">{domain.name}</Text>}
          <Text size="xs" c="dimmed" truncate title={profile.email}>
            {profile.email}
          </Text>
        </Stack>
        <Anchor component={Link} to={paths.profile('student')}>
          Profile
        </Anchor>
      </Group>
    </Card>
  )
}
