import { Button, Card, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { getProfile } from '#contract/people.ts'
import { useCall } from '#web/kit/call/query.ts'
import { Avatar } from '#web/kit/look/avatar.tsx'
import { paths } from '#web/paths.ts'

/** Who is signed in, and the way to their profile. */
export function ProfileCard() {
  const { data: profile, isPending } = useCall(getProfile.student)
  if (isPending) return <Skeleton height={172} radius="md" />
  if (!profile) return null
  const domain = Array.isArray(profile.domain) ? undefined : profile.domain?.name
  return (
    <Card component="section" withBorder aria-label="Profile">
      <Stack>
        <Group wrap="nowrap">
          <Avatar person={profile} size={56} />
          <Stack gap={0} miw={0}>
            <Title order={2}>{profile.name}</Title>
            <Text c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {profile.email}
            </Text>
            {domain && <Text>{domain}</Text>}
          </Stack>
        </Group>
        <Button variant="default" component={Link} to={paths.profile('student')}>
          Profile
        </Button>
      </Stack>
    </Card>
  )
}
